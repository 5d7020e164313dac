import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { aPlan } from '../../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { setClock } from '../../../platform/clock.server.ts'
import { usd } from '../../../values/money.ts'
import type { PaymentReply } from './refusal.server.ts'
import RecordPayment, { action, loader } from './route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const project = await aProject('Twin Towers Muthaiga')
const anOpenOne = (amount = '12,500.40') => anInvestment(investor.investorId, project, usd(amount))

type Who = Parameters<typeof requestBy>[0]
const request = (investmentId: string, by: Who, init?: RequestInit) => ({
  ...requestBy(by, `/admin-dashboard/investments/${investmentId}/payment?q=twin`, init),
  params: { investmentId },
})
const open = (id: string, by: Who = admin) =>
  loader(request(id, by) as Parameters<typeof loader>[0])

function send(investmentId: string, fields: Record<string, string>, by: Who = admin) {
  const usual = {
    key: randomUUID(),
    amount: '100',
    receivedOn: '2026-03-31',
    method: 'bank-transfer',
  }
  const body = formOf({ ...usual, ...fields })
  return action(request(investmentId, by, { method: 'POST', body }) as Parameters<typeof action>[0])
}

const refused = (errors: Record<string, string>) => ({
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

const shown = (loaderData: Awaited<ReturnType<typeof open>>, actionData?: object) =>
  htmlOf(
    RecordPayment,
    `/admin-dashboard/investments/${loaderData.investment.id}/payment`,
    loaderData,
    actionData,
  )

function cancel(id: string) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
      [id],
    )
  })
}

test('MIV-039 a recorded payment leads back to the list with a toast that has the amount, to the cent', async () => {
  const id = await anOpenOne()
  const answer = await send(id, { amount: '1,250.50' })
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/investments?q=twin')
  const cookie = decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
  expect(cookie).toMatch(
    /"title":"Payment recorded","text":"Payment of \$1,250\.50 has been recorded\. Hodan Abdi \([^)]+@example\.com\), receipt R-\d{4}-\d{6}\."/,
  )
  expect(await received(id)).toBe(125_050)
})

test('MIV-034 (W-23) BANK-581 each refusal stands next to its field, keeps what was typed and books nothing', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const id = await anOpenOne()
  expect(await send(id, { amount: '0', note: 'By his brother' })).toMatchObject({
    data: {
      reply: {
        errors: { amount: 'Payment must be greater than zero.' },
        values: { amount: '0', note: 'By his brother' },
      },
    },
    init: { status: 422 },
  })
  for (const [fields, errors] of [
    [{ amount: '12,500.41' }, { amount: 'Payment cannot exceed the remaining $12,500.40.' }],
    [
      { amount: '12,500.41', receivedOn: 'someday' },
      {
        amount: 'Payment cannot exceed the remaining $12,500.40.',
        receivedOn: expect.any(String),
      },
    ],
    [
      { receivedOn: '2026-07-02' },
      { receivedOn: 'This date is in the future. Choose 1 Jul 2026 or earlier.' },
    ],
    [
      { amount: '12.500,41', receivedOn: '2026-07-02' },
      {
        amount: expect.any(String),
        receivedOn: 'This date is in the future. Choose 1 Jul 2026 or earlier.',
      },
    ],
    [
      { receivedOn: '2026-01-31' },
      { receivedOn: 'The investment began on 1 Feb 2026. Choose that day or later.' },
    ],
    [{ receivedOn: '2026-02-30' }, { receivedOn: 'This date does not exist.' }],
    [
      { nextPaymentOn: '2026-03-30' },
      { nextPaymentOn: 'The next payment cannot come before the day this one was received.' },
    ],
    [{ method: 'barter' }, { method: 'Choose how the money was paid.' }],
    [
      { nextPaymentOn: '2026-08-01', nextPaymentAmount: '12,500' },
      { nextPaymentAmount: 'After this payment $12,400.40 remains. Enter no more than that.' },
    ],
  ] as const)
    expect(await send(id, fields)).toMatchObject(refused(errors))
  const again = { reply: { errors: {}, message: 'Reload the page and try again.' } }
  for (const key of ['', 'x'])
    expect(await send(id, { key })).toMatchObject({ data: again, init: { status: 422 } })
  expect(await received(id)).toBe(0)
})

test('MIV-260 the same reference again is asked about next to its field, with what it was recorded for', async () => {
  const id = await anOpenOne()
  await send(id, { method: 'mobile-money', reference: 'QWE7RT6YU1', amount: '1200' })
  const typed = {
    method: 'mobile-money',
    reference: 'qwe7rt6yu1',
    amount: '1200',
    note: 'Once more',
  }
  const answer = await send(id, typed)
  expect(answer).toMatchObject({
    data: {
      reply: {
        errors: {
          reference: 'This reference is already recorded. Check it.',
          repeats: expect.stringMatching(/^Tick/),
        },
        values: typed,
      },
    },
    init: { status: 422 },
  })
  const { same } = answer instanceof Response ? {} : (answer.data as PaymentReply)
  if (answer instanceof Response || !same) throw new Error('it was not asked')
  const path = `/admin-dashboard/investments/${id}/payment`
  const markup = htmlOf(RecordPayment, path, await open(id), answer.data)
  const text = markup.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    `This reference is already recorded$1,200 on 31 Mar 2026 from ${investor.name} (${investor.email}) for Twin Towers Muthaiga, receipt ${same.receiptNumber}.`,
  )
  expect(markup).toContain(`value="${same.entryId}"`)
  expect(await received(id)).toBe(120_000)
  expect(await send(id, { ...typed, repeats: same.entryId })).toHaveProperty('status', 303)
  expect(await received(id)).toBe(240_000)
})

