import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anInvestor, aProject } from '../../../tests/people.ts'

const kept = `select subject, kind, sum(count)::int as count, sum(amount_cents)::bigint::text as amount,
    sum(received_cents)::bigint::text as received
  from app.counter group by 1, 2 having sum(count) <> 0 order by 1, 2`
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
const projectId = await aProject('Counted House')
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
  agree: async (_, turn) =>
    change(
      `update app.investment i set invested_on = $2 where id = $1
         and not exists (select from app.ledger_entry where investment_id = i.id) returning id`,
      [added[turn % Math.max(1, added.length)], `2025-0${1 + (turn % 9)}-15`],
    ),
  remove: async (_, turn) =>
    change(
      `delete from app.investment i where id = $1 and status <> 'active'
         and not exists (select from app.ledger_entry where investment_id = i.id) returning id`,
      [added[turn % Math.max(1, added.length)]],
    ),
  fold: async () => change('select app.fold_counters()::text as id'),
}

test('the counters agree with the rows, after random work (MIV-001)', {
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

test('two who count at the same time lose nothing', async () => {
  await Promise.all([0, 1, 2, 0, 1, 2].map((person, turn) => acts.invest?.(person, turn)))
  await expectTheSame()
})
