import { expect, test } from 'vitest'
import { installSoundly, run, tamper, verdictOn } from '../sound-installation.ts'

installSoundly()

const investment = '00000000-0000-7000-8000-000000000003'

test('PLAN-005 verify computes payment plans again and finds every line, day and next payment that was changed', async () => {
  await run(`
    insert into app.milestone (project_id, position, name) values ('00000000-0000-7000-8000-000000000002', 1, 'Roof');
    with plan as (insert into app.payment_plan (investment_id, version, amount_cents, agreed_on)
      values ('${investment}', 1, 100000, '2026-02-01') returning id)
    insert into app.plan_line (plan_id, position, amount_cents, due_on, milestone_id, days_after)
      select plan.id, 1, 60000, '2026-03-01'::date, null::uuid, null::integer from plan
      union all select plan.id, 2, 40000, null, m.id, 14 from plan, app.milestone m`)
  await run(`with picture as (insert into app.picture (width, height, placeholder) values (1, 1, '') returning id),
    reached as (insert into app.milestone_reached (milestone_id, reached_on, certifier_name, certifier_profession, certifier_licence)
      select id, '2026-04-01', 'Amina Yusuf', 'Architect', 'A-1' from app.milestone returning id)
    insert into app.milestone_picture select reached.id, picture.id, 1, 'A roof', '2026-04-01' from reached, picture`)
  const found = async () => (await verdictOn('Payment plans')).findings
  expect(await found()).toEqual([])
  const line = 'what a line lacks, and its day, follow from the ledger and milestones'
  const next = 'the next payment of an investment with a plan follows from its lines'
  const current = 'the current plan is the newest and comes to the amount of its investment'
  const changes = {
    'update app.plan_line set open_cents = open_cents - 1 where position = 1': line,
    'update app.plan_line set until_cents = until_cents - 1 where position = 1': line,
    'update app.plan_line set live = false where position = 2': line,
    "update app.plan_line set due_on = '2026-04-16' where position = 2": line,
    'update app.plan_line set amount_cents = amount_cents + 1 where position = 1':
      'the lines of a plan come to its amount',
    'update app.investment set next_payment_cents = next_payment_cents + 1': next,
    "update app.investment set next_payment_on = '2026-03-02'": next,
    'update app.investment set plan_version = null': current,
    'update app.investment set amount_cents = amount_cents + 1': current,
    'update app.milestone set reached_id = null':
      'a milestone is reached by what was not voided, with a picture or a document',
    'delete from app.milestone_picture':
      'a milestone is reached by what was not voided, with a picture or a document',
  }
  const kept = `create table kept_line as table app.plan_line; create table kept_investment as table app.investment;
    create table kept_milestone as table app.milestone; create table kept_picture as table app.milestone_picture`
  await tamper(kept)
  for (const [change, sentence] of Object.entries(changes)) {
    await tamper(change)
    expect((await found()).join(), change).toContain(sentence)
    await tamper(`delete from app.plan_line; insert into app.plan_line select * from kept_line;
      delete from app.milestone_picture; insert into app.milestone_picture select * from kept_picture;
      update app.milestone m set reached_id = k.reached_id from kept_milestone k where k.id = m.id;
      update app.investment i set amount_cents = k.amount_cents, next_payment_on = k.next_payment_on,
        next_payment_cents = k.next_payment_cents, plan_version = k.plan_version from kept_investment k where k.id = i.id`)
    expect(await found(), `after ${change}`).toEqual([])
  }
})
