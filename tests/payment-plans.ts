import type { Cents } from '../app/values/money.ts'
import { asSuperuser } from './database.ts'

export type LineOfPlan = {
  amount: Cents
  dueOn?: string
  milestoneId?: string
  days?: number
  label?: string
}

/** Agrees a plan as the owner of the database, as the next version; the investment's amount becomes the plan's. */
export function aPlan(
  investmentId: string,
  lines: LineOfPlan[],
  agreedOn = '2026-02-01',
): Promise<string> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('begin')
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n)
    await client.query('update app.investment set amount_cents = $2 where id = $1', [
      investmentId,
      total,
    ])
    const { rows } = await client.query<{ id: string }>(
      `insert into app.payment_plan (investment_id, version, amount_cents, agreed_on, reason)
       select id, coalesce(plan_version, 0) + 1, amount_cents, $2, 'Agreed' from app.investment where id = $1 returning id`,
      [investmentId, agreedOn],
    )
    const id = rows[0]?.id ?? ''
    await client.query(
      `insert into app.plan_line (plan_id, position, amount_cents, due_on, milestone_id, days_after, label)
       select $1, position, (line ->> 'amount')::bigint, (line ->> 'dueOn')::date, (line ->> 'milestoneId')::uuid,
         (line ->> 'days')::integer, line ->> 'label'
       from jsonb_array_elements($2) with ordinality l (line, position) order by position`,
      [id, JSON.stringify(lines.map((line) => ({ ...line, amount: String(line.amount) })))],
    )
    await client.query('commit')
    return id
  })
}

/** A milestone after the others of its project. */
export function aMilestone(projectId: string, name = 'Roof'): Promise<string> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      `insert into app.milestone (project_id, position, name)
       select $1, count(*) + 1, $2 from app.milestone where project_id = $1 returning id`,
      [projectId, name],
    )
    return rows[0]?.id ?? ''
  })
}

/** Says with a picture that a milestone was reached on a day. */
export function aReachedMilestone(milestoneId: string, on: string): Promise<void> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `with picture as (insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id),
       reached as (insert into app.milestone_reached
           (milestone_id, reached_on, certifier_name, certifier_profession, certifier_licence)
         values ($1, $2, 'Amina Yusuf', 'Architect', 'A-123') returning id)
       insert into app.milestone_picture select reached.id, picture.id, 1, 'What was built', $2 from reached, picture`,
      [milestoneId, on],
    )
  })
}

/** Takes back that a milestone was reached. */
export function aVoidedMilestone(milestoneId: string): Promise<void> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `insert into app.milestone_void (reached_id, reason) select reached_id, 'Wrong house' from app.milestone where id = $1`,
      [milestoneId],
    )
  })
}
