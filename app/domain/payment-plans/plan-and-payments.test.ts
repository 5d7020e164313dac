import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anOpenedEdit, investmentInFull, sendPayment } from '../../../tests/ledger.ts'
import {
  aMilestone,
  aPlan,
  aReachedMilestone,
  aVoidedMilestone,
} from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import type { EditInvestmentInput } from '../investment-changes/edit-investment-schema.ts'
import { voidEntry } from '../payments/void-entry.server.ts'

const admin = await anAdmin()
const { investorId } = await anInvestor('Hodan Abdi')

async function aPlannedInvestment() {
  const projectId = await aProject()
  const roof = await aMilestone(projectId, 'Roof')
  const id = await anInvestment(investorId, projectId, usd('1,000'))
  await aPlan(id, [
    { amount: usd('400'), dueOn: '2026-04-01' },
    { amount: usd('300'), milestoneId: roof, days: 14 },
    { amount: usd('300'), dueOn: '2026-08-01' },
  ])
  return { id, projectId, roof }
}

const next = async (id: string) => {
  const { nextPaymentOn, nextPaymentAmount } = await investmentInFull(admin, id)
  return [nextPaymentOn, nextPaymentAmount]
}
const edit = async (id: string, changes: Partial<EditInvestmentInput>) => {
  const form = await anOpenedEdit(admin, id)
  return as(admin, (actor) => editInvestment(actor, id, { ...form, ...changes }))
}
const pay = (id: string, amount: string) => sendPayment(admin, id, { amount: usd(amount) })

test('PLAN-003 the amount of an investment with a plan changes with a new plan only, and its next payment is not typed', async () => {
  const { id } = await aPlannedInvestment()
  expect(await edit(id, { amount: usd('2,000') })).toEqual({ refused: 'amount-of-plan' })
  expect(
    await edit(id, { nextPaymentOn: day('2026-12-01'), nextPaymentAmount: usd('5,000') }),
  ).toEqual({ investmentId: id })
  expect(await next(id)).toEqual(['2026-04-01', usd('400')])
  await expect(
    change('update app.investment set amount_cents = amount_cents + 1 where id = $1', [id]),
  ).rejects.toThrow('a payment plan comes to the amount of its investment')
})

test('PLAN-004 a payment leaves the next payment to the plan, and its void fills the lines again', async () => {
  const { id } = await aPlannedInvestment()
  const paid = await sendPayment(admin, id, {
    amount: usd('150'),
    nextPaymentOn: day('2026-05-05'),
    nextPaymentAmount: usd('850'),
  })
  expect(paid).toHaveProperty('paymentId')
  expect(await next(id)).toEqual(['2026-04-01', usd('250')])
  await pay(id, '249')
  expect(await next(id), 'a dollar of 400 counts as paid').toEqual(['2026-08-01', usd('301')])
  if (!('paymentId' in paid)) throw new Error('refused')
  await as(admin, (actor) =>
    voidEntry(actor, {
      key: randomUUID(),
      entryId: paid.paymentId,
      reason: 'Bounced',
      voidedOn: day('2026-06-01'),
    }),
  )
  expect(await next(id)).toEqual(['2026-04-01', usd('151')])
})

test('PLAN-006 money fills the lines that have a day first; a milestone that is reached gives its line a day, a void takes it', async () => {
  const { id, roof } = await aPlannedInvestment()
  await pay(id, '700')
  expect(await next(id)).toEqual([null, null])
  await aReachedMilestone(roof, '2026-05-10')
  expect(await next(id)).toEqual(['2026-08-01', usd('300')])
  await aVoidedMilestone(roof)
  expect(await next(id)).toEqual([null, null])
  await aReachedMilestone(roof, '2026-08-10')
  expect(await next(id)).toEqual(['2026-08-24', usd('300')])
})

test('PLAN-007 an investment whose plan waits for milestones keeps its project', async () => {
  const { id } = await aPlannedInvestment()
  const other = await aProject('Coastal Villas')
  expect(await edit(id, { projectId: other })).toEqual({ refused: 'plan-waits' })
  await expect(
    change('update app.investment set project_id = $2 where id = $1', [id, other]),
  ).rejects.toThrow('the payment plan waits for milestones of the project')
  await aPlan(id, [{ amount: usd('1,000'), dueOn: '2026-04-01' }])
  expect(await edit(id, { projectId: other })).toEqual({ investmentId: id })
})

test('PLAN-008 a plan is not due while the investment is cancelled, and due again when it is resumed', async () => {
  const { id } = await aPlannedInvestment()
  const due = async () => {
    const { rows } = await change<{ cents: string | null }>(
      'select sum(open_cents) as cents from app.due_lines where investment_id = $1',
      [id],
    )
    return rows[0]?.cents
  }
  expect(await due()).toBe('100000')
  await edit(id, { status: 'cancelled' })
  expect(await due()).toBeNull()
  expect(await next(id)).toEqual([null, null])
  await edit(id, { status: 'active' })
  expect(await due()).toBe('100000')
  expect(await next(id)).toEqual(['2026-04-01', usd('400')])
})

test('PLAN-009 the database refuses plans that do not add up, are due before the agreement, wait for other projects or change', async () => {
  const { id, projectId } = await aPlannedInvestment()
  const other = await aMilestone(await aProject('Pier House'))
  const agree = (lines: string, version = 2) =>
    change(
      `with plan as (insert into app.payment_plan (investment_id, version, amount_cents, agreed_on, reason)
         values ('${id}', ${version}, 100000, '2026-03-01', 'New terms') returning id)
       insert into app.plan_line (plan_id, position, amount_cents, due_on, milestone_id, days_after)
       select plan.id, l.position, l.cents, l.due_on::date, l.milestone::uuid, l.days
       from plan, (values ${lines}) l (position, cents, due_on, milestone, days)`,
    )
  await expect(agree("(1, 99999, '2026-04-01', null, null::integer)")).rejects.toThrow(
    'amount exactly',
  )
  await expect(agree("(1, 100000, '2026-01-31', null, null::integer)")).rejects.toThrow(
    'before the agreement',
  )
  await expect(agree(`(1, 100000, null, '${other}', 3)`)).rejects.toThrow('its own project')
  await expect(agree("(1, 100000, '2026-04-01', null, null::integer)", 3)).rejects.toThrow(
    'follows the current',
  )
  await expect(
    change(
      `insert into app.payment_plan (investment_id, version, amount_cents, agreed_on, reason)
       values ($1, 2, 100000, '2026-03-01', 'New terms')`,
      [id],
    ),
  ).rejects.toThrow('has lines')
  await expect(
    change('update app.plan_line set amount_cents = 1 where investment_id = $1', [id]),
  ).rejects.toThrow('never changes')
  await expect(
    change("update app.payment_plan set agreed_on = '2026-02-02' where investment_id = $1", [id]),
  ).rejects.toThrow('append-only')
  await expect(
    change('delete from app.milestone where project_id = $1', [projectId]),
  ).rejects.toThrow('plan_line')
})
