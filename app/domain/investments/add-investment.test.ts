import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { parseForm } from '../../values/form.ts'
import { usd } from '../../values/money.ts'
import { addInvestment, type NewInvestment } from './add-investment.server.ts'
import { AddInvestmentSchema } from './investment-schema.ts'

const admin = await anAdmin()

async function aPair() {
  return { investorId: (await anInvestor()).investorId, projectId: await aProject() }
}

function adding(
  pair: { investorId: string; projectId: string },
  changes: Partial<NewInvestment> = {},
) {
  const input: NewInvestment = {
    key: randomUUID(),
    ...pair,
    amount: usd('35,000'),
    investedOn: day('2026-02-01'),
    status: 'pending',
    nextPaymentOn: null,
    nextPaymentAmount: null,
    furtherTranche: false,
    beyondOffer: false,
    ...changes,
  }
  return as(admin, (actor) => addInvestment(actor, input))
}

function stored(projectId: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select amount_cents::text, received_cents::text, status, invested_on::text, next_payment_on::text,
        next_payment_cents::text, cancelled_on::text from app.investment where project_id = $1 order by id`,
      [projectId],
    )
    return rows
  })
}

test('MIV-023 (W-25) a new investment has received nothing by itself and keeps its next payment', async () => {
  const pair = await aPair()
  const next = { nextPaymentOn: day('2026-03-01'), nextPaymentAmount: usd('7,500.50') }
  expect(await adding(pair, next)).toEqual({ investmentId: expect.any(String) })
  expect(await stored(pair.projectId)).toEqual([
    {
      amount_cents: '3500000',
      received_cents: '0',
      status: 'pending',
      invested_on: '2026-02-01',
      next_payment_on: '2026-03-01',
      next_payment_cents: '750050',
      cancelled_on: null,
    },
  ])
})

test('a cancelled investment is cancelled today and expects no payment', async () => {
  setClock(() => new Date('2026-06-30T22:30:00Z'))
  const pair = await aPair()
  await adding(pair, { status: 'cancelled', nextPaymentOn: day('2026-07-15') })
  expect(await stored(pair.projectId)).toMatchObject([
    { status: 'cancelled', cancelled_on: '2026-07-01', next_payment_on: null },
  ])
})

test('a further tranche of the same pair is refused with what there is, until it is meant', async () => {
  const pair = await aPair()
  await adding(pair)
  expect(await adding(pair, { amount: usd('10,000') })).toEqual({
    refused: 'already-invested',
    count: 1,
    amount: usd('35,000'),
  })
  expect(await adding(pair, { amount: usd('10,000'), furtherTranche: true })).toHaveProperty(
    'investmentId',
  )
  expect(await stored(pair.projectId)).toHaveLength(2)
})

test('a cancelled investment does not count as already part', async () => {
  const pair = await aPair()
  await adding(pair, { status: 'cancelled' })
  expect(await adding(pair)).toHaveProperty('investmentId')
})

test('of two admins adding the same pair at the same time one is asked', async () => {
  const pair = await aPair()
  const answers = await Promise.all([adding(pair), adding(pair)])
  expect(answers.filter((answer) => 'investmentId' in answer)).toHaveLength(1)
  expect(
    answers.filter((answer) => 'refused' in answer && answer.refused === 'already-invested'),
  ).toHaveLength(1)
})

test('the same key adds once, however often and at the same time it is sent; with other figures it is refused', async () => {
  const pair = await aPair()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => adding(pair, { key })))
  expect(
    new Set(answers.map((answer) => 'investmentId' in answer && answer.investmentId)).size,
  ).toBe(1)
  expect(await adding(pair, { key, amount: usd('36,000') })).toEqual({ refused: 'key-reused' })
  expect(await stored(pair.projectId)).toHaveLength(1)
})

test('an archived or unknown project or investor takes no investment', async () => {
  const pair = await aPair()
  expect(await adding({ ...pair, projectId: randomUUID() })).toEqual({
    refused: 'unavailable',
    party: 'project',
  })
  expect(await adding({ ...pair, investorId: randomUUID() })).toEqual({
    refused: 'unavailable',
    party: 'investor',
  })
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('update app.project set archived_at = now() where id = $1', [pair.projectId])
  })
  expect(await adding(pair)).toEqual({ refused: 'unavailable', party: 'project' })
})

test('an investment of a day still to come is refused, because nothing could be paid on it', async () => {
  setClock(() => new Date('2026-01-31T09:00:00Z'))
  expect(await adding(await aPair())).toEqual({
    refused: 'in-the-future',
    today: day('2026-01-31'),
  })
  setClock(() => new Date('2026-01-31T21:00:00Z'))
  expect(await adding(await aPair())).toHaveProperty('investmentId')
})

test('the next payment cannot be more than the whole', async () => {
  const next = { nextPaymentOn: day('2026-03-01'), nextPaymentAmount: usd('35,000.01') }
  expect(await adding(await aPair(), next)).toEqual({ refused: 'next-exceeds-amount' })
})

function read(changes: Record<string, string>) {
  const form = new FormData()
  const typed = {
    key: randomUUID(),
    projectId: randomUUID(),
    investorId: randomUUID(),
    amount: '35000',
    investedOn: '2026-02-01',
    status: 'pending',
    ...changes,
  }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  const parsed = parseForm(AddInvestmentSchema, form)
  return parsed.ok ? {} : parsed.reply.errors
}

test('MIV-020 adding without project or investor is refused next to the one that is missing', () => {
  const message = 'Please select both a project and an investor.'
  expect(read({ projectId: '', investorId: '' })).toEqual({
    projectId: message,
    investorId: message,
  })
  expect(read({ investorId: '' })).toEqual({ investorId: message })
})

test('MIV-021 (W-26) amount and date are required, the amount is above zero and exact to the cent', () => {
  expect(read({ amount: '', investedOn: '' })).toEqual({
    amount: 'Enter an amount.',
    investedOn: 'Enter the investment date.',
  })
  expect(read({ amount: '0' })).toEqual({ amount: 'Amount must be greater than zero' })
  expect(read({ amount: '-5' })).toHaveProperty('amount')
  expect(read({ amount: '0.001' })).toHaveProperty('amount')
  expect(read({ amount: '1e15' })).toHaveProperty('amount')
  expect(read({ amount: '0.01' })).toEqual({})
})

test('MIV-022 (W-26) any status may be chosen, but not against the payments', () => {
  for (const status of ['pending', 'active', 'cancelled']) expect(read({ status })).toEqual({})
  expect(read({ status: 'completed' })).toEqual({
    fullyPaid: 'A completed investment must be fully paid.',
  })
  expect(read({ status: 'completed', fullyPaid: 'on' })).toEqual({})
  expect(read({ status: 'pending', fullyPaid: 'on' })).toEqual({
    fullyPaid: 'A pending investment cannot have payments.',
  })
  expect(read({ status: 'active', fullyPaid: 'on' })).toHaveProperty('fullyPaid')
  expect(read({ status: 'lost' })).toEqual({ status: 'Choose a status.' })
})

test('a next payment before the investment is refused', () => {
  expect(read({ investedOn: '2026-02-01', nextPaymentOn: '2026-01-31' })).toEqual({
    nextPaymentOn: 'The next payment cannot come before the investment.',
  })
  expect(read({ investedOn: '2026-02-01', nextPaymentOn: '2026-02-01' })).toEqual({})
})

test('an expected amount without its day is refused, and so is one of nothing', () => {
  expect(read({ nextPaymentAmount: '500' })).toEqual({
    nextPaymentOn: 'Enter the day of the next payment.',
  })
  expect(read({ nextPaymentOn: '2026-03-01', nextPaymentAmount: '0' })).toEqual({
    nextPaymentAmount: 'The next payment must be greater than zero.',
  })
})
