import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { planLineRow } from '../payment-plans/agree-plan.server.ts'
import type { NewPlanLine } from '../payment-plans/plan-line.ts'
import type { NamedInvestment } from './named-investments.server.ts'
import type { FilePlan, PlanFacts } from './plan-rows.ts'

type Facts = Omit<PlanFacts, 'blocked'> & { version: number }

/** What the plans of these investments are compared with; `version` is the number of a new one. */
export async function planFactsOf(
  admin: AdminActor,
  investments: readonly NamedInvestment[],
): Promise<(investment: NamedInvestment) => Facts> {
  const ids = investments.map(({ id }) => id)
  const plans = new Map((await currentPlans(admin, ids)).map((plan) => [plan.investment_id, plan]))
  const lines = await linesByPlan(
    admin,
    [...plans.values()].map(({ id }) => id),
  )
  const milestones = await milestonesByProject(admin, [
    ...new Set(investments.map(({ project_id }) => project_id)),
  ])
  return ({ id, amount_cents: amount, project, project_id }) => {
    const plan = plans.get(id)
    const current = plan && {
      agreedOn: plan.agreed_on,
      first: plan.first_on,
      lines: lines.get(plan.id)?.map(asLine) ?? [],
    }
    return {
      amount,
      project,
      current: current ?? null,
      version: (plan?.version ?? 0) + 1,
      milestones: milestones.get(project_id) ?? [],
    }
  }
}

function currentPlans({ tx }: AdminActor, investmentIds: string[]) {
  return tx
    .selectFrom('payment_plan as plan')
    .innerJoin('investment', (join) =>
      join
        .onRef('investment.id', '=', 'plan.investment_id')
        .onRef('investment.plan_version', '=', 'plan.version'),
    )
    .select(['plan.id', 'plan.investment_id', 'plan.version', 'plan.agreed_on'])
    .select(
      sql<CalendarDate>`(select min(p.agreed_on) from payment_plan p where p.investment_id = plan.investment_id)`.as(
        'first_on',
      ),
    )
    .where(sql<SqlBool>`plan.investment_id = any(${investmentIds}::uuid[])`)
    .execute()
}

async function linesByPlan({ tx }: AdminActor, planIds: string[]) {
  const rows = await tx
    .selectFrom('plan_line')
    .select(['plan_id', 'label', 'amount_cents', 'due_on', 'milestone_id', 'days_after'])
    .where(sql<SqlBool>`plan_id = any(${planIds}::uuid[])`)
    .orderBy('plan_id')
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ plan_id }) => plan_id)
}

type LineRow = NonNullable<ReturnType<Awaited<ReturnType<typeof linesByPlan>>['get']>>[number]

function asLine({
  label,
  amount_cents: amount,
  due_on,
  milestone_id,
  days_after,
}: LineRow): NewPlanLine {
  if (milestone_id !== null)
    return {
      label,
      amount,
      due: { kind: 'milestone', milestoneId: milestone_id, days: days_after ?? 0 },
    }
  if (due_on === null) throw new Error('a line has no day and no milestone')
  return { label, amount, due: { kind: 'date', on: due_on } }
}

async function milestonesByProject({ tx }: AdminActor, projectIds: string[]) {
  const rows = await tx
    .selectFrom('milestone')
    .leftJoin('milestone_reached as reached', 'reached.id', 'milestone.reached_id')
    .select(['milestone.id', 'milestone.name', 'project_id', 'reached.reached_on as reachedOn'])
    .where(sql<SqlBool>`project_id = any(${projectIds}::uuid[])`)
    .execute()
  return Map.groupBy(rows, ({ project_id }) => project_id)
}

/** A plan of a file, as the next version of its investment. */
export type ImportedPlan = FilePlan & { investmentId: string; version: number; amount: Cents }

const linesAtATime = 1000

/** Adds plans that were checked, the lines of each in one statement. */
export async function addPlans(admin: AdminActor, plans: readonly ImportedPlan[]): Promise<void> {
  let portion: ImportedPlan[] = []
  for (const plan of plans) {
    portion.push(plan)
    if (portion.reduce((count, { lines }) => count + lines.length, 0) < linesAtATime) continue
    await addPortion(admin, portion)
    portion = []
  }
  await addPortion(admin, portion)
}

async function addPortion({ tx, userId }: AdminActor, plans: readonly ImportedPlan[]) {
  if (plans.length === 0) return
  const rows = plans.map((plan) => ({ ...plan, id: randomUUID() }))
  await tx
    .insertInto('payment_plan')
    .values(
      rows.map(({ id, investmentId, version, amount, agreedOn, reason }) => ({
        id,
        investment_id: investmentId,
        version,
        amount_cents: amount,
        agreed_on: agreedOn,
        reason,
        created_by: userId,
      })),
    )
    .execute()
  const lines = rows.flatMap(({ id: planId, investmentId, lines: ofPlan }) =>
    ofPlan.map((line, place) => planLineRow(line, place, { planId, investmentId })),
  )
  await tx.insertInto('plan_line').values(lines).execute()
}
