import type { Insert } from './rows-of-a-plan.ts'

/** Only what is public can be asked for, so it is another project. */
export async function askToInvest(insert: Insert, investorId: string) {
  const projectId = await insert(
    `insert into app.project (slug, name, location, total_value_cents, target_cents, published)
     values ($1, 'Open House', 'Nairobi', 100000000, 100000000, true) returning id`,
    `open-${investorId}`,
  )
  const unitId = await insert(
    "insert into app.project_unit (project_id, name, price_cents) values ($1, 'Apartment A-1', 100000) returning id",
    projectId,
  )
  await insert(
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at, unit_id)
     values ($1, $2, 100000, now(), $3) returning id`,
    investorId,
    projectId,
    unitId,
  )
  await insert(
    'insert into app.request_draft (investor_id, project_id, amount_cents) values ($1, $2, 1)',
    investorId,
    projectId,
  )
  // Not public any longer: no one but its investor sees it.
  await insert('update app.project set published = false where id = $1', projectId)
}
