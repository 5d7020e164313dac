import type { Actor } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

/** A payment as it is told to its investor. */
export type ReceivedPayment = { amount: Cents; receivedOn: CalendarDate; project: string; receiptNumber: string | null }

/** One payment with its project and receipt; null when it was voided or this actor may not see it. */
export async function findReceivedPayment(actor: Actor, paymentId: string): Promise<ReceivedPayment | null> {
  const row = await actor.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.amount_cents', 'entry.dated_on', 'project.name', 'receipt.number'])
    .where('entry.id', '=', paymentId)
    .where('entry.kind', '=', 'payment')
    .where((row) =>
      row.not(row.exists(row.selectFrom('ledger_entry as void').whereRef('void.voids_id', '=', 'entry.id'))),
    )
    .executeTakeFirst()
  if (!row) return null
  return { amount: row.amount_cents, receivedOn: row.dated_on, project: row.name, receiptNumber: row.number }
}

/** A void as it is told to its investor. */
export type VoidedPayment = { amount: Cents; project: string; reason: string }

/** What a void took back, and why; null when this actor may not see it. */
export async function findVoidedPayment(actor: Actor, voidId: string): Promise<VoidedPayment | null> {
  const row = await actor.tx
    .selectFrom('ledger_entry as void')
    .innerJoin('ledger_entry as payment', 'payment.id', 'void.voids_id')
    .innerJoin('investment', 'investment.id', 'void.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['payment.amount_cents', 'project.name', 'void.reason'])
    .where('void.id', '=', voidId)
    .executeTakeFirst()
  return row ? { amount: row.amount_cents, project: row.name, reason: row.reason ?? '' } : null
}
