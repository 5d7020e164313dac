import { sql } from 'kysely'
import type { Actor, AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { PlanLine } from './plan-state.ts'

/** One version of an investment's plan; the lines of earlier ones say what was agreed, not what is open. */
export type PaymentPlan = {
  id: string
  version: number
  amount: Cents
  agreedOn: CalendarDate
  reason: string | null
  createdAt: Date
  lines: PlanLine[]
}

/** What is to be paid on a day. */
export type Instalment = { dueOn: CalendarDate; open: Cents }

/** The versions of an investment's plan, the current one first; investors see their own. */
export async function plansOf(
  reader: AdminActor | InvestorReader,
  investmentId: string,
): Promise<PaymentPlan[]> {
  const plans = await reader.tx
    .selectFrom('payment_plan')
    .select(['id', 'version', 'amount_cents', 'agreed_on', 'reason', 'created_at'])
    .where('investment_id', '=', investmentId)
    .orderBy('version', 'desc')
    .limit(50)
    .execute()
  if (plans.length === 0) return []
  const lines = await linesOf(
    reader,
    plans.map(({ id }) => id),
  )
  return plans.map((plan) => ({
    id: plan.id,
    version: plan.version,
    amount: plan.amount_cents,
    agreedOn: plan.agreed_on,
    reason: plan.reason,
    createdAt: plan.created_at,
    lines: lines.flatMap(({ planId, line }) => (planId === plan.id ? [line] : [])),
  }))
}

async function linesOf(reader: AdminActor | InvestorReader, planIds: string[]) {
  const rows = await reader.tx
    .selectFrom('plan_line')
    .leftJoin('milestone', 'milestone.id', 'plan_line.milestone_id')
    .select(['plan_line.plan_id', 'plan_line.position', 'plan_line.label'])
    .select(['plan_line.amount_cents', 'plan_line.open_cents', 'plan_line.due_on'])
    .select(['plan_line.milestone_id', 'plan_line.days_after', 'milestone.name as milestone'])
    .where('plan_line.plan_id', 'in', planIds)
    .orderBy('plan_line.position')
    .execute()
  return rows.map((row) => ({
    planId: row.plan_id,
    line: {
      position: row.position,
      label: row.label,
      amount: row.amount_cents,
      open: row.open_cents,
      dueOn: row.due_on,
      milestone:
        row.milestone_id === null ? null : { id: row.milestone_id, name: row.milestone ?? '' },
      daysAfter: row.days_after,
    },
  }))
}

/** The people whose plan waits, or with `ever` once waited, for a milestone; none for cancelled investments. For reactions. */
export async function investorsAwaiting(
  { tx }: Actor,
  milestoneId: string,
  { ever }: { ever: boolean },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('plan_line as line')
    .innerJoin('payment_plan as plan', 'plan.id', 'line.plan_id')
    .innerJoin('investment', 'investment.id', 'plan.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select('investor.id')
    .distinct()
    .where('line.milestone_id', '=', milestoneId)
    .where('investment.status', '<>', 'cancelled')
    .where('investment.archived_at', 'is', null)
    .where('investor.archived_at', 'is', null)
    .where(sql<boolean>`(${ever} or plan.version = investment.plan_version)`)
    .execute()
  return rows.map(({ id }) => id)
}

/** What each person has to pay on which days because a milestone was reached, by their ids. For reactions. */
export async function instalmentsOpenedBy(
  { tx }: Actor,
  milestoneId: string,
): Promise<Map<string, Instalment[]>> {
  const rows = await tx
    .selectFrom('due_lines')
    .select(['investor_id', 'due_on'])
    .select(sql<Cents>`sum(open_cents)::bigint`.as('open'))
    .where('milestone_id', '=', milestoneId)
    .where('due_on', 'is not', null)
    .where('nearly_paid', '=', false)
    .groupBy(['investor_id', 'due_on'])
    .orderBy('due_on')
    .execute()
  const instalments = rows.flatMap(({ investor_id: investorId, due_on: dueOn, open }) =>
    investorId && dueOn ? [{ investorId, dueOn, open }] : [],
  )
  return Map.groupBy(instalments, ({ investorId }) => investorId)
}

/** What reaching a milestone makes due on a day, of how many people. */
export type OpenedAmount = { dueOn: CalendarDate; amount: Cents; investors: number }

/**
 * What becomes due on which days once a milestone is reached on `reachedOn`, by the plans that wait for it: their lines are
 * filled again in the order of the days they would have.
 */
export async function openedIfReached(
  { tx }: AdminActor,
  milestoneId: string,
  reachedOn: CalendarDate,
): Promise<OpenedAmount[]> {
  const { rows } = await sql<OpenedAmount>`
    with lines as (
      select line.plan_id, line.investor_id, line.milestone_id, line.position, line.amount_cents, investment.received_cents,
        case when line.milestone_id = ${milestoneId} then greatest(${reachedOn}::date + line.days_after, plan.agreed_on)
          else line.due_on end as due_on
      from plan_line line join payment_plan plan on plan.id = line.plan_id
        join investment on investment.id = line.investment_id
      where line.plan_id in (select waiting.plan_id from plan_line waiting
        where waiting.milestone_id = ${milestoneId} and waiting.live and waiting.due_on is null)),
    filled as (
      select investor_id, milestone_id, due_on, amount_cents, least(amount_cents, sum(amount_cents) over (
        partition by plan_id order by due_on nulls last, position) - received_cents) as open_cents from lines)
    select due_on as "dueOn", sum(open_cents)::bigint as amount, count(distinct investor_id)::int as investors
    from filled where milestone_id = ${milestoneId} and open_cents > 0 and open_cents * 200 >= amount_cents
    group by 1 order by 1`.execute(tx)
  return rows
}

/** Ten investments whose plan, also an earlier one, has a line with this milestone, with their investors by name. */
export async function plansWithMilestone({ tx }: AdminActor, milestoneId: string) {
  return tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select(['investment.id', 'investment.status', 'investor.full_name as investor'])
    .where((row) =>
      row.exists(
        row
          .selectFrom('plan_line')
          .select('plan_line.position')
          .whereRef('plan_line.investment_id', '=', 'investment.id')
          .where('plan_line.milestone_id', '=', milestoneId),
      ),
    )
    .orderBy('investor.full_name')
    .orderBy('investment.id')
    .limit(10)
    .execute()
}
