import { expect, test } from 'vitest'
import { answerTo } from '../../../../tests/answers.ts'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { aHolding } from '../../../../tests/ledger.ts'
import { anAdmin, asPerson, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { listOpenPaymentAccounts } from '../../../domain/payment-accounts/payment-accounts.server.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { action } from './route.tsx'

const admin = await anAdmin()
const home = '/admin-dashboard/company'
const cookie = await cookiesOf(admin)

const paybill = {
  version: '0',
  kind: 'paybill',
  name: 'M-Pesa',
  number: '600 966',
  currency: 'KES',
  ...{
    howToPay: 'Choose Pay Bill.',
    referencePattern: '',
    accountCode: '',
    closed: '',
    currentPassword: password,
  },
}
/** Each confirmation renews the session. */
const add = async (fields: Record<string, string> = {}) =>
  answerTo(action, `${home}/accounts/new`, {
    cookie: await cookiesOf(admin),
    form: { ...paybill, ...fields },
  })
const edit = async (accountId: string, fields: Record<string, string>) =>
  answerTo(action, `${home}/accounts/${accountId}`, {
    cookie: await cookiesOf(admin),
    form: { ...paybill, ...fields },
    params: { accountId },
  })
const accounts = () =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      'select id, name, number, version, closed_at, details_changed_at from app.payment_account order by created_at',
    )
    return rows
  })

test('BANK-130 an account is added only with the password, and stands in the settings with its day', async () => {
  expect(await add({ currentPassword: '' })).toMatchObject({
    ...{
      status: 422,
      errors: { currentPassword: 'Enter your password to confirm your identity.' },
    },
  })
  expect(await add({ currentPassword: 'wrong-password' })).toMatchObject({
    status: 422,
    errors: { currentPassword: 'This is not your password.' },
  })
  expect(await accounts()).toEqual([])
  expect(await add()).toMatchObject({ status: 303, toast: { title: 'Payment account saved' } })
  expect(await accounts()).toMatchObject([{ name: 'M-Pesa', number: '600966', version: 1 }])
  // A confirmation a moment ago does not count: each change of an account is confirmed.
  expect(await add({ currentPassword: '', number: '600 967' })).toMatchObject({ status: 422 })
  const { html } = await ask(home, { cookie })
  expect(wordsOf(html)).toMatch(/M-Pesa paybill, business number 600966 ?, KES\. Details of/)
})

test.each([
  ['no name', { name: ' ' }, { name: 'Enter the name investors know the account by.' }],
  ['no number', { number: '' }, { number: 'Enter the number investors pay to.' }],
  ['letters of other scripts', { number: '٦٠٠' }, { number: 'Use digits and letters only.' }],
  [
    'a bad name together with too few digits',
    { name: ' ', number: '12' },
    {
      name: 'Enter the name investors know the account by.',
      number: 'A paybill has 5 to 7 digits.',
    },
  ],
  [
    'a bank account of two digits',
    { kind: 'bank', number: '12' },
    { number: 'Enter at least 3 digits or letters.' },
  ],
  ['an unknown kind', { kind: 'purse' }, { kind: 'Choose what kind of account this is.' }],
  ['an unknown currency', { currency: 'KSH' }, { currency: 'Choose the currency of the account.' }],
  [
    'a pattern without the reference',
    { referencePattern: '441211#' },
    { referencePattern: 'Include {reference} once, like 441211#{reference}.' },
  ],
  [
    'a pattern with it twice',
    { referencePattern: '{reference}{reference}' },
    { referencePattern: 'Include {reference} once, like 441211#{reference}.' },
  ],
  ['a number in use', {}, { number: 'M-Pesa already has this number and currency.' }],
])('BANK-131 %s is refused next to its field', async (_, fields, errors) => {
  const before = await accounts()
  expect(await add(fields)).toMatchObject({ status: 422, errors })
  expect(await accounts()).toEqual(before)
})

test('BANK-132 investors see new details with their day, the log says who changed them, and a closed account is gone', async () => {
  const { investor } = await aHolding()
  const seen = () => asPerson(investor, listOpenPaymentAccounts)
  const [{ id, version, details_changed_at: before }] = (await accounts()) as [
    { id: string; version: number; details_changed_at: Date },
  ]
  expect(await seen()).toMatchObject([{ number: '600966', howToPay: 'Choose Pay Bill.' }])
  expect(await edit(id, { version: String(version), number: '600977' })).toMatchObject({
    status: 303,
  })
  const [changed] = await seen()
  expect(changed).toMatchObject({ number: '600977' })
  expect(changed && changed.detailsChangedAt > before).toBe(true)
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select actor_id, before, after from app.audit_log where subject = 'payment_account' and act = 'update'",
    ),
  )
  expect(rows).toEqual([
    {
      actor_id: admin.userId,
      before: { number: '600966' },
      after: expect.objectContaining({ number: '600977' }),
    },
  ])
  expect(await edit(id, { version: '1', number: '1' })).toMatchObject({ status: 422 })
  expect(await edit(id, { version: '1' })).toMatchObject({
    errors: { form: expect.stringContaining('Someone else has just changed this account.') },
  })
  await edit(id, { version: '2', number: '600977', closed: 'on' })
  expect(await seen()).toEqual([])
  expect(await accounts()).toMatchObject([{ closed_at: expect.any(Date) }])
  // Its number is free for another account, and the closed one cannot be reopened next to it.
  expect(await add({ number: '600977', name: 'New paybill' })).toMatchObject({ status: 303 })
  expect(await edit(id, { version: '3', number: '600977' })).toMatchObject({
    errors: { number: 'New paybill already has this number and currency.' },
  })
})

