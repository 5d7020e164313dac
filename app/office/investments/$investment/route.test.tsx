import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { importPayments } from '../../../domain/imports/payments.server.ts'
import { calendarDate } from '../../../values/calendar-date.ts'
import { usd } from '../../../values/money.ts'
import RecordPayment, { loader as openPayment, action as payAction } from '../payment/route.tsx'
import AdjustLedger, { action as adjust, loader as openAdjustment } from './adjustment/route.tsx'
import RecordRefund, { loader as openRefund, action as refund } from './refund/route.tsx'
import Investment, { loader } from './route.tsx'
import VoidEntry, { loader as openVoid, action as takeBack } from './void/route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const whose = `Hodan Abdi (${investor.email})`
const anOpenOne = async () =>
  anInvestment(investor.investorId, await aProject('Coastal Villas'), usd('1,000'))
/** The next payment, of $300, is expected on 1 November. */
async function anAwaitedOne() {
  const id = await anOpenOne()
  await change(
    "update app.investment set next_payment_on = '2026-11-01', next_payment_cents = 30000 where id = $1",
    [id],
  )
  return id
}

type Who = Parameters<typeof requestBy>[0]
type Action = (args: never) => Promise<unknown>

const at = (id: string, below = '') => `/admin-dashboard/investments/${id}${below}`
type Sent = { entryId?: string | undefined; by?: Who }
function request(
  id: string,
  below: string,
  { entryId, by = admin }: Sent = {},
  init?: RequestInit,
) {
  return {
    ...requestBy(by, at(id, below), init),
    params: { investmentId: id, ...(entryId && { entryId }) },
  }
}
type Post = [act: Action, id: string, below: string, fields: Record<string, string>, sent?: Sent]
const post = (...[act, id, below, fields, sent]: Post) =>
  act(
    request(id, below, sent, {
      method: 'POST',
      body: formOf({ key: randomUUID(), ...fields }),
    }) as never,
  )

const open = (id: string, by: Who = admin) =>
  loader(request(id, '', { by }) as Parameters<typeof loader>[0])
const wordsAt = async (id: string) => wordsOf(htmlOf(Investment, at(id), await open(id)))
const pay = (id: string, amount: string, reference = '') =>
  post(payAction, id, '/ledger/payment', {
    ...{ amount, receivedOn: '2026-03-01', method: 'mobile-money', reference },
    note: 'By his brother',
  })

async function entryOf(id: string) {
  const { ledger } = await open(id)
  return ledger[0]?.id ?? ''
}

test('the page has the ledger: day, method, reference, note, receipt, who recorded it and what was received by then', async () => {
  const id = await anOpenOne()
  expect(await wordsAt(id)).toContain('Nothing received yet')
  expect(await pay(id, '400.50', 'QKS2VC6R')).toMatchObject({ status: 303 })
  const words = await wordsAt(id)
  expect(words).toMatch(new RegExp(`Coastal Villas Hodan Abdi ${investor.email} Active`))
  expect(words).toMatch(
    /1 Mar 2026 Payment Mobile money · QKS2VC6R · R-\d{4}-\d{6} Note: By his brother Amina Yusuf , /,
  )
  expect(words).toMatch(/\$400\.50 Received after it: \$400\.50/)
  expect(words).toContain('Remaining $599.50')
  expect(htmlOf(Investment, at(id), await open(id))).toContain(
    `href="/admin-dashboard/audit?about=${id}"`,
  )
})

test('a refund, an adjustment and a void each lead back to the page, and stand in the ledger with their reason', async () => {
  const id = await anOpenOne()
  await pay(id, '400')
  const refunded = await post(refund, id, '/ledger/refund', {
    ...{ amount: '100', refundedOn: '2026-04-01', method: 'cash', reason: 'Paid too much' },
  })
  expect(refunded).toMatchObject({ status: 303 })
  expect((refunded as Response).headers.get('Location')).toBe(at(id))
  expect(toastOf(refunded)).toContain(`"text":"Refund of $100 has been recorded. ${whose}."`)
  const { investment } = await open(id)
  const adjusted = await post(adjust, id, '/ledger/adjustment', {
    ...{ version: String(investment.version), received: '350', datedOn: '2026-04-02' },
    reason: 'The bank took 50',
  })
  expect(toastOf(adjusted)).toContain(`"text":"$350 has been received so far. ${whose}."`)
  const { ledger } = await open(id)
  const voided = await post(
    takeBack,
    id,
    '/ledger/void',
    { reason: 'Never given back' },
    { entryId: ledger[1]?.id },
  )
  expect(toastOf(voided)).toContain(
    `"title":"Entry voided","text":"Refund of $100 has been voided. The investor is ${whose}."`,
  )
  expect(await wordsAt(id)).toMatch(
    /Refund Voided Cash Paid too much Voided on .*: Never given back/,
  )
  expect(await wordsAt(id)).toMatch(/Adjustment The bank took 50/)
  expect((await open(id)).investment.received).toBe(usd('450'))
})

