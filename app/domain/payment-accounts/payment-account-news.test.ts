import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { neverChangesByMessage } from '../../values/how-to-pay.ts'
import type { PaymentAccountInput } from './payment-account-schema.ts'
import { addPaymentAccount, changePaymentAccount } from './payment-accounts.server.ts'

const admin = await anAdmin()
const reader = await anInvestor('Hodan Abdi')
const quiet = await anInvestor('Quiet Abdi')
await change(
  'insert into app.mail_choice (investor_id, messages, news) values ($1, true, false), ($2, false, true)',
  [quiet.investorId, reader.investorId],
)

const paybill: PaymentAccountInput = {
  version: 0,
  kind: 'paybill',
  name: 'M-Pesa',
  number: '600966',
  currency: 'KES',
  howToPay: 'Choose Pay Bill.',
  referencePattern: null,
  accountCode: null,
  closed: false,
}

const messages = async (investorId = reader.investorId) => {
  const { rows } = await change<{ id: string; title: string; message: string }>(
    `select n.id, n.title, n.message from app.notification n
     join app.notification_recipient r on r.notification_id = n.id where r.investor_id = $1 order by n.sent_at, n.id`,
    [investorId],
  )
  return rows
}

const mailed = async (notificationId: string) => {
  const { rows } = await change<{ user_id: string }>(
    'select user_id from app.outbox where subject_id = $1',
    [notificationId],
  )
  return rows.map(({ user_id }) => user_id)
}

let version = 1
let accountId = ''
async function edit(changes: Partial<PaymentAccountInput>) {
  const before = (await messages()).length
  const answer = await as(admin, (actor) =>
    changePaymentAccount(actor, accountId, { ...paybill, ...changes, version }),
  )
  version += 1
  const notices = (await messages()).slice(before)
  return { answer, notices }
}

const today = formatDay(clock.today())

test('BANK-260 investors are notified of a new account, by email only where they chose it, and never with its number', async () => {
  const added = await as(admin, (actor) => addPaymentAccount(actor, paybill))
  accountId = 'accountId' in added ? added.accountId : ''
  const [notice, ...more] = await messages()
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    title: 'New payment account',
    message: `Since ${today} you can pay to M-Pesa (paybill). See How to pay in your portal. ${neverChangesByMessage}`,
  })
  expect(notice?.message).not.toContain('600966')
  expect(await messages(quiet.investorId)).toHaveLength(1)
  const accounts = await mailed(notice?.id ?? '')
  expect(accounts).toContain(reader.userId)
  expect(accounts).not.toContain(quiet.userId)
})

test.each<[string, Partial<PaymentAccountInput>]>([
  ['nothing', {}],
  ['only the text of how to pay', { howToPay: 'Choose Lipa na M-Pesa, then Pay Bill.' }],
  ['no text', { howToPay: null }],
])('BANK-261 %s changed: no one is notified', async (_, changes) => {
  const { answer, notices } = await edit(changes)
  expect(answer).toMatchObject({ news: null })
  expect(notices).toEqual([])
})

test.each<[string, Partial<PaymentAccountInput>, string, string]>([
  [
    'another number',
    { number: '600977' },
    'Payment account changed',
    'The details of M-Pesa (paybill) changed on',
  ],
  [
    'another number to type',
    { number: '600977', referencePattern: '44#{reference}' },
    'Payment account changed',
    'changed on',
  ],
  ['closed', { number: '600977', closed: true }, 'Payment account closed', 'was closed on'],
  ['open again', { number: '600977' }, 'New payment account', 'you can pay to M-Pesa'],
])('BANK-260 %s is announced with its day and the warning', async (_, changes, title, words) => {
  const { notices } = await edit(changes)
  expect(notices).toMatchObject([{ title }])
  expect(notices[0]?.message).toContain(words)
  expect(notices[0]?.message).toContain(today)
  expect(notices[0]?.message).toContain(neverChangesByMessage)
  expect(notices[0]?.message).not.toContain('600977')
})

test('BANK-261 a closed account that is edited, or added closed, is not announced', async () => {
  await edit({ number: '600977', closed: true })
  expect((await edit({ number: '600988', closed: true })).notices).toEqual([])
  const before = (await messages()).length
  await as(admin, (actor) =>
    addPaymentAccount(actor, { ...paybill, number: '600999', closed: true }),
  )
  expect(await messages()).toHaveLength(before)
})
