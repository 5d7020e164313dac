import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, zero } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'

/**
 * A void is its own line on its own day, so `balance` equals that of the statements on every
 * day. `recordedBy` is null for imports and the command line.
 */
export type LedgerLine = {
  id: string
  kind: 'payment' | 'refund' | 'adjustment' | 'void'
  amount: Cents
  datedOn: CalendarDate
  balance: Cents
  method: PaymentMethod | null
  reference: string | null
  note: string | null
  reason: string | null
  receiptNumber: string | null
  recordedAt: Date
  recordedBy: string | null
  /** The second person, where one approved it. */
  approvedBy: string | null
  isImported: boolean
  voided: { on: CalendarDate; reason: string } | null
  /** What moved in another currency, who paid where that is not the investor, and the account of the company. */
  paid: PaidInCurrency | null
  payer: string | null
  account: string | null
  /** The payment whose last cents this adjustment closed. */
  roundsId: string | null
}

/** An investment's ledger by business date, oldest first; empty for an unknown id. */
export async function ledgerOf(admin: AdminActor, investmentId: string): Promise<LedgerLine[]> {
  const rows = await admin.tx
    .selectFrom('ledger_entry as entry')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .leftJoin('receipt', (join) =>
      join.on('receipt.entry_id', '=', (row) => row.fn.coalesce('entry.voids_id', 'entry.id')),
    )
    .leftJoin('auth.sign_in_account as account', 'account.id', 'entry.recorded_by')
    .leftJoin('auth.sign_in_account as approver', 'approver.id', 'entry.approved_by')
    .select(['entry.id', 'entry.amount_cents', 'entry.dated_on', 'entry.method'])
    .select(['entry.reference', 'entry.note', 'entry.reason', 'entry.recorded_at'])
    .select(['entry.imported', 'receipt.number'])
    .select(['account.name as recorded_by', 'approver.name as approved_by'])
    .leftJoin('payment_account', 'payment_account.id', 'entry.payment_account_id')
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select(['entry.rate_on', 'entry.payer_name', 'payment_account.name as account'])
    .select('entry.rounds_id')
    .select(['void.dated_on as voided_on', 'void.reason as void_reason'])
    .select(sql<LedgerLine['kind']>`entry.kind`.as('kind'))
    .select(
      sql<Cents>`(sum(entry.amount_cents) over (order by entry.dated_on, entry.recorded_at, entry.id))::bigint`.as(
        'balance',
      ),
    )
    .where('entry.investment_id', '=', investmentId)
    .orderBy('entry.dated_on')
    .orderBy('entry.recorded_at')
    .orderBy('entry.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: row.amount_cents,
    datedOn: row.dated_on,
    balance: row.balance,
    method: row.method,
    reference: row.reference,
    note: row.note,
    reason: row.reason,
    receiptNumber: row.number,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
    approvedBy: row.approved_by,
    isImported: row.imported,
    voided: row.voided_on && { on: row.voided_on, reason: row.void_reason ?? '' },
    paid: paidOf(row),
    payer: row.payer_name,
    account: row.account,
    roundsId: row.rounds_id,
  }))
}

/** The day of the first entry, voided or not: the investment cannot begin later. Null without any. */
export async function firstEntryOn(
  admin: AdminActor,
  investmentId: string,
): Promise<CalendarDate | null> {
  const first = await admin.tx
    .selectFrom('ledger_entry')
    .select('dated_on')
    .where('investment_id', '=', investmentId)
    .orderBy('dated_on')
    .limit(1)
    .executeTakeFirst()
  return first?.dated_on ?? null
}

/**
 * The lowest balance in cents from this day on, which limits what an entry may take away. Ignores
 * voided entries and the entry `without`; may be negative.
 */
export async function lowestBalance(
  admin: AdminActor,
  investmentId: string,
  from: CalendarDate,
  without: string | null = null,
): Promise<Cents> {
  const { rows } = await sql<{ least: Cents }>`
    select app.least_received(${investmentId}, ${from}, ${without}) as least`.execute(admin.tx)
  return rows[0]?.least ?? zero
}