test('BANK-581 each asks for its reason, keeps what was typed, and says what does not fit', async () => {
  const id = await anOpenOne()
  await pay(id, '400')
  const refused = (errors: Record<string, string>) => ({
    data: { reply: { errors } },
    init: { status: 422 },
  })
  const usual = { refundedOn: '2026-04-01', method: 'cash', reason: '' }
  const wrong = { ...usual, amount: '0', refundedOn: '2199-01-01' }
  expect(await post(refund, id, '/ledger/refund', wrong)).toMatchObject(
    refused({
      refundedOn: expect.stringContaining('in the future'),
      amount: 'A refund must be greater than zero.',
      reason: 'Enter why the money is returned.',
    }),
  )
  expect(
    await post(refund, id, '/ledger/refund', { ...usual, amount: '400.01', reason: 'All' }),
  ).toMatchObject(refused({ amount: 'Only $400 is available on this investment.' }))
  const version = String((await open(id)).investment.version)
  const adjusting = { version, received: '400', datedOn: '2026-04-01', reason: 'Found' }
  expect(await post(adjust, id, '/ledger/adjustment', { ...adjusting, reason: ' ' })).toMatchObject(
    refused({ reason: 'Enter why the amount is corrected.' }),
  )
  expect(await post(adjust, id, '/ledger/adjustment', adjusting)).toMatchObject(
    refused({ received: 'The ledger already says this.' }),
  )
  const entryId = await entryOf(id)
  expect(await post(takeBack, id, '/ledger/void', { reason: '' }, { entryId })).toMatchObject(
    refused({ reason: 'Enter why this is voided.' }),
  )
  await post(refund, id, '/ledger/refund', { ...usual, amount: '1', reason: 'One' })
  expect(
    await post(takeBack, id, '/ledger/void', { reason: 'All of it' }, { entryId }),
  ).toMatchObject({
    data: { reply: { message: 'Later refunds or adjustments use this money. Void those first.' } },
  })
  expect(
    await post(adjust, id, '/ledger/adjustment', { ...adjusting, received: '7' }),
  ).toMatchObject({
    data: {
      reply: {
        message:
          'This investment changed while you were editing. The ledger now says $399. Reload the page and try again.',
      },
    },
  })
})

test('an entry is found only below its own investment, and one that is voided already says so', async () => {
  const [id, other] = [await anOpenOne(), await anOpenOne()]
  await pay(id, '400')
  const entryId = await entryOf(id)
  const missing = { init: { status: 404 } }
  const shown = (at: string) =>
    openVoid(request(at, '/ledger/void', { entryId }) as Parameters<typeof openVoid>[0])
  await expect(shown(other)).rejects.toMatchObject(missing)
  await expect(
    post(takeBack, other, '/ledger/void', { reason: 'Mine' }, { entryId }),
  ).rejects.toMatchObject(missing)
  const dialog = wordsOf(htmlOf(VoidEntry, at(id, '/ledger/void'), await shown(id)))
  expect(dialog).toContain('Next payment none is set; set one under Edit afterwards')
  await post(takeBack, id, '/ledger/void', { reason: 'The cheque bounced' }, { entryId })
  const words = wordsOf(htmlOf(VoidEntry, at(id, '/ledger/void'), await shown(id)))
  expect(words).toContain('The cheque bounced')
  expect(await post(takeBack, id, '/ledger/void', { reason: 'Again' }, { entryId })).toMatchObject({
    data: { reply: { message: 'This entry was already voided.' } },
  })
})

test('MIV-262 the dialog of a refund says which payment is then due again', async () => {
  const id = await anAwaitedOne()
  await pay(id, '400')
  const loaded = await openRefund(request(id, '/ledger/refund') as Parameters<typeof openRefund>[0])
  const reply = { values: { amount: '150' }, errors: {} }
  const words = wordsOf(htmlOf(RecordRefund, at(id, '/ledger/refund'), loaded, { reply }))
  expect(words).toContain('Next payment $50 is due on 1 Nov 2026')
  const less = { reply: { values: { amount: '50' }, errors: {} } }
  expect(wordsOf(htmlOf(RecordRefund, at(id, '/ledger/refund'), loaded, less))).not.toContain(
    'Next payment',
  )
})

