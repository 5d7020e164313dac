import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { usd } from '../../../values/money.ts'
import { action, loader } from './route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const project = await aProject('Twin Towers Muthaiga')
const anOpenOne = () => anInvestment(investor.investorId, project, usd('12,500.40'))

const request = (investmentId: string, init?: RequestInit) => ({
  ...requestBy(admin, `/admin-dashboard/investments/${investmentId}/payment`, init),
  params: { investmentId },
})

function send(investmentId: string, fields: Record<string, string>) {
  const usual = { amount: '100', receivedOn: '2026-03-31', method: 'bank-transfer' }
  const body = formOf({ key: randomUUID(), ...usual, ...fields })
  return action(request(investmentId, { method: 'POST', body }) as Parameters<typeof action>[0])
}

const refused = (errors: Record<string, unknown>) => ({
  data: { reply: { errors } },
  init: { status: 422 },
})

const received = (id: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      'select received_cents::int from app.investment where id = $1',
      [id],
    )
    return rows[0]?.received_cents
  })

test('BANK-121 a payment in shillings is typed with its currency, and its dollars are booked', async () => {
  await change(
    `insert into app.exchange_rate (currency, rate, dated_on, source)
     values ('KES', 129.24, '2026-03-20', 'company')`,
  )
  const id = await anOpenOne()
  const kes = { currency: 'KES', rate: '', rateSource: 'company' }
  const answer = await send(id, { ...kes, amount: 'Ksh 12,924' })
  expect(answer).toHaveProperty('status', 303)
  expect(await received(id)).toBe(10_000)
  expect(await send(id, { amount: 'KES 500' })).toMatchObject(
    refused({ amount: 'This is not in USD. Choose the currency it was paid in.' }),
  )
  expect(await send(id, { ...kes, amount: '$500' })).toMatchObject(
    refused({ amount: 'This is not in KES. Choose the currency it was paid in.' }),
  )
  expect(await send(id, { ...kes, rateSource: 'agreed' })).toMatchObject(
    refused({ rate: 'Enter the rate.' }),
  )
  expect(await send(id, { ...kes, rate: '12,9' })).toMatchObject(
    refused({ rate: 'Write it with a point: 12.9. Commas group thousands.' }),
  )
  expect(await send(id, { ...kes, rate: '130' })).toMatchObject(
    refused({
      rate: 'The rate of 20 Mar 2026 is 129.24. Clear the field to use it, or choose another source.',
    }),
  )
  expect(await send(id, { ...kes, rate: '12.924', rateSource: 'agreed' })).toMatchObject(
    refused({
      rate: 'This is more than 5% from the company rate, 129.24. Check it.',
      rateConfirmed: 'Tick this if the rate is right.',
    }),
  )
  // A tick confirms the rate that was refused, and no other.
  const agreed = { ...kes, rateSource: 'agreed', rateConfirmed: 'KES 12.924' }
  expect(await send(id, { ...agreed, rate: '1.2924' })).toMatchObject(
    refused({ rateConfirmed: 'Tick this if the rate is right.' }),
  )
  // Of dollars no rate is read.
  expect(await send(id, { currency: 'USD', amount: '1', rate: '129,24' })).toHaveProperty(
    'status',
    303,
  )
  expect(await received(id)).toBe(10_100)
  expect(await send(id, { ...kes, amount: '1,700,000' })).toMatchObject(
    refused({ amount: 'Payment cannot exceed the remaining KES 1,602,499.00 ($12,399.40).' }),
  )
  // All together, also what only another currency needs.
  const unstated = {
    ...{ ...kes, amount: '$1', rateSource: 'bank' },
    ...{ receivedOn: 'soon', nextPaymentAmount: '5' },
  }
  expect(await send(id, unstated)).toMatchObject(
    refused({
      amount: 'This is not in KES. Choose the currency it was paid in.',
      rate: 'Enter the rate.',
      receivedOn: expect.any(String),
      nextPaymentOn: 'Enter the day of the next payment.',
    }),
  )
  expect(await send(id, { ...kes, receivedOn: '2026-02-03' })).toMatchObject(
    refused({
      rate: 'There is no KES rate for 3 Feb 2026 or before. Enter it under Exchange rates, or choose another source.',
    }),
  )
  expect(await received(id)).toBe(10_100)
})

test('BANK-122 the next form begins with the method, day, currency and account of the last payment', async () => {
  const { rows } = await change(
    `insert into app.payment_account (kind, name, number, currency)
     values ('paybill', 'M-Pesa', '600966', 'KES') returning id`,
  )
  const accountId = rows[0]?.id ?? ''
  const sent = {
    amount: '1,000',
    currency: 'KES',
    method: 'mobile-money',
    receivedOn: '2026-03-25',
  }
  const answer = await send(await anOpenOne(), { ...sent, accountId, payerName: 'Fatuma Noor' })
  const cookie = (answer as Response).headers
    .getSetCookie()
    .find((set) => set.startsWith('last-payment='))
  expect(cookie).toContain('HttpOnly')
  const id = await anOpenOne()
  const again = request(id)
  again.request.headers.append('cookie', cookie?.split(';')[0] ?? '')
  const { last } = await loader(again as Parameters<typeof loader>[0])
  expect(last).toEqual({
    method: 'mobile-money',
    receivedOn: '2026-03-25',
    currency: 'KES',
    accountId,
  })
  for (const broken of ['last-payment=x', 'last-payment=%7B%7D', 'last-payment=%E0']) {
    const odd = request(id)
    odd.request.headers.append('cookie', broken)
    expect((await loader(odd as Parameters<typeof loader>[0])).last).toBeNull()
  }
})

test('BANK-123 an account takes its own currency', async () => {
  const { rows } = await change(
    `insert into app.payment_account (kind, name, number, currency)
     values ('bank', 'Equity', '0990200000001', 'USD') returning id`,
  )
  const accountId = rows[0]?.id ?? ''
  const id = await anOpenOne()
  expect(await send(id, { accountId, amount: '1,000', currency: 'KES' })).toMatchObject(
    refused({
      accountId: 'This account takes only USD. Choose another account, or USD as the currency.',
    }),
  )
  await expect(send(id, { accountId: randomUUID() })).rejects.toMatchObject({
    init: { status: 404 },
  })
  expect(await send(id, { accountId })).toHaveProperty('status', 303)
})
