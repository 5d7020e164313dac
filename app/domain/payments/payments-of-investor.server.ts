import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

/** A void is not its own line. */
export type InvestorPayment = {
  id: string
  investmentId: string
  project: string
  kind: 'payment' | 'refund' | 'adjustment'
  amount: Cents
  on: CalendarDate
  receiptNumber: string | null
  isVoided: boolean
}

/** The latest entries over all investments of an investor, at most `count`, and their total number. */
export async function latestPaymentsOf(
  admin: AdminActor,
  investorId: string,
  count: number,
): Promise<{ payments: InvestorPayment[]; total: number }> {
  const found = admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .where('investment.investor_id', '=', investorId)
    .where('entry.kind', '<>', 'void')
  const rows = await found
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('ledger_entry as voiding', 'voiding.voids_id', 'entry.id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select([
      'entry.id',
      'entry.investment_id',
      'entry.kind',
      'entry.amount_cents',
      'entry.dated_on',
    ])
    .select(['project.name as project', 'receipt.number', 'voiding.id as void_id'])
    .orderBy('entry.dated_on', 'desc')
    .orderBy('entry.recorded_at', 'desc')
    .limit(count)
    .$narrowType<{ kind: InvestorPayment['kind'] }>()
    .execute()
  const { total } = await found
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const payments = rows.map((row) => ({
    id: row.id,
    investmentId: row.investment_id,
    project: row.project,
    kind: row.kind,
    amount: row.amount_cents,
    on: row.dated_on,
    receiptNumber: row.number,
    isVoided: row.void_id !== null,
  }))
  return { payments, total: Number(total) }
}