test('MIV-262 so do the dialogs of an adjustment and of a payment that reaches what is due', async () => {
  const id = await anAwaitedOne()
  await pay(id, '100')
  await post(payAction, id, '/ledger/payment', {
    ...{ amount: '50', receivedOn: '2026-03-02', method: 'cash' },
    ...{ nextPaymentOn: '2026-12-20', nextPaymentAmount: '400' },
  })
  const adjusting = await openAdjustment(
    request(id, '/ledger/adjustment') as Parameters<typeof openAdjustment>[0],
  )
  const corrected = { reply: { values: { received: '40' }, errors: {} } }
  expect(
    wordsOf(htmlOf(AdjustLedger, at(id, '/ledger/adjustment'), adjusting, corrected)),
  ).toContain('Next payment $260 is due on 1 Nov 2026')
  const paying = await openPayment(request(id, '/ledger/payment') as never)
  const paid = { reply: { values: { amount: '350' }, errors: {} } }
  expect(wordsOf(htmlOf(RecordPayment, at(id, '/ledger/payment'), paying, paid))).toContain(
    'Next payment $200 is due on 20 Dec 2026',
  )
})

test('MIV-264 the void of an imported payment leaves what is due, and its dialog says so', async () => {
  const id = await anAwaitedOne()
  await pay(id, '100')
  const facts = {
    amount: usd('50'),
    receivedOn: calendarDate('2026-03-05'),
    method: null,
    reference: 'IMP',
    note: null,
  }
  await as(admin, (actor) =>
    importPayments(actor, [{ investmentId: id, ...facts, repeats: false }]),
  )
  const { ledger } = await open(id)
  const entryId = ledger.find(({ reference }) => reference === 'IMP')?.id ?? ''
  const loaded = await openVoid(
    request(id, '/ledger/void', { entryId }) as Parameters<typeof openVoid>[0],
  )
  expect(wordsOf(htmlOf(VoidEntry, at(id, '/ledger/void'), loaded))).toContain(
    'Next payment $200 is due on 1 Nov 2026',
  )
  await post(takeBack, id, '/ledger/void', { reason: 'Twice in the file' }, { entryId })
  expect((await open(id)).investment).toMatchObject({
    nextPaymentOn: '2026-11-01',
    nextPaymentAmount: usd('200'),
  })
})

test('a failed refund keeps what was typed and books nothing', async () => {
  const id = await anOpenOne()
  await pay(id, '400')
  await asSuperuser((client) => client.query('revoke insert on app.ledger_entry from msingi_admin'))
  const answer = await post(refund, id, '/ledger/refund', {
    ...{ amount: '1', refundedOn: '2026-04-01', method: 'cash', reason: 'One' },
  })
  await asSuperuser((client) => client.query('grant insert on app.ledger_entry to msingi_admin'))
  expect(answer).toMatchObject({
    data: {
      reply: {
        values: { reason: 'One' },
        message: 'Error recording refund. Please try again later. Reference test',
      },
      toast: { title: 'Error recording refund', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect((await open(id)).ledger).toHaveLength(1)
})

test('what is archived is restored first; an unknown one, and everything for anyone else, is a 404', async () => {
  const id = await anOpenOne()
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [id],
  )
  await change('update app.investment set archived_at = now() where id = $1', [id])
  const html = htmlOf(Investment, at(id), await open(id))
  expect(html).toContain(`href="${at(id, '/restore')}"`)
  expect(html).not.toContain(at(id, '/ledger/edit'))
  const missing = { init: { status: 404 } }
  for (const unknownId of [randomUUID(), 'not-an-id'])
    await expect(open(unknownId)).rejects.toMatchObject(missing)
  for (const act of [refund, adjust])
    await expect(post(act, id, '', {}, { by: investor })).rejects.toMatchObject(missing)
})

test('MIV-334 the page links its investor and shows the newest entry of the ledger first', async () => {
  const id = await anOpenOne()
  await pay(id, '100', 'FIRST')
  await pay(id, '200', 'SECOND')
  expect(htmlOf(Investment, at(id), await open(id))).toContain(
    `href="/admin-dashboard/investors/${investor.investorId}"`,
  )
  const words = await wordsAt(id)
  expect(words.indexOf('SECOND')).toBeLessThan(words.indexOf('FIRST'))
  expect(words).toMatch(/\$200 Received after it: \$300 .*\$100 Received after it: \$100/)
})
