import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { AgreedPayment } from './due-payment.ts'

/**
 * Payments agreed with an amount, in order, paid ones included; not the current one if nothing was paid. With a payment
 * plan, its lines that have a day.
 */
export async function agreedPayments(
  admin: AdminActor,
  investmentId: string,
): Promise<AgreedPayment[]> {
  const rows = await admin.tx
    .selectFrom('agreed_payment')
    .select(['due_on', 'amount_cents', 'until_cents'])
    .where('investment_id', '=', investmentId)
    .unionAll(linesOfPlan(admin, investmentId))
    .orderBy('until_cents')
    .execute()
  return rows.flatMap(({ due_on, amount_cents, until_cents }) =>
    amount_cents === null || until_cents === null
      ? []
      : [{ on: due_on, amount: amount_cents, until: until_cents }],
  )
}

/** An investment with a plan has no other agreed payments. */
function linesOfPlan({ tx }: AdminActor, investmentId: string) {
  return tx
    .selectFrom('plan_line')
    .innerJoin('payment_plan', 'payment_plan.id', 'plan_line.plan_id')
    .innerJoin('investment', (join) =>
      join
        .onRef('investment.id', '=', 'payment_plan.investment_id')
        .onRef('investment.plan_version', '=', 'payment_plan.version'),
    )
    .select(['plan_line.due_on', 'plan_line.amount_cents', 'plan_line.until_cents'])
    .where('investment.id', '=', investmentId)
    .where('plan_line.due_on', 'is not', null)
    .$narrowType<{ due_on: CalendarDate }>()
}

/** Whether an entry is older than every agreement, or imported, so that its void leaves what is due. */
export async function precedesAgreed(admin: AdminActor, entryId: string): Promise<boolean> {
  const { rows } = await sql<{ older: boolean }>`
    select app.precedes_agreed(${entryId}) as older`.execute(admin.tx)
  return rows[0]?.older ?? false
}
