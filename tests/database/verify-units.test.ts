import { expect, test } from 'vitest'
import { installSoundly, run, tamper, verdictOn } from '../sound-installation.ts'

installSoundly()

const id = (last: string) => `00000000-0000-7000-8000-0000000000${last}`
const [anna, project, mine, ben, unit, other] = ['01', '02', '03', '0b', '0c', '0d'].map(id)

test('UNIT-023 (issue 33) verify finds a unit with two holders, more than all shares, and a unit that is not of the project', async () => {
  await run(`
    insert into app.project_unit (id, project_id, name) values ('${unit}', '${project}', 'A-1');
    insert into app.project (id, slug, name, location, total_value_cents)
      values ('${other}', 'other', 'Other', 'Nairobi', 100000000);
    update app.investment set unit_id = '${unit}' where id = '${mine}';
    insert into app.investor (id, email, full_name, joined_on) values ('${ben}', 'ben@example.com', 'Ben Otieno', '2026-01-01');
    insert into app.investment (investor_id, project_id, amount_cents, invested_on, share_bp)
      values ('${ben}', '${project}', 100000, '2026-02-01', 6000);
    insert into app.investment (investor_id, project_id, amount_cents, invested_on, unit_id, status, cancelled_on)
      values ('${ben}', '${project}', 100000, '2026-02-01', '${unit}', 'cancelled', '2026-02-02')`)
  const found = async () => (await verdictOn('Units and shares')).findings
  expect(await found()).toEqual([])
  await tamper(
    'drop index app.one_holder; create table kept as table app.investment; create table kept_unit as table app.project_unit',
  )
  const request = (reservedUntil: string, whose = ben) =>
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at, unit_id, reserved_until)
     values ('${whose}', '${project}', 1000, now(), '${unit}', ${reservedUntil})`
  const held = `a unit has one holder (unit ${unit})`
  const changes = {
    [`update app.investment set unit_id = '${unit}', share_bp = null where investor_id = '${ben}'`]:
      held,
    "update app.investment set status = 'active', cancelled_on = null": held,
    [request("now() + interval '1 day'")]: held,
    [request("now() - interval '1 day'")]: null,
    [request("now() + interval '1 day'", anna)]: null,
    [`update app.investment set unit_id = null, share_bp = 4001 where id = '${mine}'`]:
      'the shares of a project are at most 100%',
    [`update app.investment set unit_id = null, share_bp = 4000 where id = '${mine}'`]: null,
    [`update app.project_unit set project_id = '${other}'`]: 'owns a unit of its project',
    'update app.project_unit set archived_at = now()': 'owns a unit of its project',
    'update app.project_unit set share_bp = 100': 'owns a unit of its project',
    'delete from app.project_unit': 'owns a unit of its project',
  }
  for (const [change, sentence] of Object.entries(changes)) {
    await tamper(change)
    const findings = (await found()).join()
    if (sentence === null) expect(findings, change).toBe('')
    else expect(findings, change).toContain(sentence)
    await tamper(`delete from app.investment_request; delete from app.project_unit;
      insert into app.project_unit select * from kept_unit;
      update app.investment i set unit_id = k.unit_id, share_bp = k.share_bp, status = k.status,
        cancelled_on = k.cancelled_on from kept k where k.id = i.id`)
    expect(await found(), `after ${change}`).toEqual([])
  }
})
