import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import {
  anOpenedEdit,
  bookedOn,
  nothingBooked,
  type PaymentForm,
  sendPayment,
} from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type Cents, usd } from '../../values/money.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import { recordPayment } from './record-payment.server.ts'

const admin = await anAdmin()

async function anInvestmentOf(amount: string, status = 'active') {
  const investor = await anInvestor('Jama Warsame', status)
  const projectId = await aProject()
  const investmentId = await anInvestment(investor.investorId, projectId, usd(amount))
  return { investor, investmentId, projectId }
}

const pay = (investmentId: string, amount: Cents, changes?: Partial<PaymentForm>) =>
  sendPayment(admin, investmentId, { amount, ...changes })

test('fifty payments of 100 at the same time on 1,000 remaining: ten are recorded and forty refused', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const answers = await Promise.all(Array.from({ length: 50 }, () => pay(investmentId, usd('100'))))
  expect(answers.filter((answer) => 'paymentId' in answer)).toHaveLength(10)
  const refused = answers.filter(
    (answer) =>
      'refused' in answer &&
      (answer.refused === 'already-settled' || answer.refused === 'exceeds-remaining'),
  )
  expect(refused).toHaveLength(40)
  const booked = await bookedOn(investmentId)
  expect(booked).toMatchObject({ received_cents: 100_000, status: 'completed' })
  expect(booked.entries).toHaveLength(10)
  expect(booked.receipts).toHaveLength(10)
})

test('two payments of the last cent at the same time: one is recorded', async () => {
  const { investmentId } = await anInvestmentOf('0.01')
  const answers = await Promise.all([
    pay(investmentId, usd('0.01')),
    pay(investmentId, usd('0.01')),
  ])
  expect(answers).toContainEqual({ refused: 'already-settled' })
  expect(await bookedOn(investmentId)).toMatchObject({ entries: [1], status: 'completed' })
})

test('a payment that waits for a cancellation is refused, and books nothingBooked', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const answer = await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('begin')
    await client.query(
      "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
      [investmentId],
    )
    const waiting = pay(investmentId, usd('100'))
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select from pg_stat_activity where wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    await client.query('commit')
    return waiting
  })
  expect(answer).toEqual({ refused: 'cancelled' })
  expect(await bookedOn(investmentId)).toMatchObject({ ...nothingBooked, status: 'cancelled' })
})

test('one key raced over two investments books once', async () => {
  const [first, other] = [await anInvestmentOf('1,000.00'), await anInvestmentOf('1,000.00')]
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      pay((index % 2 ? first : other).investmentId, usd('100'), { key }),
    ),
  )
  const booked = [
    ...(await bookedOn(first.investmentId)).entries,
    ...(await bookedOn(other.investmentId)).entries,
  ]
  expect(booked).toEqual([10_000])
  expect(
    answers.filter((answer) => 'refused' in answer && answer.refused === 'key-reused'),
  ).toHaveLength(10)
})

test('receipts are numbered without gaps, and a refused payment uses none', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const numbers: number[] = []
  for (const amount of ['1', '5,000', '1', '5,000', '1']) {
    const answer = await pay(investmentId, usd(amount))
    if ('receiptNumber' in answer) numbers.push(Number(answer.receiptNumber.slice(-6)))
  }
  const [first = 0] = numbers
  expect(numbers).toEqual([first, first + 1, first + 2])
})

test('a fault in the middle of recording leaves neither payment, receipt, notification nor mail', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const payment = async (actor: AdminActor) => {
    const form = {
      key: randomUUID(),
      amount: usd('100'),
      receivedOn: day('2026-03-31'),
      method: 'cash' as const,
    }
    const none = { reference: null, note: null, nextPaymentOn: null, nextPaymentAmount: null }
    return recordPayment(actor, investmentId, { ...form, ...none })
  }
  const failing = as(admin, async (actor) => {
    await payment(actor)
    await sql`select 1 / 0`.execute(actor.tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  const swallowing = as(admin, async (actor) => {
    const recorded = await payment(actor)
    await sql`select 1 / 0`.execute(actor.tx).catch(() => null)
    return recorded
  })
  await expect(swallowing).rejects.toThrow('nothing was saved')
  expect(await bookedOn(investmentId)).toMatchObject({ ...nothingBooked, status: 'pending' })
})

test('PLAN-016 an edit and a payment at the same time wait for each other, and both are kept or the edit is outdated', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { investmentId } = await anInvestmentOf('1,000.00')
    const form = await anOpenedEdit(admin, investmentId)
    const [edited, paid] = await Promise.all([
      as(admin, (actor) =>
        editInvestment(actor, investmentId, { ...form, amount: usd('2,000'), reason: 'More' }),
      ),
      pay(investmentId, usd('100')),
    ])
    expect(paid).toHaveProperty('paymentId')
    expect('refused' in edited ? edited.refused : 'version-conflict').toBe('version-conflict')
    expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 10_000 })
  }
})
