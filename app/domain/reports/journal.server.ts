import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import { cents, zero } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'
import { type PaymentMethod, paymentMethodLabels } from '../investments/payment-methods.ts'
import { type JournalEntry, type JournalLine, journalLines } from './journal.ts'

const voidOf = 'void '
const isOwnId = (id: string) => !id.startsWith(voidOf)

/**
 * What is booked in a period, both days included, in order: entries of ledgers, distributions that were sent, and voids of
 * those, whose ids begin with `void`.
 */
export async function journalIds(
  { tx }: AdminActor,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select booked.id from (
      select id::text, dated_on, recorded_at from ledger_entry
      union all select id::text, sent_on, recorded_at from distribution_sending
      union all select ${voidOf} || distribution_id, (recorded_at at time zone 'Africa/Nairobi')::date, recorded_at
        from distribution_void v
        where exists (select from distribution_sending g where g.distribution_id = v.distribution_id)
    ) booked where booked.dated_on between ${from} and ${to}
    order by booked.dated_on, booked.recorded_at, booked.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The lines of these ids in any order, those of one entry together. */
export async function readJournal(admin: AdminActor, ids: string[]): Promise<JournalLine[]> {
  if (ids.length === 0) return []
  const { accountCodes } = await companyFacts(admin)
  const entries = [...(await ledgerEntries(admin, ids)), ...(await sharesPaid(admin, ids))]
  return entries.flatMap((entry) => journalLines(entry, accountCodes))
}

/** The account that an entry names, else that of its bank transaction; a void only released that. */
const accountId = sql<string | null>`coalesce(stated.payment_account_id,
  (select line.payment_account_id from allocation part join bank_transaction line on line.id = part.bank_transaction_id
    where part.ledger_entry_id = stated.id and part.released_at is null),
  (select line.payment_account_id from allocation part join bank_transaction line on line.id = part.bank_transaction_id
    where part.ledger_entry_id = stated.id and part.released_at = voiding.recorded_at limit 1))`

/** A void is what it voids, with the other sign, on its own day. */
async function ledgerEntries({ tx }: AdminActor, ids: string[]): Promise<JournalEntry[]> {
  const rows = await tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_entry as stated', (join) =>
      join.on('stated.id', '=', (row) => row.fn.coalesce('entry.voids_id', 'entry.id')),
    )
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('ledger_entry as voiding', 'voiding.voids_id', 'stated.id')
    .leftJoin('payment_account as account', (join) => join.on('account.id', '=', accountId))
    .leftJoin('receipt', 'receipt.entry_id', 'stated.id')
    .select(['entry.id', 'entry.dated_on', 'entry.amount_cents', 'entry.voids_id', 'entry.reason'])
    .select(['stated.kind', 'stated.method', 'stated.reference', 'stated.rounding_cents'])
    .select(['stated.rounds_id', 'stated.paid_minor', 'stated.paid_currency', 'stated.rate'])
    .select(['stated.rate_source', 'stated.rate_on', 'receipt.number as receipt'])
    .select(['account.name as account', 'account.account_code', 'investor.full_name as investor'])
    .select('project.name as project')
    .where(sql<SqlBool>`entry.id = any(${ids.filter(isOwnId)}::uuid[])`)
    .$narrowType<{ kind: 'payment' | 'refund' | 'adjustment'; method: PaymentMethod | null }>()
    .execute()
  return rows.map((row) => {
    const { kind, investor, project, reference } = row
    const isVoid = row.voids_id !== null
    return {
      id: row.id,
      on: row.dated_on,
      reference,
      investor,
      project,
      number: isVoid ? row.id : (row.receipt ?? row.id),
      kind: row.rounds_id === null ? kind : ('rounding' as const),
      amount: row.amount_cents,
      rounding: signed(BigInt(row.rounding_cents), isVoid),
      paid: paidSigned(paidOf(row), isVoid),
      account: row.account === null ? null : { name: row.account, code: row.account_code },
      description: descriptionOf(row),
    }
  })
}

const signed = (amount: bigint, isTakenBack: boolean) => cents(isTakenBack ? -amount : amount)

function paidSigned(paid: JournalEntry['paid'], isTakenBack: boolean): JournalEntry['paid'] {
  return paid && { ...paid, minor: isTakenBack ? -paid.minor : paid.minor }
}

const words = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment' }

function descriptionOf(row: {
  kind: keyof typeof words
  voids_id: string | null
  receipt: string | null
  method: PaymentMethod | null
  reason: string | null
}): string {
  const title = `${row.voids_id === null ? '' : 'Void: '}${words[row.kind]}`
  const receipt = row.voids_id === null ? null : row.receipt
  const method = row.method && paymentMethodLabels[row.method]
  return [title, receipt, method, row.reason].filter(Boolean).join(', ')
}

/** Each share goes out when it is sent; a void brings those that were sent back on its day. */
async function sharesPaid({ tx }: AdminActor, ids: string[]): Promise<JournalEntry[]> {
  const wanted = new Set(ids)
  const rows = await tx
    .selectFrom('sent_share as sent')
    .innerJoin('distribution_sending as sending', 'sending.id', 'sent.sending_id')
    .innerJoin('distribution_share as share', (join) =>
      join
        .onRef('share.distribution_id', '=', 'sent.distribution_id')
        .onRef('share.investment_id', '=', 'sent.investment_id'),
    )
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'distribution.project_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .select(['sending.id', 'sending.sent_on', 'share.distribution_id'])
    .select(['share.amount_cents', 'share.paid_minor'])
    .select(['distribution.paid_currency', 'distribution.rate', 'distribution.rate_source'])
    .select(['distribution.rate_on', 'distribution.note', 'voiding.reason'])
    .select(['voiding.recorded_at as voided_at', 'investor.full_name as investor'])
    .select('project.name as project')
    .where(
      sql<SqlBool>`sending.id = any(${ids.filter(isOwnId)}::uuid[]) or distribution.id = any(${ids
        .filter((id) => !isOwnId(id))
        .map((id) => id.replace(voidOf, ''))}::uuid[])`,
    )
    .orderBy('sending.id')
    .orderBy('share.investment_id')
    .execute()
  return rows.flatMap((row) => {
    const { id, investor, project } = row
    const entryOf = (facts: {
      id: string
      on: CalendarDate
      description: string
      isVoid: boolean
    }): JournalEntry => ({
      kind: 'distribution',
      rounding: zero,
      account: null,
      reference: null,
      investor,
      project,
      number: facts.id.replace(' ', '-'),
      id: facts.id,
      on: facts.on,
      description: facts.description,
      amount: signed(row.amount_cents, !facts.isVoid),
      paid: paidSigned(paidOf(row), !facts.isVoid),
    })
    const paidOut = { id, on: row.sent_on, isVoid: false, description: sentence('', row.note) }
    const back = row.voided_at && {
      id: `${voidOf}${row.distribution_id}`,
      on: dayOf(row.voided_at),
      isVoid: true,
      description: sentence('Void: ', row.reason),
    }
    return [paidOut, ...(back ? [back] : [])].filter((facts) => wanted.has(facts.id)).map(entryOf)
  })
}

const sentence = (before: string, text: string | null) =>
  [`${before}Distribution`, text].filter(Boolean).join(', ')
