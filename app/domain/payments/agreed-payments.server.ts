import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, subtract } from '../../values/money.ts'
import type { InvestmentForEdit } from '../investments/find-investment.server.ts'
import { type AgreedPayment, dueOnceReceived } from './due-payment.ts'

/**
 * Payments agreed with an amount, in order, paid ones included; not the current one if nothing was paid. With a payment
 * plan, its lines that have a day; none while the investment is cancelled or archived.
 */
export async function agreedPayments(
  admin: AdminActor,
  investmentId: string,
): Promise<AgreedPayment[]> {
  const rows = await admin.tx
    .selectFrom('agreed_payment')
    .select(['due_on', 'amount_cents', 'until_cents', sql<boolean>`false`.as('of_plan')])
    .where('investment_id', '=', investmentId)
    .unionAll(linesOfPlan(admin, investmentId))
    .orderBy('until_cents')
    .execute()
  return rows.flatMap(({ due_on, amount_cents, until_cents, of_plan }) =>
    amount_cents === null || until_cents === null
      ? []
      : [{ on: due_on, amount: amount_cents, until: until_cents, ofPlan: of_plan }],
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
    .select(sql<boolean>`true`.as('of_plan'))
    .where('investment.id', '=', investmentId)
    .where('investment.archived_at', 'is', null)
    .where('investment.status', '<>', 'cancelled')
    .where('plan_line.due_on', 'is not', null)
    .$narrowType<{ due_on: CalendarDate }>()
}

/**
 * Whether an entry is older than every agreement, or imported, so that its void leaves what is due.
 * @internal
 */
export async function precedesAgreed(admin: AdminActor, entryId: string): Promise<boolean> {
  const { rows } = await sql<{ older: boolean }>`
    select app.precedes_agreed(${entryId}) as older`.execute(admin.tx)
  return rows[0]?.older ?? false
}

type Standing = Pick<
  InvestmentForEdit,
  'id' | 'received' | 'nextPaymentOn' | 'nextPaymentAmount' | 'hasPlan'
>

/** The next payment after the void of an entry, which takes back `amount` cents with what it closed. */
export async function dueOnceVoided(
  admin: AdminActor,
  { id, received, nextPaymentOn: on, nextPaymentAmount: due, hasPlan }: Standing,
  entry: { id: string; amount: Cents },
): Promise<ReturnType<typeof dueOnceReceived>> {
  if (!hasPlan && (await precedesAgreed(admin, entry.id)))
    return on && due !== null ? { on, amount: due } : null
  return dueOnceReceived(await agreedPayments(admin, id), subtract(received, entry.amount))
}