test('BANK-133 no account is deleted, and two open ones with a number are refused by the database too', async () => {
  await expect(
    change(
      `insert into app.payment_account (kind, name, number, currency)
       values ('till', 'Again', '600977', 'KES')`,
    ),
  ).rejects.toThrow(/one_open_account_per_number/)
})

test('BANK-134 the portal and the office say how to pay, to whom, with which reference and how much', async () => {
  const { investor, investmentId } = await aHolding('Faduma Ali', 'Quay House')
  setClock(() => new Date('2026-11-26T09:00:00Z'))
  await change(
    "update app.investment set next_payment_on = '2026-12-09', next_payment_cents = 500000 where id = $1",
    [investmentId],
  )
  await change(
    `insert into app.exchange_rate (currency, rate, dated_on, source)
     values ('KES', 129.24, '2026-11-20', 'company'), ('KES', 140, '2026-11-27', 'company')`,
  )
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [investmentId],
  )
  const code = rows[0]?.code ?? ''
  const own = await cookiesOf(investor)
  const portal = await ask(`/investment-dashboard/investments/${investmentId}`, { cookie: own })
  const words = wordsOf(portal.html)
  expect(words).toContain(`Payment reference ${code}`)
  expect(words).toContain('$5,000.00 or KES 646,200 at 129.24 KES per USD of 20 Nov 2026')
  expect(words).toContain(`Business number 600977 Account number ${code}`)
  // On a phone the panel is far below what remains.
  expect(portal.html).toContain('href="#how-to-pay"')
  expect(portal.html).toMatch(/aria-label="[^"]+, 600977"/)
  expect(words).toContain(
    'By M-Pesa, pay in 3 payments, over 2 days: 2 of KES 250,000 and one of KES 146,200.',
  )
  expect(words).toContain(
    'Our account details never change by email, message or phone: a change is shown',
  )
  const office = await ask(`/admin-dashboard/investments/${investmentId}`, { cookie })
  expect(wordsOf(office.html)).toContain(`Payment reference ${code}`)
  expect(office.html).toContain('https://wa.me/?text=How%20to%20pay%20for%20Quay%20House')
  const dashboard = await ask('/investment-dashboard', { cookie: own })
  expect(dashboard.html).toContain(`investments/${investmentId}#how-to-pay`)
  const stranger = await cookiesOf((await aHolding('Stranger')).investor)
  const elsewhere = await ask(`/investment-dashboard/investments/${investmentId}`, {
    cookie: stranger,
  })
  expect(elsewhere.status).toBe(404)
})

test.each([
  ['a paybill of four digits', { number: '6009' }, 'A paybill has 5 to 7 digits.'],
  ['a paybill of eight digits', { number: '60096600' }, 'A paybill has 5 to 7 digits.'],
  ['a till with letters', { kind: 'till', number: '60096A' }, 'A till has 5 to 7 digits.'],
])('BANK-263 %s is refused next to its field', async (_, fields, number) => {
  expect(await add(fields)).toMatchObject({ status: 422, errors: { number } })
})

test('BANK-471 an account has a code for the journal, and one that is a formula is refused', async () => {
  const codes = { number: '600988', name: 'Paybill of the journal' }
  expect(await add({ ...codes, accountCode: '=1+1' })).toMatchObject({
    status: 422,
    errors: { accountCode: expect.stringContaining('Start with a letter or digit') },
  })
  expect(await add({ ...codes, accountCode: ' 1201 ' })).toMatchObject({ status: 303 })
  const { rows } = await change<{ id: string; account_code: string; day: Date }>(
    'select id, account_code, details_changed_at as day from app.payment_account where number = $1',
    [codes.number],
  )
  expect(rows[0]?.account_code).toBe('1201')
  const edited = await edit(rows[0]?.id ?? '', { ...codes, version: '1', accountCode: '' })
  expect(edited).toMatchObject({ status: 303 })
  const { rows: after } = await change<{ account_code: string; day: Date }>(
    'select account_code, details_changed_at as day from app.payment_account where number = $1',
    [codes.number],
  )
  expect(after).toEqual([{ account_code: null, day: rows[0]?.day }])
})
