import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../tests/database.ts'
import { aDocument, anInvestor, aProject } from '../../tests/people.ts'

const kept = `select subject, kind, sum(count)::int as count, sum(amount_cents)::bigint::text as amount,
    sum(received_cents)::bigint::text as received
  from app.tally group by 1, 2 having sum(count) <> 0 order by 1, 2`
const counted = `select subject, kind, count::int, amount_cents::text as amount, received_cents::text as received
  from app.counted() where count > 0 order by 1, 2`

async function expectTheSame() {
  const [now, anew] = await asSuperuser(async (client) => [
    (await client.query(kept)).rows,
    (await client.query(counted)).rows,
  ])
  expect(now).toEqual(anew)
}

const people = await Promise.all([
  anInvestor('Anna Mwangi'),
  anInvestor('Ben Otieno'),
  anInvestor('Cynthia Achieng'),
])
const projectId = await aProject('Tally House')
const added: string[] = []

const acts: Record<string, (person: number, turn: number) => Promise<unknown>> = {
  invest: async (person, turn) => {
    const { rows } = await change(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
       values ($1, $2, $3, '2026-01-01', 'active') returning id`,
      [people[person]?.investorId, projectId, 100_000 + turn],
    )
    for (const { id } of rows) added.push(id)
  },
  pay: async (_, turn) =>
    change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
       select id, 'payment', least(20000, amount_cents - received_cents), '2026-02-01' from app.investment
       where id = $1 and received_cents < amount_cents and status <> 'cancelled' and archived_at is null returning id`,
      [added[turn % Math.max(1, added.length)]],
    ),
  takeBack: async (_, turn) =>
    change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
       select investment_id, 'void', -amount_cents, dated_on, id, 'Entered twice' from app.ledger_entry e
       where investment_id = $1 and kind <> 'void' and not exists (select from app.ledger_entry v where v.voids_id = e.id)
       limit 1 returning id`,
      [added[turn % Math.max(1, added.length)]],
    ),
  cancel: async (_, turn) =>
    change(
      `update app.investment set status = 'cancelled', cancelled_on = '2026-03-01'
       where id = $1 and status <> 'cancelled' returning id`,
      [added[turn % Math.max(1, added.length)]],
    ),
  archive: async (_, turn) =>
    change(
      `update app.investment set archived_at = case when archived_at is null then now() end
       where id = $1 and status <> 'active' returning id`,
      [added[turn % Math.max(1, added.length)]],
    ),
  await: async (_, turn) =>
    change(
      'update app.investment set next_payment_on = $2, next_payment_cents = $3 where id = $1 returning id',
      [
        added[turn % Math.max(1, added.length)],
        turn % 3 === 0 ? null : `2026-04-0${1 + (turn % 2)}`,
        // An amount without a day is refused.
        turn % 3 === 0 || turn % 5 === 0 ? null : 500 + turn,
      ],
    ),
  agree: async (_, turn) =>
    change(
      `update app.investment i set invested_on = $2 where id = $1
         and not exists (select from app.ledger_entry where investment_id = i.id) returning id`,
      [added[turn % Math.max(1, added.length)], `2025-0${1 + (turn % 9)}-15`],
    ),
  rename: async (person, turn) => {
    const name = `${['Zahra', 'abdi', 'محمد', 'Anna'][turn % 4]} ${turn}`
    await change('update app.investor set full_name = $2 where id = $1 returning id', [
      people[person]?.investorId,
      name,
    ])
    return change('update auth."user" set name = $2 where id = $1 returning id', [
      people[person]?.userId,
      name,
    ])
  },
  remove: async (_, turn) =>
    change(
      `delete from app.investment i where id = $1 and status <> 'active'
         and not exists (select from app.ledger_entry where investment_id = i.id) returning id`,
      [added[turn % Math.max(1, added.length)]],
    ),
  close: async (person) =>
    change(
      `update auth."user" set status = case status when 'active' then 'inactive' else 'active' end where id = $1 returning id`,
      [people[person]?.userId],
    ),
  signIn: async (person) =>
    change(
      `update auth."user" set last_signed_in_at = case when last_signed_in_at is null then now() end where id = $1 returning id`,
      [people[person]?.userId],
    ),
  write: async (person, turn) =>
    change(
      `insert into app.outbox (template, user_id, state) values ('receipt', $1, $2) returning id`,
      [people[person]?.userId, turn % 2 === 0 ? 'sent' : 'failed'],
    ),
  resend: async () =>
    change(`update app.outbox set state = 'sent' where state = 'failed' returning id`),
  file: async (person, turn) =>
    aDocument({
      title: `Paper ${turn}`,
      investorId: people[person]?.investorId ?? '',
      type: turn % 2 ? 'tax' : 'legal',
    }),
  retype: async (_, turn) =>
    change(
      `update app.document set document_type = case document_type when 'legal' then 'report' else 'legal' end
       where title = $1 returning id`,
      [`Paper ${turn}`],
    ),
  putAway: async () =>
    change(
      `update app.document set status = case status when 'active' then 'archived' else 'active' end returning id`,
    ),
  notify: async (_, turn) =>
    change(
      `insert into app.notification (title, message, notification_type, audience)
       values ('News', 'Read on', $1, 'all') returning id`,
      [turn % 2 === 0 ? 'general' : 'alert'],
    ),
  unsay: async () =>
    change(
      'delete from app.notification where id in (select id from app.notification limit 1) returning id',
    ),
  fold: async () => change('select app.fold_tallies()::text as id'),
}

test('what is kept of the lists is what there is, after random work (MIV-001)', {
  timeout: 30_000,
}, async () => {
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom(...Object.keys(acts)),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 0, max: 50 }),
    ),
    { minLength: 15, maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      for (const [act, person, turn] of chosen) await acts[act]?.(person, turn)
      await expectTheSame()
    }),
    { numRuns: 3, endOnFailure: true },
  )
})

test('two who count at once lose nothing', async () => {
  await Promise.all([0, 1, 2, 0, 1, 2].map((person, turn) => acts.invest?.(person, turn)))
  await expectTheSame()
})
