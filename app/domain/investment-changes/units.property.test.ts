import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anOffer, as } from '../../../tests/people.ts'
import {
  type Act,
  addAct,
  admin,
  bp,
  chooseAct,
  editAct,
  endAct,
  type Model,
  names,
  people,
  price,
  randomBy,
  requestAct,
  type World,
} from '../../../tests/units-model.ts'
import { usd } from '../../values/money.ts'
import { hundredPercent } from '../../values/percent.ts'
import { addUnits } from '../projects/change-units.server.ts'

async function aWorld(): Promise<World> {
  const { projectId, slug } = await anOffer({ target: usd('10,000,000') })
  const units = names.map((name) => ({
    name,
    share: name.endsWith('%') ? (bp(name) as never) : null,
    price,
  }))
  await as(admin, (actor) => addUnits(actor, projectId, { key: randomUUID(), units }))
  return { projectId, slug, model: { investments: [], requests: [] } }
}

/** What the database says is held, in the order of names. */
async function heldIn(projectId: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ owned: string; by: string }>(
      `select coalesce(u.name, trim_scale(h.share_bp / 100.0) || '%') as owned, h.investor_id as by from (
         select unit_id, share_bp, investor_id from app.investment
         where project_id = $1 and status <> 'cancelled' and num_nonnulls(unit_id, share_bp) = 1
         union all
         select unit_id, share_bp, investor_id from app.investment_request
         where project_id = $1 and status = 'pending' and reserved_until > now() and num_nonnulls(unit_id, share_bp) = 1) h
       left join app.project_unit u on u.id = h.unit_id`,
      [projectId],
    )
    return rows.map(({ owned, by }) => `${owned} ${by}`).toSorted()
  })
}

const heldBy = ({ investments, requests }: Model) =>
  [
    ...investments.filter(({ cancelled }) => !cancelled),
    ...requests.filter(({ open }) => open),
  ].flatMap(({ owned, by }) => (owned === null ? [] : [`${owned} ${people[by]?.investorId}`]))

async function expectSound({ projectId, model }: World, says: string) {
  const held = await heldIn(projectId)
  expect(held, says).toEqual(heldBy(model).toSorted())
  const names = held.map((line) => line.split(' ')[0] ?? '')
  const units = names.filter((name) => !name.endsWith('%'))
  expect(new Set(units).size, says).toBe(units.length)
  expect(
    names.reduce((sum, name) => sum + bp(name), 0),
    says,
  ).toBeLessThanOrEqual(hundredPercent)
}

test.each([1, 7, 42])(
  'UNIT-001 UNIT-002 units and shares follow the model through random acts, seed %i',
  async (seed) => {
    const random = randomBy(seed)
    const world = await aWorld()
    for (let step = 0; step < 300; step += 1) {
      const act = chooseAct(world, random)
      if (!act) continue
      const expected = act.expect(world.model)
      const answer = await act.run()
      const says = `seed ${seed}, step ${step}: ${act.says}`
      expect(answer !== false, says).toBe(expected)
      if (typeof answer === 'string') act.adopt?.(world.model, answer)
      await expectSound(world, says)
    }
    expect(world.model.investments.length).toBeGreaterThan(3)
    expect(world.model.requests.length).toBeGreaterThan(1)
  },
  120_000,
)

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

type Answer = Awaited<ReturnType<Act['run']>>

/** The order in which the model gives the same answers, if there is one. */
const findOrder = (from: Model, acts: Act[], answers: Answer[]) =>
  orders.find((order) => {
    const model = structuredClone(from)
    return order.every((place) => {
      const isExpected = acts[place]?.expect(model) === (answers[place] !== false)
      for (const added of [...model.investments, ...model.requests])
        if (added.id === 'new') added.id = `of ${place}`
      return isExpected
    })
  })

/** Open requests are withdrawn and an investment is cancelled, so that the next wave finds something free. */
async function letGo(model: Model) {
  const investment = model.investments.find((known) => !known.cancelled)
  const acts = [
    ...model.requests.filter(({ open }) => open).map((request) => endAct(request, 'withdraw')),
    ...(investment ? [editAct(investment, { status: 'cancelled' })] : []),
  ]
  for (const act of acts) {
    act.expect(model)
    await act.run()
  }
}

/** Two people after the same, and a third one or an investment that is resumed. */
function chooseWave(world: World, random: (below: number) => number): Act[] {
  const given = (name: string, by: number) =>
    random(2) === 0 ? addAct(world, by, name) : requestAct(world, by, name)
  const cancelled = world.model.investments.find((investment) => investment.cancelled)
  const name = names[random(names.length)] ?? 'A-1'
  const wanted = cancelled?.owned && random(2) === 0 ? cancelled.owned : name
  const third =
    cancelled?.owned && random(2) === 0 ? editAct(cancelled, { status: 'pending' }) : given(name, 2)
  return [given(wanted, 0), given(wanted, 1), third]
}

test.each([3, 11])(
  'UNIT-003 acts at the same moment end as if one came after the other, seed %i',
  async (seed) => {
    const random = randomBy(seed)
    const world = await aWorld()
    for (let wave = 0; wave < 12; wave += 1) {
      const acts = chooseWave(world, random)
      const answers = await Promise.all(acts.map((act) => act.run()))
      const fits = findOrder(world.model, acts, answers)
      const says = `seed ${seed}, wave ${wave}: ${acts.map((act) => act.says).join('; ')} → ${answers.join(', ')}`
      expect(fits, says).toBeDefined()
      for (const place of fits ?? []) {
        const [act, answer] = [acts[place], answers[place]]
        act?.expect(world.model)
        if (typeof answer === 'string') act?.adopt?.(world.model, answer)
      }
      await expectSound(world, says)
      await letGo(world.model)
    }
  },
  120_000,
)
