import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { type Cents, usd } from '../../values/money.ts'
import { recordPayment } from './record-payment.server.ts'

const admin = await anAdmin()

async function anInvestmentOf(amount: string) {
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, await aProject(), usd(amount))
  return { investor, investmentId }
}

function pay(investmentId: string, amount: Cents, key = randomUUID()) {
  const form = {
    key,
    amount,
    receivedOn: day('2026-03-31'),
    method: 'bank-transfer' as const,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  }
  return as(admin, (actor) => recordPayment(actor, investmentId, form))
}

function bookedOn(investmentId: string) {
  return asSuperuser(async (client) => {
    const entries = await client.query<{ amount_cents: string }>(
      'select amount_cents from app.ledger_entry where investment_id = $1',
      [investmentId],
    )
    const investment = await client.query<{ received_cents: string; status: string }>(
      'select received_cents, status from app.investment where id = $1',
      [investmentId],
    )
    return { entries: entries.rows.map((row) => Number(row.amount_cents)), ...investment.rows[0] }
  })
}

test('a payment above what remains is refused and books nothing', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  expect(await pay(investmentId, usd('1,000.01'))).toEqual({ refused: 'exceeds-remaining', remaining: usd('1,000') })
  expect(await bookedOn(investmentId)).toEqual({ entries: [], received_cents: '0', status: 'pending' })
})

test('fifty payments of 100 at once on 1,000 remaining: ten are recorded and forty refused', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const answers = await Promise.all(Array.from({ length: 50 }, () => pay(investmentId, usd('100'))))
  expect(answers.filter((answer) => 'paymentId' in answer)).toHaveLength(10)
  expect(
    answers.filter(
      (answer) =>
        'refused' in answer && (answer.refused === 'already-settled' || answer.refused === 'exceeds-remaining'),
    ),
  ).toHaveLength(40)
  const booked = await bookedOn(investmentId)
  expect(booked).toMatchObject({ received_cents: '100000', status: 'completed' })
  expect(booked.entries).toHaveLength(10)
})

test('one key raced over two investments books once', async () => {
  const [one, other] = [await anInvestmentOf('1,000.00'), await anInvestmentOf('1,000.00')]
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => pay((index % 2 ? one : other).investmentId, usd('100'), key)),
  )
  const booked = [...(await bookedOn(one.investmentId)).entries, ...(await bookedOn(other.investmentId)).entries]
  expect(booked).toEqual([10_000])
  expect(answers.filter((answer) => 'refused' in answer && answer.refused === 'key-reused')).toHaveLength(10)
})
