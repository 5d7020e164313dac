import type { AdminActor } from '../../platform/database/database.server.ts'

/** The lines of the current plans of these investments, one investment after another; `id` is the investment's. */
export function currentPlanLines(admin: AdminActor, investmentIds: string[]) {
  return admin.tx
    .selectFrom('plan_line as line')
    .innerJoin('payment_plan as plan', 'plan.id', 'line.plan_id')
    .innerJoin('investment', (join) =>
      join
        .onRef('investment.id', '=', 'plan.investment_id')
        .onRef('investment.plan_version', '=', 'plan.version'),
    )
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .leftJoin('milestone', 'milestone.id', 'line.milestone_id')
    .select(['investment.id', 'payment_reference.code as reference', 'project.name as project'])
    .select(['investor.full_name as investor', 'investor.email as investor_email'])
    .select([
      'plan.version',
      'plan.agreed_on',
      'plan.reason',
      'line.position',
      'line.label',
      'line.due_on',
    ])
    .select(['milestone.name as milestone', 'line.days_after', 'line.amount_cents'])
    .select('line.open_cents')
    .where('investment.id', 'in', investmentIds)
    .orderBy('investment.id')
    .orderBy('line.position')
    .execute()
}
