import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aHolding, aPayment } from '../../../../../../tests/ledger.ts'
import { aMilestone, reached } from '../../../../../../tests/milestones.ts'
import { aPlan } from '../../../../../../tests/payment-plans.ts'
import { aDocument, anAdmin, anInvestment, as, day } from '../../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../../tests/screens.tsx'
import { listMilestones } from '../../../../../domain/projects/milestones.server.ts'
import { setClock } from '../../../../../platform/clock.server.ts'
import { usd } from '../../../../../values/money.ts'
import MarkAsReached, { action, loader } from './route.tsx'
import { action as upload } from './upload.ts'

const admin = await anAdmin()
type Params = { projectId: string; milestoneId: string }

function argsOf(params: Params, fields: Record<string, string> | null, query = '') {
  const { projectId, milestoneId } = params
  const path = `/admin-dashboard/projects/${projectId}/milestones/${milestoneId}/reached${query}`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(admin, path, sent), params } as never
}

async function send(
  params: Params,
  reachedOn: string,
  fields: Record<string, string> = {},
  answer = action,
) {
  const documentId = await aDocument({ title: 'Certificate', projectId: params.projectId })
  const pictures = [1, 2, 3, 4].flatMap((place) => [
    [`alt${place}`, ''],
    [`takenOn${place}`, ''],
  ])
  const certified = {
    certifierName: 'Njeri Kamau',
    certifierProfession: 'Structural engineer',
    certifierLicence: 'A-1234',
    note: '',
  }
  const known = { key: randomUUID(), documentId, reachedOn, previewed: reachedOn }
  return answer(
    argsOf(params, { ...Object.fromEntries(pictures), ...certified, ...known, ...fields }),
  )
}

const refusedAt = (reachedOn: string) => ({
  data: { reply: { errors: { reachedOn } } },
  init: { status: 422 },
})
const isReached = async ({ projectId, milestoneId }: Params) =>
  (await as(admin, (actor) => listMilestones(actor, projectId))).find(
    ({ id }) => id === milestoneId,
  )?.reached?.on ?? null

test('PLAN-156 a milestone is not reached before the project started, before an earlier one, or after a later one', async () => {
  setClock(() => new Date('2026-11-28T06:00:00Z'))
  const { projectId } = await aHolding()
  const [podium, roof, keys] = [
    await aMilestone(admin, projectId, 'Podium'),
    await aMilestone(admin, projectId, 'Roof'),
    await aMilestone(admin, projectId, 'Keys'),
  ]
  const params = { projectId, milestoneId: roof }
  expect(await send(params, '2001-01-01')).toMatchObject(
    refusedAt('The project started on 1 Jan 2025. Choose that day or later.'),
  )
  await reached(admin, projectId, podium, { reachedOn: day('2026-08-15') })
  await reached(admin, projectId, keys, { reachedOn: day('2026-10-01') })
  expect(await send(params, '2026-08-14')).toMatchObject(
    refusedAt('Podium, which comes before, was reached on 15 Aug 2026. Choose that day or later.'),
  )
  expect(await send(params, '2026-10-02')).toMatchObject(
    refusedAt('Keys, which comes after, was reached on 1 Oct 2026. Choose that day or earlier.'),
  )
  expect(await isReached(params)).toBeNull()
  expect(await send(params, '2026-08-15')).toMatchObject({ status: 303 })
})

test('PLAN-157 what a milestone opens is shown for the typed day before it is marked as reached', async () => {
  setClock(() => new Date('2026-11-28T06:00:00Z'))
  const { projectId, investmentId, investor } = await aHolding()
  const other = await anInvestment(
    (await aHolding('Asha Noor')).investor.investorId,
    projectId,
    usd('500'),
  )
  const twice = await anInvestment(investor.investorId, projectId, usd('1,500'))
  const milestoneId = await aMilestone(admin, projectId)
  const line = (amount: string, days: number) => ({ amount: usd(amount), milestoneId, days })
  const paid = { amount: usd('1,000'), dueOn: '2026-03-01' }
  await aPlan(investmentId, [paid, line('5,000', 14)])
  await aPlan(twice, [line('1,500', 14)])
  await aPlan(other, [line('500', 14)], '2026-11-20')
  await aPayment(admin, investmentId, ['1,000', '2026-03-01'])
  const params = { projectId, milestoneId }
  const wordsFor = async (query: string) =>
    wordsOf(htmlOf(MarkAsReached, '/', await loader(argsOf(params, null, query)))).replaceAll(
      / (?=[.,:])/g,
      '',
    )
  expect(await wordsFor('')).toContain('This opens $7,000 for 2 investors, due on 12 Dec 2026.')
  const { opened } = await loader(argsOf(params, null, '?on=2026-03-01'))
  expect(opened).toEqual({
    on: '2026-03-01',
    opens: [
      { dueOn: '2026-03-15', amount: '$6,500', investors: 1 },
      { dueOn: '2026-11-20', amount: '$500', investors: 1 },
    ],
  })
  const unseen = { previewed: '2026-11-28' }
  expect(await send(params, '2026-03-01', unseen)).toMatchObject({
    data: {
      reply: {
        message: 'See below the day what this opens, then mark the milestone as reached.',
        values: { reachedOn: '2026-03-01' },
      },
      opened,
    },
    init: { status: 422 },
  })
  expect(await isReached(params)).toBeNull()
  const answer = (await send(params, '2026-03-01', unseen)) as { data: object }
  const shown = htmlOf(MarkAsReached, '/', await loader(argsOf(params, null)), answer.data as never)
  expect(wordsOf(shown).replaceAll(/ (?=[.,:])/g, '')).toContain(
    'This opens $6,500 for 1 investor, due on 15 Mar 2026, already past: their instalments are overdue immediately.',
  )
  expect(shown).toContain('name="previewed" value="2026-03-01"')
  const uploaded = await send(params, '2026-03-01', unseen, upload as never)
  expect(uploaded).toMatchObject({ status: 422 })
  expect(await (uploaded as unknown as Response).json()).toMatchObject({ opened })
  expect(await send(params, '2026-03-01')).toMatchObject({ status: 303 })
})

test('PLAN-160 of a plan that is paid ahead, what a milestone opens is counted by the days its lines would have', async () => {
  setClock(() => new Date('2026-11-28T06:00:00Z'))
  const { projectId, investmentId } = await aHolding()
  const milestoneId = await aMilestone(admin, projectId)
  await aPlan(investmentId, [
    { amount: usd('2,000'), dueOn: '2026-02-10' },
    { amount: usd('1,500'), dueOn: '2027-12-10' },
    { amount: usd('2,500'), milestoneId, days: 0 },
  ])
  await aPayment(admin, investmentId, ['3,000', '2026-03-01'])
  const opensOn = async (on: string) =>
    (await loader(argsOf({ projectId, milestoneId }, null, `?on=${on}`))).opened.opens
  expect(await opensOn('2026-03-05')).toEqual([
    { dueOn: '2026-03-05', amount: '$1,500', investors: 1 },
  ])
  await aPayment(admin, investmentId, ['1,490', '2026-03-02'])
  expect(await opensOn('2026-03-05')).toEqual([])
})
