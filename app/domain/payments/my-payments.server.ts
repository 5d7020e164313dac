import { sql } from 'kysely'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'

/**
 * A void is its own line on its own day, so `balance` equals that of the statements. Refunds
 * are negative, adjustments may be. Imported payments have no receipt.
 */
export type MyPayment = {
  id: string
  kind: 'payment' | 'refund' | 'adjustment' | 'void'
  amount: Cents
  on: CalendarDate
  balance: Cents
  method: PaymentMethod | null
  reference: string | null
  receipt: string | null
  reason: string | null
  voidedOn: CalendarDate | null
  voidedBecause: string | null
  /** What moved in another currency, and who paid where that is not the investor. */
  paid: PaidInCurrency | null
  payer: string | null
}

/** The ledgers of these investments of the reader by investment id, latest first. */
export async function paymentsOf(
  reader: InvestorReader,
  investmentIds: string[],
): Promise<Map<string, MyPayment[]>> {
  if (investmentIds.length === 0) return new Map()
  const rows = await entriesOf(reader, investmentIds)
  const byInvestment = Map.groupBy(rows, (row) => row.investment_id)
  return new Map([...byInvestment].map(([id, entries]) => [id, entries.map(paymentOf)]))
}

function entriesOf({ tx }: InvestorReader, investmentIds: string[]) {
  return tx
    .selectFrom('ledger_entry as entry')
    .leftJoin('ledger_entry as voiding', 'voiding.voids_id', 'entry.id')
    .leftJoin('receipt', (join) =>
      join.on('receipt.entry_id', '=', (row) => row.fn.coalesce('entry.voids_id', 'entry.id')),
    )
    .select([
      'entry.id',
      'entry.investment_id',
      'entry.kind',
      'entry.amount_cents',
      'entry.dated_on',
      'entry.reason',
    ])
    .select(['entry.method', 'entry.reference', 'receipt.number', 'entry.payer_name'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select('entry.rate_on')
    .select([
      'voiding.reason as void_reason',
      'voiding.id as void_id',
      'voiding.dated_on as voided_on',
    ])
    .select(
      sql<Cents>`(sum(entry.amount_cents) over (
        partition by entry.investment_id order by entry.dated_on, entry.recorded_at, entry.id))::bigint`.as(
        'balance',
      ),
    )
    .where('entry.investment_id', 'in', investmentIds)
    .orderBy('entry.dated_on', 'desc')
    .orderBy('entry.recorded_at', 'desc')
    .orderBy('entry.id', 'desc')
    .$narrowType<{ kind: MyPayment['kind'] }>()
    .execute()
}

type Row = Awaited<ReturnType<typeof entriesOf>>[number]

function paymentOf(row: Row): MyPayment {
  return {
    id: row.id,
    kind: row.kind,
    amount: row.amount_cents,
    on: row.dated_on,
    balance: row.balance,
    method: row.method,
    reference: row.reference,
    receipt: row.number,
    reason: row.reason,
    voidedOn: row.voided_on,
    paid: paidOf(row),
    payer: row.payer_name,
    voidedBecause: row.void_id === null ? null : (row.void_reason ?? 'No reason recorded'),
  }
}
