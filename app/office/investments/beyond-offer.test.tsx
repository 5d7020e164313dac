import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aRequest } from '../../../tests/investment-requests.ts'
import { anAdmin, anInvestment, anInvestor, anOffer } from '../../../tests/people.ts'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { usd } from '../../values/money.ts'
import { action as addToProject } from '../projects/investors/new/route.tsx'
import { action as edit } from './edit/route.tsx'
import AddInvestment, { action as add, loader } from './new/route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/investments/new'

/** Five units of $35,000, one invested and two requested. */
async function anOfferOfTwo() {
  const offered = await anOffer({ units: 5, unitPrice: usd('35,000') })
  const holder = await anInvestor('Hodan Abdi')
  const held = await anInvestment(holder.investorId, offered.projectId, usd('35,000'))
  await aRequest(await anInvestor('Abdirahman Ali'), offered, usd('70,000'))
  return { ...offered, holder, held }
}

const sent = (fields: Record<string, string>) => ({
  method: 'POST',
  body: formOf({ key: randomUUID(), investedOn: '2026-02-01', status: 'pending', ...fields }),
})
const adding = (fields: Record<string, string>) =>
  add(requestBy(admin, path, sent(fields)) as never)

async function invested(projectId: string) {
  const { rows } = await change<{ sum: string }>(
    "select coalesce(sum(amount_cents), 0)::text as sum from app.investment where project_id = $1 and status <> 'cancelled'",
    [projectId],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

const amount =
  '$70,000 is available in the project. $70,000 of the rest is reserved by 1 open request.'
const beyondOffer = 'Tick this to add it anyway, or enter another amount.'
const questionReply = {
  data: { reply: { errors: { amount, beyondOffer } } },
  init: { status: 422 },
}

test('REQ-012 more than is left is added by hand only when that is said: Manage Investments and the dialog of an investor', async () => {
  const { projectId } = await anOfferOfTwo()
  const { investorId } = await anInvestor()
  const pair = { projectId, investorId }
  const refused = await adding({ ...pair, amount: '70,000.01' })
  expect(refused).toMatchObject(questionReply)
  expect(await invested(projectId)).toBe(usd('35,000'))
  if (refused instanceof Response) throw new Error('it was added')
  const loaded = await loader(requestBy(admin, path) as Parameters<typeof loader>[0])
  const words = wordsOf(htmlOf(AddInvestment, path, loaded, refused.data))
  expect(words).toContain(amount)
  expect(words).toContain('This is more than the project has available')
  expect(words).toContain('Add it anyway')
  // What is left needs no confirmation; a cancelled one takes nothing.
  expect(await adding({ ...pair, amount: '70,000' })).toBeInstanceOf(Response)
  const other = { projectId, investorId: (await anInvestor()).investorId }
  expect(await adding({ ...other, amount: '500,000', status: 'cancelled' })).toBeInstanceOf(
    Response,
  )
  expect(
    await adding({ ...other, amount: '1', status: 'completed', fullyPaid: 'on' }),
  ).toMatchObject({
    data: {
      reply: {
        errors: {
          amount: /^Nothing is available in the project\. \$70,000 of the rest is reserved/,
        },
      },
    },
  } as object)
})

test('REQ-012 it is added once that was said, next to a further tranche too, which is asked at the same time', async () => {
  const { projectId, holder } = await anOfferOfTwo()
  const pair = { projectId, investorId: holder.investorId, amount: '80,000' }
  expect(await adding(pair)).toMatchObject({
    data: {
      reply: { errors: { amount, furtherTranche: expect.any(String) } },
      existing: { count: 1 },
    },
  })
  expect(await adding({ ...pair, furtherTranche: 'on' })).toMatchObject({
    ...questionReply,
    data: { existing: { count: 1 } },
  })
  expect(await adding({ ...pair, furtherTranche: 'on', beyondOffer: 'on' })).toBeInstanceOf(
    Response,
  )
  expect(await invested(projectId)).toBe(usd('115,000'))
})

test('REQ-012 the panel of a project asks the same', async () => {
  const { projectId } = await anOfferOfTwo()
  const { investorId } = await anInvestor()
  const send = (fields: Record<string, string>) =>
    addToProject({
      ...requestBy(
        admin,
        `/admin-dashboard/projects/${projectId}/investors/new`,
        sent({ investorId, ...fields }),
      ),
      params: { projectId },
    } as never)
  expect(await send({ amount: '80,000' })).toMatchObject(questionReply)
  expect(await send({ amount: '80,000', beyondOffer: 'on' })).toBeInstanceOf(Response)
})

test('REQ-012 an investment is raised, moved or opened again beyond the offer only when that is said', async () => {
  const { projectId, held, holder } = await anOfferOfTwo()
  const send = async (fields: Record<string, string>) => {
    const { rows } = await change<{ version: number }>(
      'select version from app.investment where id = $1',
      [held],
    )
    const facts = {
      projectId,
      investorId: holder.investorId,
      received: '0',
      version: String(rows[0]?.version),
    }
    const request = requestBy(
      admin,
      `/admin-dashboard/investments/${held}/edit`,
      sent({ ...facts, ...fields }),
    )
    return edit({ ...request, params: { investmentId: held } } as never)
  }
  expect(await send({ amount: '105,000.01' })).toMatchObject(questionReply)
  expect(await send({ amount: '105,000' })).toBeInstanceOf(Response)
  // Nothing is left now: lowering or keeping the amount needs no confirmation.
  expect(await send({ amount: '105,000', investedOn: '2026-01-31' })).toBeInstanceOf(Response)
  expect(await send({ amount: '105,000', status: 'cancelled' })).toBeInstanceOf(Response)
  await anInvestment((await anInvestor()).investorId, projectId, usd('35,000'))
  expect(await send({ amount: '105,000' })).toMatchObject({ init: { status: 422 } })
  expect(await send({ amount: '105,000', beyondOffer: 'on' })).toBeInstanceOf(Response)
})

test('REQ-012 of several administrators who add the last at the same time, one adds it and the others are asked', async () => {
  const { projectId } = await anOfferOfTwo()
  const investors = await Promise.all(Array.from({ length: 8 }, () => anInvestor()))
  const all = await Promise.all(
    investors.map(({ investorId }) => adding({ projectId, investorId, amount: '70,000' })),
  )
  expect(all.filter((answer) => answer instanceof Response)).toHaveLength(1)
  expect(await invested(projectId)).toBe(usd('105,000'))
})