test('what closed in the meantime is refused above the fields', async () => {
  const id = await anOpenOne('100')
  await send(id, {})
  const settled = 'This investment is now fully paid. Nothing was recorded.'
  expect(await send(id, {})).toMatchObject({
    data: { reply: { message: settled } },
    init: { status: 422 },
  })
  const second = await anOpenOne()
  await cancel(second)
  const message = 'This investment was cancelled. Nothing was recorded.'
  expect(await send(second, {})).toMatchObject({ data: { reply: { message } } })
})

test('sent twice it is recorded once, and both times told so', async () => {
  const id = await anOpenOne()
  const key = randomUUID()
  const [first, second] = await Promise.all([send(id, { key }), send(id, { key })])
  expect(
    [first, second].every((answer) => answer instanceof Response && answer.status === 303),
  ).toBe(true)
  expect(await received(id)).toBe(10_000)
})

test('an unknown id is a 404 for reading and writing, and so is everything for someone else', async () => {
  const missing = { init: { status: 404 } }
  for (const id of [randomUUID(), 'not-an-id', "' or 1=1"]) {
    await expect(open(id)).rejects.toMatchObject(missing)
    await expect(send(id, {})).rejects.toMatchObject(missing)
  }
  const id = await anOpenOne()
  await expect(send(id, {}, investor)).rejects.toMatchObject(missing)
  const turnedAway = await send(id, {}, null).catch((thrown: unknown) => thrown)
  expect(turnedAway instanceof Response && turnedAway.headers.get('Location')).toMatch(/^\/login/)
  expect(await received(id)).toBe(0)
})

test('MIV-041 a failed payment raises an error toast, and what was typed stays', async () => {
  const id = await anOpenOne()
  await asSuperuser((client) => client.query('revoke insert on app.ledger_entry from msingi_admin'))
  const answer = await send(id, { reference: 'TT-2026-0297' })
  await asSuperuser((client) => client.query('grant insert on app.ledger_entry to msingi_admin'))
  expect(answer).toMatchObject({
    data: {
      reply: {
        values: { reference: 'TT-2026-0297' },
        message: 'Error recording payment. Please try again later. Reference test',
      },
      toast: { title: 'Error recording payment', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await received(id)).toBe(0)
})

test('the dialog shows how the investment stands, offers what remains, and without script names the act alone', async () => {
  const html = shown(await open(await anOpenOne()))
  for (const text of [
    'Record Payment',
    'Twin Towers Muthaiga',
    'Hodan Abdi',
    'At most $12,500.40.',
    'What this does',
  ])
    expect(html).toContain(text)
  expect(html).toContain('<span>Record payment</span>')
  expect(html).toContain('is notified, with a receipt by email')
})

test('a completed or cancelled investment says so instead of the form', async () => {
  const paid = await anOpenOne('100')
  await send(paid, {})
  const completed = shown(await open(paid))
  expect(completed).toContain('This investment is completed: its whole amount has been received.')
  expect(completed).not.toContain('<form')
  const second = await anOpenOne()
  await cancel(second)
  expect(shown(await open(second))).toContain(
    'This investment is cancelled, so it takes no payments.',
  )
})

test('MIV-332 the dialog says whose investment it is, by email, amount and date', async () => {
  const words = wordsOf(shown(await open(await anOpenOne('7,300'))))
  expect(words).toContain(`${investor.email} · $7,300 of 1 Feb 2026`)
})

test('MIV-330 on their own investment an administrator is offered no payment, refund or void', async () => {
  const id = await anOpenOne()
  const { rows } = await change(
    `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, 'Own Record', '2025-01-15') returning id`,
    [admin.userId, admin.email],
  )
  await change('update app.investment set investor_id = $1 where id = $2', [rows[0]?.id, id])
  const says =
    'This is your own investment. Ask another administrator to add or change it, or to record money on it.'
  expect(shown(await open(id))).toContain(says)
  expect(shown(await open(id))).not.toContain('name="amount"')
  expect(await send(id, {})).toMatchObject({
    data: { reply: { message: says } },
    init: { status: 422 },
  })
  expect(await received(id)).toBe(0)
})

test('PLAN-116 a payment that leaves less than 0.5% of a line names the next one, with what lacks', async () => {
  const id = await anOpenOne()
  await aPlan(id, [
    { amount: usd('833.33'), dueOn: '2026-10-20' },
    { amount: usd('1,333.33'), dueOn: '2026-11-20' },
  ])
  const loaded = await open(id)
  const typed = (amount: string) =>
    wordsOf(shown(loaded, { reply: { values: { amount }, errors: {} } }))
  expect(typed('829.16')).toContain('Next payment $4.17 stays due on 20 Oct 2026')
  expect(typed('829.17')).toContain('Next payment $1,337.49 is due on 20 Nov 2026')
  expect(typed('')).toContain('Next payment $833.33 is due on 20 Oct 2026')
})
