import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { lookAt, prepare } from '../../../tests/investment-requests.ts'
import { anAdmin, anInvestor, anOffer, aProject, as, asPerson } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import { addDays, addMonths, formatDay } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { sendRequest } from '../investment-requests/send-request.server.ts'
import { addInvestmentWithPlan } from './add-with-plan.server.ts'
import { addTemplate, setTemplateArchived } from './change-templates.server.ts'
import { offeredSchedules } from './offered-schedules.server.ts'
import type { TemplateLine } from './plan-line.ts'
import { plansOf } from './plans.server.ts'

const [admin, anna] = [await anAdmin(), await anInvestor('Anna Mwangi')]
const today = clock.today()

const halves: TemplateLine[] = [0, 12].map((months) => ({
  label: null,
  amount: null,
  percent: basisPoints(5000),
  due: { kind: 'months', months },
}))

async function aTemplate(projectId: string, name: string, lines = halves): Promise<string> {
  const added = await as(admin, (actor) =>
    addTemplate(actor, projectId, { key: randomUUID(), name, lines }),
  )
  if ('refused' in added) throw new Error(added.refused)
  return added.templateId
}

const archive = (projectId: string, templateId: string) =>
  as(admin, (actor) => setTemplateArchived(actor, { projectId, templateId }, true))

test('PLAN-103 an investor sees the schedule of each template in use that fits the amount', async () => {
  const { projectId } = await anOffer({ target: usd('90,000') })
  await aTemplate(projectId, 'Halves')
  const fixed: TemplateLine = {
    label: 'All',
    percent: null,
    amount: usd('7,000'),
    due: { kind: 'date', on: addDays(today, 9) },
  }
  await aTemplate(projectId, 'Of seven thousand', [fixed])
  await aTemplate(projectId, 'Past', [
    { ...fixed, amount: usd('5,000'), due: { kind: 'date', on: addDays(today, -1) } },
  ])
  await archive(projectId, await aTemplate(projectId, 'Former'))
  const shown = await asPerson(anna, (investor) =>
    offeredSchedules(investor, projectId, usd('5,000')),
  )
  expect(shown).toMatchObject([
    {
      name: 'Halves',
      rows: [
        { amount: usd('2,500'), due: formatDay(today) },
        { amount: usd('2,500'), due: formatDay(addMonths(today, 12)) },
      ],
    },
  ])
})

test('PLAN-104 a request keeps the chosen template; one that is not offered for the project is refused', async () => {
  const [offered, other] = [
    await anOffer({ target: usd('90,000') }),
    await anOffer({ target: usd('90,000') }),
  ]
  const templateId = await aTemplate(offered.projectId, 'Halves')
  const elsewhere = await aTemplate(other.projectId, 'Halves')
  const archived = await aTemplate(offered.projectId, 'Former')
  await archive(offered.projectId, archived)
  await prepare(anna, offered, usd('5,000'))
  const version = (await lookAt(anna, offered))?.draft?.version ?? 0
  const { projectId } = offered
  const send = (chosen: string) =>
    asPerson(anna, (investor) =>
      sendRequest(investor, { key: randomUUID(), projectId, version, templateId: chosen }),
    )
  for (const wrong of [elsewhere, archived, randomUUID()])
    expect(await send(wrong)).toEqual({ refused: 'template-unavailable' })
  const sent = await send(templateId)
  const { rows } = await change('select template_id from app.investment_request where id = $1', [
    'requestId' in sent ? sent.requestId : '',
  ])
  expect(rows).toEqual([{ template_id: templateId }])
})

test('PLAN-105 a new investment is added with the plan of a template, both or neither', async () => {
  const projectId = await aProject('Garden Villas')
  const templateId = await aTemplate(projectId, 'Halves')
  const elsewhere = await aTemplate(await aProject('Villa Park'), 'Halves')
  const early = await aTemplate(projectId, 'Early', [
    {
      label: null,
      percent: basisPoints(10_000),
      amount: null,
      due: { kind: 'date', on: addDays(today, -30) },
    },
  ])
  const { investorId } = anna
  const input = {
    projectId,
    investorId,
    amount: usd('5,000'),
    investedOn: today,
    nextPaymentOn: null,
    nextPaymentAmount: null,
    furtherTranche: false,
    beyondOffer: false,
  }
  const add = (chosen: string, status: 'pending' | 'cancelled' = 'pending') =>
    as(admin, (actor) =>
      addInvestmentWithPlan(actor, { ...input, key: randomUUID(), status, templateId: chosen }),
    )
  expect(await add(elsewhere)).toEqual({ refused: 'template-unavailable' })
  expect(await add(early)).toEqual({ refused: 'template-early' })
  expect(await add(templateId, 'cancelled')).toEqual({ refused: 'template-closed' })
  const added = await add(templateId)
  const investmentId = 'investmentId' in added ? added.investmentId : ''
  const plans = await asPerson(anna, (reader) => plansOf(reader, investmentId))
  expect(plans).toMatchObject([{ version: 1, amount: usd('5,000'), agreedOn: today }])
  const { rows } = await change(
    'select id from app.investment where project_id = $1 and investor_id = $2',
    [projectId, investorId],
  )
  expect(rows).toHaveLength(1)
})
