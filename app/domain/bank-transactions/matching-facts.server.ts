import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { type ExchangeRate, exchangeRate } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'
import type {
  EarlierMatch,
  KnownPayer,
  MatchableInvestment,
  MatchableProof,
  MatchableTransaction,
  MatchingFacts,
  PayerFacts,
} from '../bank-matching/matching.ts'
import {
  indexNames,
  indexPhones,
  indexTexts,
  type MatchingContext,
  type PayerContext,
  PayerIndex,
  withInvestments,
} from '../bank-matching/matching-context.ts'
import {
  type PossibleInvestments,
  possibleInvestments,
} from '../bank-matching/possible-investments.ts'

/** Who may have paid, read once for all open transactions; requests are answered between the parts. */
export async function readPayers(admin: AdminActor): Promise<PayerContext> {
  const people = await peopleWithInvestments(admin)
  const names = indexNames(people)
  await setImmediate()
  const phones = indexPhones(people)
  const known = new PayerIndex(await knownPayers(admin))
  const earlier = await earlierMatches(admin)
  const earlierTexts = indexTexts(earlier)
  await setImmediate()
  return {
    names,
    phones,
    earlierTexts,
    knownPayers: known,
    earlierMatches: new PayerIndex(earlier),
  }
}

/** Everything that matching compares these transactions with: only the investments they may be payments on. */
export async function matchingContext(
  admin: AdminActor,
  lines: readonly MatchableTransaction[],
  payers: PayerContext,
): Promise<MatchingContext> {
  const facts = {
    investments: [],
    proofs: await openProofs(admin),
    rateOn: await companyRates(admin),
  }
  const { proofs } = withInvestments(payers, facts)
  const possible = possibleInvestments(lines, payers, { proofs, rateOn: facts.rateOn })
  return withInvestments(payers, { ...facts, investments: await investmentsOf(admin, possible) })
}

async function peopleWithInvestments({ tx }: AdminActor): Promise<PayerFacts['people']> {
  const rows = await tx
    .selectFrom('investor')
    .select(['id', 'full_name', 'phone'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('investment')
          .select('investment.id')
          .whereRef('investment.investor_id', '=', 'investor.id'),
      ),
    )
    .execute()
  return rows.map(({ id, full_name, phone }) => ({
    investorId: id,
    investorName: full_name,
    investorPhones: phone ? [phone] : [],
  }))
}

/** More investments with the same next payment than these are no sign. */
const mostWithNextAmount = 20

/** All investments of the investors of these. */
async function investmentsOf(
  { tx }: AdminActor,
  { investorIds, investmentIds, references, nextAmounts }: PossibleInvestments,
): Promise<MatchableInvestment[]> {
  const investors = sql`select unnest(${investorIds}::uuid[])
    union select investor_id from investment where id = any(${investmentIds}::uuid[])
    union select i.investor_id from payment_reference p join investment i on i.id = p.investment_id
      where p.code = any(${references}::text[])
    union select investor_id from (
      select investor_id, row_number() over (partition by next_payment_cents order by id) as place from investment
      where next_payment_cents = any(${nextAmounts}::bigint[]) and status in ('pending', 'active')
        and archived_at is null) due
      where place <= ${mostWithNextAmount}`
  const rows = await tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .select(['investment.id', 'payment_reference.code as reference', 'investment.investor_id'])
    .select(['investor.full_name', 'investor.phone', 'project.name as project'])
    .select(['investment.amount_cents', 'investment.received_cents', 'investment.status'])
    .select(['investment.invested_on', 'investment.next_payment_on'])
    .select('investment.next_payment_cents')
    .select(
      sql<boolean>`coalesce(investment.archived_at, investor.archived_at, project.archived_at) is not null`.as(
        'is_archived',
      ),
    )
    .where(sql<SqlBool>`investment.investor_id = any(array(${investors}))`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    investorId: row.investor_id,
    investorName: row.full_name,
    investorPhones: row.phone ? [row.phone] : [],
    project: row.project,
    agreed: row.amount_cents,
    received: row.received_cents,
    status: row.status,
    isArchived: row.is_archived,
    investedOn: row.invested_on,
    nextPayment: nextPayment(row.next_payment_on, row.next_payment_cents),
  }))
}

const nextPayment = (on: CalendarDate | null, amount: Cents | null) =>
  on !== null && amount !== null ? { on, amount } : null

function knownPayers({ tx }: AdminActor): Promise<KnownPayer[]> {
  return tx
    .selectFrom('known_payer')
    .select(['payer_number as payerNumber', 'payer_name as payerName'])
    .select('investor_id as investorId')
    .execute()
}

/** Matches by a person of payers who are still known. */
function earlierMatches({ tx }: AdminActor): Promise<EarlierMatch[]> {
  return tx
    .selectFrom('allocation')
    .innerJoin('bank_transaction as transaction', (join) =>
      join.onRef('transaction.id', '=', 'allocation.bank_transaction_id'),
    )
    .innerJoin('ledger_entry as entry', 'entry.id', 'allocation.ledger_entry_id')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('known_payer as payer', (join) =>
      join
        .onRef('payer.investor_id', '=', 'investment.investor_id')
        .on('payer.payer_name', 'is not distinct from', (row) => row.ref('transaction.payer_name'))
        .on('payer.payer_number', 'is not distinct from', (row) =>
          row.fn.coalesce('transaction.payer_number', 'transaction.phone'),
        ),
    )
    .select(['payer.payer_number as payerNumber', 'payer.payer_name as payerName'])
    .select(['transaction.typed_reference as typedReference', 'investment.id as investmentId'])
    .where('allocation.released_at', 'is', null)
    .where('allocation.automatic', 'is', null)
    .execute()
}

/** Undecided proofs of investors whose message says a code and an amount. */
async function openProofs({ tx }: AdminActor): Promise<MatchableProof[]> {
  const rows = await tx
    .selectFrom('payment_proof as proof')
    .innerJoin('investment', 'investment.id', 'proof.investment_id')
    .select(['proof.id', 'proof.code', 'proof.minor', 'proof.currency', 'proof.paid_at'])
    .select(['proof.investment_id', 'investment.investor_id'])
    .where('proof.decision', 'is', null)
    .execute()
  return rows.flatMap(({ id, code, minor, currency, paid_at, investment_id, investor_id }) =>
    code === null || minor === null || currency === null
      ? []
      : [
          {
            id,
            code,
            minor,
            currency,
            at: paid_at?.toISOString() ?? null,
            investmentId: investment_id,
            investorId: investor_id,
          },
        ],
  )
}

/** The company's rates, found by currency and day without asking the database again. */
export async function companyRates({ tx }: AdminActor): Promise<MatchingFacts['rateOn']> {
  const rows = await tx
    .selectFrom('exchange_rate')
    .distinctOn(['currency', 'dated_on'])
    .select(['currency', 'dated_on', 'rate'])
    .where('source', '=', 'company')
    .orderBy('currency')
    .orderBy('dated_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const byCurrency = Map.groupBy(rows, ({ currency }): Currency => currency)
  return (currency: Currency, day: CalendarDate): ExchangeRate | null => {
    const found = byCurrency.get(currency)?.find(({ dated_on }) => dated_on <= day)
    return found ? exchangeRate(found.rate) : null
  }
}
