import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { bookedOn, nothingBooked, type PaymentForm, sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { type Cents, formatAmount, usd } from '../../values/money.ts'
import { parsePayment } from './payment-schema.ts'

const admin = await anAdmin()

async function anInvestmentOf(amount: string, status = 'active') {
  const investor = await anInvestor('Jama Warsame', status)
  const projectId = await aProject()
  const investmentId = await anInvestment(investor.investorId, projectId, usd(amount))
  return { investor, investmentId, projectId }
}

const pay = (investmentId: string, amount: Cents, changes?: Partial<PaymentForm>) =>
  sendPayment(admin, investmentId, { amount, ...changes })

const cancel = (id: string) =>
  change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [id],
  )

test('MIV-034 (W-23) a payment of nothing is refused, and so is what is no plain amount', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  expect(await pay(investmentId, usd('0'))).toEqual({ refused: 'not-positive' })
  expect(await bookedOn(investmentId)).toMatchObject({ ...nothingBooked, status: 'pending' })
  const typed = (amount: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      key: randomUUID(),
      receivedOn: '2026-03-31',
      method: 'cash',
      amount,
    }))
      form.set(name, value)
    const parsed = parsePayment(form)
    if (!parsed.ok) return parsed.reply.errors.amount
    const { amount: read } = parsed.value
    return typeof read === 'bigint' ? formatAmount(read, 'always') : null
  }
  expect(typed('0')).toBe('Payment must be greater than zero.')
  expect(typed('0.00')).toBe('Payment must be greater than zero.')
  for (const bad of ['', 'ten', '1.250,00', '12,50', '1e15', '0.001'])
    expect(typed(bad)).not.toMatch(/^\$/)
  for (const negative of ['-5', '$-5', '−5', '(20.00)'])
    expect(typed(negative)).toMatch(
      /^A payment cannot be negative. Record money given back as a refund/,
    )
  expect(typed('1,250.5')).toBe('$1,250.50')
})

test('MIV-034 (W-23) a payment above what remains is refused by the server and books nothingBooked', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  expect(await pay(investmentId, usd('1,000.01'))).toEqual({
    refused: 'exceeds-remaining',
    remaining: usd('1,000'),
  })
  expect(await bookedOn(investmentId)).toMatchObject({ ...nothingBooked, status: 'pending' })
})

test('MIV-035 (W-22) each payment is a row of the ledger with its day, method, reference and who recorded it', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  await pay(investmentId, usd('100.10'), {
    reference: 'TT-1',
    note: 'By his brother',
    method: 'cheque',
  })
  await pay(investmentId, usd('200.20'), { receivedOn: day('2026-02-01') })
  expect(await bookedOn(investmentId)).toMatchObject({
    received_cents: 30_030,
    entries: [10_010, 20_020],
  })
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select kind, dated_on::text, method, reference, note, recorded_by from app.ledger_entry
       where investment_id = $1 order by recorded_at`,
      [investmentId],
    ),
  )
  expect(rows[0]).toEqual({
    kind: 'payment',
    dated_on: '2026-03-31',
    method: 'cheque',
    reference: 'TT-1',
    note: 'By his brother',
    recorded_by: admin.userId,
  })
  expect(rows[1]).toMatchObject({ dated_on: '2026-02-01', method: 'bank-transfer' })
})

test('MIV-036 the payment that brings the total to the amount completes the investment', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  await pay(investmentId, usd('999.99'))
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'active' })
  await pay(investmentId, usd('0.01'))
  expect(await bookedOn(investmentId)).toMatchObject({
    status: 'completed',
    received_cents: 100_000,
  })
  expect(await pay(investmentId, usd('0.01'))).toEqual({ refused: 'already-settled' })
})

test('MIV-037 (W-23) a smaller payment makes a pending investment active, and a cancelled one takes none', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  await pay(investmentId, usd('1'))
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'active' })
  await cancel(investmentId)
  expect(await pay(investmentId, usd('1'))).toEqual({ refused: 'cancelled' })
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'cancelled', entries: [100] })
})

test('MIV-038 (W-24) a payment that reaches what was due empties the next date, or sets the following one while money is outstanding', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  await change(
    "update app.investment set next_payment_on = '2026-04-01', next_payment_cents = 5 where id = $1",
    [investmentId],
  )
  await pay(investmentId, usd('100'))
  expect(await bookedOn(investmentId)).toMatchObject({
    next_payment_on: null,
    next_payment_cents: null,
  })
  const following = { nextPaymentOn: day('2026-05-01'), nextPaymentAmount: usd('250') }
  await pay(investmentId, usd('100'), following)
  expect(await bookedOn(investmentId)).toMatchObject({
    next_payment_on: '2026-05-01',
    next_payment_cents: 25_000,
  })
  expect(await pay(investmentId, usd('600'), following)).toEqual({
    refused: 'next-exceeds-remaining',
    remaining: usd('200'),
  })
  await pay(investmentId, usd('800'), following)
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'completed', next_payment_on: null })
})

test('MIV-038 (W-24) the following payment cannot come before the day the money was received', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const early = { receivedOn: day('2026-03-31'), nextPaymentOn: day('2026-03-30') }
  expect(await pay(investmentId, usd('100'), early)).toEqual({ refused: 'next-before-received' })
  expect(await bookedOn(investmentId)).toMatchObject(nothingBooked)
  await pay(investmentId, usd('100'), { ...early, nextPaymentOn: day('2026-03-31') })
  expect(await bookedOn(investmentId)).toMatchObject({
    received_cents: 10_000,
    next_payment_on: '2026-03-31',
  })
  // The last payment has none to follow it, whatever the form says.
  await pay(investmentId, usd('900'), early)
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'completed', next_payment_on: null })
})

test('MIV-040 a payment tells its investor, unread, with a receipt and a queued mail', async () => {
  const { investmentId } = await anInvestmentOf('1,000.00')
  const booked = await pay(investmentId, usd('250.50'))
  expect(await bookedOn(investmentId)).toMatchObject({
    told: [
      {
        title: 'Payment Received',
        message: 'Your payment of $250.50 for the Twin Towers Muthaiga project has been received.',
        notification_type: 'investment',
        read_at: null,
      },
    ],
    receipts: [{ number: 'receiptNumber' in booked ? booked.receiptNumber : '' }],
    mails: [{ template: 'receipt' }],
  })
})

test('a day still to come, or before the investment, is refused; today in Nairobi is not', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const { investmentId } = await anInvestmentOf('1,000.00')
  expect(await pay(investmentId, usd('1'), { receivedOn: day('2026-07-02') })).toEqual({
    refused: 'in-the-future',
    today: '2026-07-01',
  })
  expect(await pay(investmentId, usd('1'), { receivedOn: day('2026-01-31') })).toEqual({
    refused: 'before-investment',
    investedOn: '2026-02-01',
  })
  expect(await pay(investmentId, usd('1'), { receivedOn: day('2026-07-01') })).toHaveProperty(
    'paymentId',
  )
})

test('what is archived takes no payment: the investment, its project or its investor', async () => {
  for (const kind of ['investment', 'project', 'investor'] as const) {
    const { investmentId, projectId, investor } = await anInvestmentOf('1,000.00')
    const id = { investment: investmentId, project: projectId, investor: investor.investorId }[kind]
    await change(`update app.${kind} set archived_at = now() where id = $1`, [id])
    expect(await pay(investmentId, usd('1'))).toEqual({ refused: 'archived' })
  }
  expect(await pay(randomUUID(), usd('1'))).toEqual({ refused: 'not-found' })
})
