import { randomUUID } from 'node:crypto'
import { matchTransaction } from '../app/domain/bank-transactions/match-transaction.server.ts'
import { undoMatch } from '../app/domain/bank-transactions/undo-match.server.ts'
import type { Currency } from '../app/values/currency.ts'
import { usd } from '../app/values/money.ts'
import { asSuperuser, change } from './database.ts'
import { anInvestment, anInvestor, aProject, as } from './people.ts'

type AccountFacts = { kind?: 'paybill' | 'till' | 'bank' | 'wallet'; currency?: Currency }

/** An open payment account, a paybill in shillings unless another is said. */
export async function aPaymentAccount({ kind = 'paybill', currency = 'KES' }: AccountFacts = {}) {
  const { rows } = await change(
    `insert into app.payment_account (kind, name, number, currency) values ($1, 'M-Pesa', $2, $3) returning id`,
    [kind, String(Math.floor(Math.random() * 1e9)), currency],
  )
  return rows[0]?.id ?? ''
}

/** A company rate: units of the currency for one dollar. */
export const aRate = (currency: Currency, rate: string, on = '2026-01-01') =>
  change(
    `insert into app.exchange_rate (currency, rate, dated_on, source) values ($1, $2, $3, 'company')`,
    [currency, rate, on],
  )

const noFile = async (accountId: string) => {
  const { rows } = await change(
    `insert into app.statement_file (payment_account_id, name, sha256, profile, from_on, to_on, lines, new_lines)
     values ($1, 'statement.csv', encode(sha256(convert_to($2, 'UTF8')), 'hex'), 'mpesa-a', '2026-03-01', '2026-03-31', 1, 1)
     returning id`,
    [accountId, randomUUID()],
  )
  return rows[0]?.id ?? ''
}

type Line = {
  /** Hundredths of the account's currency. */
  minor: bigint
  on?: string
  number?: string
  leg?: string
  payerName?: string | null
  payerNumber?: string | null
  typed?: string | null
  mpesaCode?: string | null
  narrative?: string
  reversalOf?: string | null
  exclusion?: string | null
}

let numbered = 0

/** A line of a statement, paid on 31 March 2026 unless another day is said. */
export async function aTransaction(accountId: string, line: Line): Promise<string> {
  numbered += 1
  const { rows } = await change(
    `insert into app.bank_transaction (payment_account_id, statement_file_id, line_number, provider_number, leg, occurred_at,
       value_on, minor, currency, payer_name, payer_number, typed_reference, mpesa_code, narrative, reversal_of, raw, exclusion)
     select id, $2, 1, $3, $4, ($5::date + time '12:00') at time zone 'UTC', $5, $6, currency, $7, $8, $9, $10, $11, $12, '', $13
     from app.payment_account where id = $1 returning id`,
    [
      ...[
        accountId,
        await noFile(accountId),
        line.number ?? `N${numbered}${randomUUID().slice(0, 6)}`,
      ],
      ...[line.leg ?? 'payment', line.on ?? '2026-03-31', line.minor],
      ...[line.payerName ?? null, line.payerNumber ?? null, line.typed ?? null],
      ...[line.mpesaCode ?? null, line.narrative ?? 'Pay Bill', line.reversalOf ?? null],
      line.exclusion ?? null,
    ],
  )
  return rows[0]?.id ?? ''
}

/** What the database says of a transaction. */
export async function stateOf(id: string) {
  const { rows } = await change<{
    state: string
    allocated: string
    returned: string
    held: string | null
    suggestions: { kind: string; investmentId?: string; entryId?: string; reason: string }[]
    waits: string | null
  }>(
    `select state, allocated_minor::text as allocated, returned_minor::text as returned, held_for_id as held, suggestions,
       waits_because as waits from app.bank_transaction where id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) throw new Error('no such transaction')
  return row
}

/** The payment reference of an investment. */
export async function referenceOf(investmentId: string): Promise<string> {
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [investmentId],
  )
  return rows[0]?.code ?? ''
}

/** A paybill in shillings, a bank account in dollars, and the rate between them. */
export async function twoAccounts() {
  await aRate('KES', '129.24')
  return {
    shillings: await aPaymentAccount(),
    dollars: await aPaymentAccount({ kind: 'bank', currency: 'USD' }),
  }
}

/** An investment with its investor and payment reference. */
export async function aPayableInvestment(amount = '5,000', name = 'Fatuma Noor') {
  const investor = await anInvestor(name)
  const project = await aProject('Garden Villas')
  const investmentId = await anInvestment(investor.investorId, project, usd(amount))
  return { investor, investmentId, reference: await referenceOf(investmentId) }
}

type Parts = Record<string, bigint | null>

/** Matches and undoes as this administrator. */
export const matchingBy = (admin: Parameters<typeof as>[0]) => ({
  match: (transactionId: string, parts: Parts, key = randomUUID()) =>
    as(admin, (actor) =>
      matchTransaction(actor, {
        key,
        transactionId,
        parts: Object.entries(parts).map(([investmentId, minor]) => ({ investmentId, minor })),
      }),
    ),
  undo: (transactionId: string, reason = 'Wrong investor') =>
    as(admin, (actor) => undoMatch(actor, { key: randomUUID(), transactionId, reason })),
})

/** Whole shillings in hundredths. */
export const shillings = (amount: number) => BigInt(amount) * 100n

/** The ledger of an investment, with what was paid in its own currency. */
export async function entriesOf(investmentId: string) {
  const { rows } = await asSuperuser((client) =>
    client.query<{ kind: string; dollars: number; paid: string | null }>(
      `select kind, amount_cents::int as dollars, paid_minor::text as paid from app.ledger_entry
       where investment_id = $1 order by recorded_at, id`,
      [investmentId],
    ),
  )
  return rows
}
