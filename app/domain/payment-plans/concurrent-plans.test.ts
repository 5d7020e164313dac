import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { investmentInFull, sendPayment } from '../../../tests/ledger.ts'
import {
  aMilestone,
  aPlan,
  aReachedMilestone,
  aVoidedMilestone,
} from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { type Cents, usd } from '../../values/money.ts'
import { editMilestone, moveMilestone } from '../projects/change-milestones.server.ts'
import { agreePlan, type PlanInput } from './agree-plan.server.ts'

const admin = await anAdmin()
const { investorId } = await anInvestor('Hodan Abdi')

async function aPlannedInvestment() {
  const projectId = await aProject()
  const [roof, slab] = [await aMilestone(projectId, 'Roof'), await aMilestone(projectId, 'Slab')]
  const id = await anInvestment(investorId, projectId, usd('1,000'))
  await aPlan(id, [
    { amount: usd('400'), dueOn: '2026-04-01' },
    { amount: usd('600'), dueOn: '2026-08-01' },
  ])
  return { id, projectId, roof, slab }
}

const input = (amount: Cents, lines: PlanInput['lines'], version: number | null): PlanInput => ({
  key: randomUUID(),
  version,
  amount,
  agreedOn: day('2026-06-01'),
  reason: 'New terms',
  templateId: null,
  lines,
  beyondOffer: true,
})

/** No line, day or next payment differs from what it is computed to be. */
async function expectSound(id: string) {
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select 1 from app.plan_line l join app.filled_lines(array(select id from app.payment_plan where investment_id = $1)) f using (plan_id, position)
       join app.investment i on i.id = l.investment_id join app.payment_plan p on p.id = l.plan_id and p.version = i.plan_version
       cross join lateral app.next_of_plan(l.plan_id, i.received_cents) n
       where (l.due_on, l.until_cents, l.open_cents, l.live) is distinct from (f.due_on, f.until_cents, f.open_cents, f.live)
         or (i.next_payment_on, i.next_payment_cents) is distinct from (n.due_on, n.due_cents)`,
      [id],
    ),
  )
  expect(rows).toEqual([])
}

const refusedOf = (answer: object) => ('refused' in answer ? answer.refused : null)

test('PLAN-013 a payment recorded while a plan is replaced fills the new lines, and neither is lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await aPlannedInvestment()
    const lines: PlanInput['lines'] = [
      { label: null, amount: usd('300'), due: { kind: 'date', on: day('2026-07-01') } },
      { label: null, amount: usd('900'), due: { kind: 'date', on: day('2026-09-01') } },
    ]
    const [agreed, paid] = await Promise.all([
      as(admin, (actor) => agreePlan(actor, id, input(usd('1,200'), lines, null))),
      sendPayment(admin, id, { amount: usd('350') }),
    ])
    expect([refusedOf(agreed), refusedOf(paid)]).toEqual([null, null])
    expect(await investmentInFull(admin, id)).toMatchObject({
      amount: usd('1,200'),
      received: usd('350'),
      nextPaymentOn: '2026-09-01',
      nextPaymentAmount: usd('850'),
    })
    await expectSound(id)
  }
})

test('PLAN-014 of two plans agreed at the same time for the same version one is refused', async () => {
  const { id } = await aPlannedInvestment()
  const { version } = await investmentInFull(admin, id)
  const lines: PlanInput['lines'] = [
    { label: null, amount: usd('1,000'), due: { kind: 'date', on: day('2026-07-01') } },
  ]
  const answers = await Promise.all(
    [1, 2].map(() =>
      as(admin, (actor) => agreePlan(actor, id, input(usd('1,000'), lines, version))),
    ),
  )
  expect(answers.map(refusedOf).toSorted()).toEqual([null, 'version-conflict'].toSorted())
  const { rows } = await change('select 1 from app.payment_plan where investment_id = $1', [id])
  expect(rows).toHaveLength(2)
})

test('PLAN-015 a milestone reached or voided while plans that wait for it are agreed and paid gives every line its day', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, roof } = await aPlannedInvestment()
    const lines: PlanInput['lines'] = [
      { label: null, amount: usd('500'), due: { kind: 'milestone', milestoneId: roof, days: 14 } },
      { label: null, amount: usd('500'), due: { kind: 'date', on: day('2026-09-01') } },
    ]
    if (round % 2 === 1) await aReachedMilestone(roof, '2026-06-20')
    const [agreed, , paid] = await Promise.all([
      as(admin, (actor) => agreePlan(actor, id, input(usd('1,000'), lines, null))),
      round % 2 === 1 ? aVoidedMilestone(roof) : aReachedMilestone(roof, '2026-06-20'),
      sendPayment(admin, id, { amount: usd('100') }),
    ])
    expect([refusedOf(agreed), refusedOf(paid)]).toEqual([null, null])
    const { nextPaymentOn } = await investmentInFull(admin, id)
    expect(nextPaymentOn).toBe(round % 2 === 1 ? '2026-09-01' : '2026-07-04')
    await expectSound(id)
  }
})

test('PLAN-019 milestones are renamed and moved while plans that name them are agreed', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, projectId, roof, slab } = await aPlannedInvestment()
    const lines: PlanInput['lines'] = [
      {
        label: null,
        amount: usd('1,500'),
        due: { kind: 'milestone', milestoneId: roof, days: 14 },
      },
    ]
    const [agreed, edited, moved] = await Promise.all([
      as(admin, (actor) => agreePlan(actor, id, input(usd('1,500'), lines, null))),
      as(admin, (actor) =>
        editMilestone(
          actor,
          { projectId, milestoneId: roof },
          { version: 1, name: 'Roof of block A', plannedOn: null },
        ),
      ),
      as(admin, (actor) => moveMilestone(actor, projectId, { milestoneId: slab, place: 1 })),
    ])
    expect([refusedOf(agreed), refusedOf(moved)]).toEqual([null, null])
    expect(['version-conflict', null]).toContain(refusedOf(edited))
    await expectSound(id)
  }
})
