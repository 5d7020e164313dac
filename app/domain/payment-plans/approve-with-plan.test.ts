import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aRequest } from '../../../tests/investment-requests.ts'
import { aMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestor, anOffer, aProject, as, asPerson } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import { addDays, addMonths, type CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { approveRequestWithPlan } from './approve-with-plan.server.ts'
import { addTemplate, setTemplateArchived } from './change-templates.server.ts'
import type { TemplateDue, TemplateLine } from './plan-line.ts'
import { plansOf } from './plans.server.ts'

const [admin, anna] = [await anAdmin(), await anInvestor('Anna Mwangi')]
const today = clock.today()

const line = (share: number | Cents, due: TemplateDue): TemplateLine => ({
  label: null,
  percent: typeof share === 'number' ? basisPoints(share) : null,
  amount: typeof share === 'number' ? null : share,
  due,
})

async function aTemplate(projectId: string, lines: TemplateLine[]) {
  const added = await as(admin, (actor) =>
    addTemplate(actor, projectId, { key: randomUUID(), name: `Plan ${randomUUID()}`, lines }),
  )
  if ('refused' in added) throw new Error(added.refused)
  return added.templateId
}

const approve = (requestId: string, templateId: string | null, key = randomUUID()) =>
  as(admin, (actor) => approveRequestWithPlan(actor, requestId, { key, templateId }))

const madeOf = async (requestId: string) => {
  const { rows } = await change<{ status: string; investment_id: string | null }>(
    'select status, investment_id from app.investment_request where id = $1',
    [requestId],
  )
  return rows[0]
}

test('PLAN-010 approving a request with a template makes investment and plan together, once per key', async () => {
  const offered = await anOffer({ target: usd('90,000') })
  const roof = await aMilestone(offered.projectId, 'Roof')
  const templateId = await aTemplate(offered.projectId, [
    line(usd('1,000'), { kind: 'months', months: 0 }),
    line(3_333, { kind: 'months', months: 1 }),
    line(6_667, { kind: 'milestone', milestoneId: roof, days: 30 }),
  ])
  const requestId = await aRequest(anna, offered, usd('20,000.01'))
  const key = randomUUID()
  const approved = await approve(requestId, templateId, key)
  expect(await approve(requestId, templateId, key)).toEqual(approved)
  const investmentId = (await madeOf(requestId))?.investment_id ?? ''
  expect(approved).toEqual({ investmentId })
  const [plan, ...earlier] = await asPerson(anna, (reader) => plansOf(reader, investmentId))
  expect(earlier).toEqual([])
  expect(plan).toMatchObject({
    version: 1,
    amount: usd('20,000.01'),
    agreedOn: today,
    reason: null,
  })
  expect(plan?.lines).toMatchObject([
    { amount: usd('1,000'), dueOn: today },
    { dueOn: addMonths(today, 1) },
    { dueOn: null, milestone: { name: 'Roof' }, daysAfter: 30 },
  ])
})

test('PLAN-011 a template that does not fit leaves the request as it was', async () => {
  const offered = await anOffer({ target: usd('90,000') })
  const requestId = await aRequest(anna, offered, usd('5,000'))
  const fixed = line(usd('6,000'), { kind: 'months', months: 0 })
  const late: CalendarDate = addDays(today, -1)
  const [tooLarge, past, other, archived] = [
    await aTemplate(offered.projectId, [fixed]),
    await aTemplate(offered.projectId, [line(10_000, { kind: 'date', on: late })]),
    await aTemplate(await aProject('Pier House'), [line(10_000, { kind: 'months', months: 1 })]),
    await aTemplate(offered.projectId, [line(10_000, { kind: 'months', months: 1 })]),
  ]
  const whose = { projectId: offered.projectId, templateId: archived }
  await as(admin, (actor) => setTemplateArchived(actor, whose, true))
  expect(await approve(requestId, tooLarge)).toEqual({
    refused: 'template-differs',
    why: { refused: 'amount-differs', total: usd('6,000') },
  })
  expect(await approve(requestId, past)).toEqual({
    refused: 'before-agreement',
    place: 0,
    earliest: today,
  })
  expect(await approve(requestId, other)).toEqual({ refused: 'template-unavailable' })
  expect(await approve(requestId, archived)).toEqual({ refused: 'template-unavailable' })
  expect(await approve(requestId, randomUUID())).toEqual({ refused: 'template-unavailable' })
  expect(await madeOf(requestId)).toEqual({ status: 'pending', investment_id: null })
  expect(await approve(requestId, null)).toHaveProperty('investmentId')
})

test('PLAN-012 investors are offered the templates in use of projects that they may see', async () => {
  const offered = await anOffer({})
  const hidden = await aProject('Not yet public', { published: false })
  const lines = [line(10_000, { kind: 'months', months: 1 })]
  const [shown, archived] = [
    await aTemplate(offered.projectId, lines),
    await aTemplate(offered.projectId, lines),
  ]
  await aTemplate(hidden, lines)
  await as(admin, (actor) =>
    setTemplateArchived(actor, { projectId: offered.projectId, templateId: archived }, true),
  )
  const seen = await asPerson(anna, async ({ tx }) => ({
    ids: (
      await tx
        .selectFrom('plan_template')
        .select('id')
        .where('project_id', 'in', [offered.projectId, hidden])
        .execute()
    ).map(({ id }) => id),
    lines: (
      await tx
        .selectFrom('plan_template_line')
        .select('template_id')
        .where('template_id', 'in', [shown, archived])
        .execute()
    ).map((row) => row.template_id),
  }))
  expect(seen).toEqual({ ids: [shown], lines: [shown] })
})
