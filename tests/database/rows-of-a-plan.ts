/** Runs one statement as the command line would, and gives the id that it returns. */
export type Insert = (text: string, ...values: unknown[]) => Promise<string>

/** A milestone that was reached twice, the first time voided, a template, a plan that waits for it, and a reminder. */
export async function agreePlan(insert: Insert, paymentId: string, projectId: string) {
  const milestone = await insert(
    `insert into app.milestone (project_id, position, name) values ($1, 1, 'Roof') returning id`,
    projectId,
  )
  await reach(insert, milestone)
  await insert(
    `insert into app.milestone_void (reached_id, reason) select reached_id, 'Wrong house' from app.milestone where id = $1`,
    milestone,
  )
  await reach(insert, milestone)
  const template = await insert(
    `insert into app.plan_template (project_id, name) values ($1, 'Standard') returning id`,
    projectId,
  )
  await insert(
    `insert into app.plan_template_line (template_id, position, percent_bp, due_kind, due_on)
     values ($1, 1, 10000, 'date', '2026-05-01')`,
    template,
  )
  await insert(
    `with made as (insert into app.payment_plan (investment_id, version, amount_cents, agreed_on)
       select i.id, 1, i.amount_cents, i.invested_on from app.investment i join app.ledger_entry e on e.investment_id = i.id
       where e.id = $1 returning id, amount_cents)
     insert into app.plan_line (plan_id, position, amount_cents, milestone_id, days_after)
       select id, 1, amount_cents, $2, 14 from made`,
    paymentId,
    milestone,
  )
  await insert(
    `insert into app.reminder (investment_id, due_on, kind)
     select investment_id, '2026-05-01', -7 from app.ledger_entry where id = $1`,
    paymentId,
  )
  await insert(
    `insert into app.contact_note (investor_id, investment_id, note, contacted_on)
     select i.investor_id, i.id, 'Pays on Friday', '2026-05-02' from app.investment i
     join app.ledger_entry e on e.investment_id = i.id where e.id = $1`,
    paymentId,
  )
}

async function reach(insert: Insert, milestoneId: string) {
  const picture = await insert(
    `insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id`,
  )
  await insert(
    `with reached as (insert into app.milestone_reached
         (milestone_id, reached_on, certifier_name, certifier_profession, certifier_licence)
       values ($1, '2026-04-01', 'Amina Yusuf', 'Architect', 'A-123') returning id)
     insert into app.milestone_picture select id, $2, 1, 'A roof', '2026-04-01' from reached`,
    milestoneId,
    picture,
  )
}
