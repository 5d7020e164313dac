import type { InvestorReader } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

/**
 * A line of the ledger as the investor reads it. A voided one stays, with the reason; a refund is below zero, an
 * adjustment either. Only payments recorded here have a receipt.
 */
export type MyPayment = {
  id: string
  kind: 'payment' | 'refund' | 'adjustment'
  amount: Cents
  on: CalendarDate
  receipt: string | null
  reason: string | null
  voidedBecause: string | null
}

/** The ledger of each of these investments of the reader, by the investment's id, latest first. */
export async function paymentsOf(reader: InvestorReader, investmentIds: string[]): Promise<Map<string, MyPayment[]>> {
  if (investmentIds.length === 0) return new Map()
  const rows = await reader.tx
    .selectFrom('ledger_entry as entry')
    .leftJoin('ledger_entry as voiding', 'voiding.voids_id', 'entry.id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.id', 'entry.investment_id', 'entry.kind', 'entry.amount_cents', 'entry.dated_on', 'entry.reason'])
    .select(['receipt.number', 'voiding.reason as void_reason', 'voiding.id as void_id'])
    .where('entry.investment_id', 'in', investmentIds)
    .where('entry.kind', '<>', 'void')
    .orderBy('entry.dated_on', 'desc')
    .orderBy('entry.recorded_at', 'desc')
    .$narrowType<{ kind: MyPayment['kind'] }>()
    .execute()
  const byInvestment = new Map<string, MyPayment[]>()
  for (const row of rows) {
    const payments = byInvestment.get(row.investment_id) ?? []
    payments.push({
      id: row.id,
      kind: row.kind,
      amount: row.amount_cents,
      on: row.dated_on,
      receipt: row.number,
      reason: row.reason,
      voidedBecause: row.void_id === null ? null : (row.void_reason ?? 'No reason was kept'),
    })
    byInvestment.set(row.investment_id, payments)
  }
  return byInvestment
}
