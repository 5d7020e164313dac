import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerTo } from '../../../tests/answers.ts'
import { change } from '../../../tests/database.ts'
import { aPayment, cancelInvestment, takeBack } from '../../../tests/ledger.ts'
import { aMilestone, aPlan } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { duePayments } from '../../domain/investments/due.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { loader as exportInvestors } from './export/route.ts'
import { loader as exportLines } from './export-lines/route.ts'
import { action } from './note/route.tsx'
import { action as remind } from './reminders/route.tsx'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/receivables'
const at = (instant: string) => setClock(() => new Date(instant))
const page = async (address = path) => (await ask(address, { cookie })).html
const words = async (address = path) => wordsOf(await page(address))
const exports = {
  investors: exportInvestors,
  lines: exportLines,
}
const fileOf = async (name: keyof typeof exports, address: string) =>
  ((await exports[name](visitTo<never>(address, { cookie }))) as Response).text()

at('2026-11-26T09:00:00Z')
const pier = await aProject('Pier House')
const garden = await aProject('Garden Villas')
const roof = await aMilestone(garden)
const asha = await anInvestor('Asha, "Mama" Noor')
const omar = await anInvestor('=cmd|Omar')
await change("update app.investor set phone = '+254711000111' where id = $1", [asha.investorId])
const ofAsha = await anInvestment(asha.investorId, pier, usd('1,000'))
await aPlan(
  ofAsha,
  [
    { amount: usd('200'), dueOn: '2026-08-01', label: 'Deposit' },
    { amount: usd('300'), dueOn: '2026-11-01' },
    { amount: usd('500'), dueOn: '2027-01-01' },
  ],
  '2026-02-01',
)
const ofOmar = await anInvestment(omar.investorId, garden, usd('900'))
await aPlan(ofOmar, [
  { amount: usd('100.10'), dueOn: '2026-09-20' },
  { amount: usd('799.90'), milestoneId: roof, days: 14, label: 'Roof' },
])

test('RECV-001 RECV-002 RECV-004 the list shows who owes how much since when, with totals that the dashboard has too', async () => {
  at('2026-11-26T09:00:00Z')
  const found = await words()
  expect(found).toContain(
    '2 investors Overdue $600.10 1–30 days $300 31–60 days $0 61–90 days $100.10 Over 90 days $200 Not due, all investors $1,299.90',
  )
  expect(found).toMatch(
    /Asha.*\$500 since 1 Aug 2026 \$300 – – \$200 \$500 next 1 Jan 2027 Next due 1 Jan 2027 No payment yet/,
  )
  expect(found).toMatch(/Omar.*No phone number.*\$100\.10 since 20 Sep 2026/)
  expect(await page()).toContain('href="https://wa.me/254711000111"')
  expect(await words('/admin-dashboard')).toContain(
    '$600.10 overdue 3 payments, the oldest due since 1 Aug 2026',
  )
  const byProject = await words(`${path}?by=project`)
  expect(byProject).toMatch(/Pier House since 1 Aug 2026.*\$500 \$300 – – \$200 \$500/)
  expect(byProject).toMatch(/2 projects Overdue \$600\.10.*Not due \$1,299\.90/)
})

test('RECV-004 it is sorted by amount, age and name, limited to a project and found by name', async () => {
  at('2026-11-26T09:00:00Z')
  const order = async (query: string) => {
    const html = await page(`${path}?${query}`)
    return [html.indexOf('Asha, '), html.indexOf('=cmd|Omar')]
  }
  const [asha1 = 0, omar1 = 0] = await order('sort=amount')
  expect(asha1).toBeLessThan(omar1)
  const [asha2 = 0, omar2 = 0] = await order('sort=name')
  expect(omar2).toBeGreaterThan(0)
  expect(omar2).toBeLessThan(asha2)
  const inGarden = await words(`${path}?project=${garden}`)
  expect(inGarden).toContain('1 investor Overdue $100.10')
  expect(inGarden).not.toContain('Asha')
  const ofName = await words(`${path}?q=asha`)
  expect(ofName).toContain('1 investor Overdue $500')
  expect(ofName).not.toContain('all investors')
  expect(await words(`${path}?q=no-such-name`)).toContain('No overdue payments found')
  expect(await words(`${path}?page=999`)).toContain('2 investors')
})

test('RECV-020 it lists who owes something overdue, within 30 days, or at all, and exports them in that order', async () => {
  at('2026-07-02T09:00:00Z')
  expect(await words()).toContain('No overdue payments')
  const soon = await words(`${path}?due=soon`)
  expect(soon).toContain('1 investor Overdue $0')
  expect(soon).toMatch(/Asha.*Nothing overdue.*\$1,000 next 1 Aug 2026/)
  expect(soon).not.toContain('Omar')
  expect(await page(`${path}?due=soon`)).not.toContain(`value="${asha.investorId}"`)
  const exported = (await fileOf('investors', `${path}/export?due=open&sort=age`)).split('\r\n')
  expect(exported[0]).toContain(',Due within 30 days (USD),Next due date,')
  expect(exported[1]).toMatch(/^"Asha, ""Mama"" Noor",.*,200\.00,2026-08-01,/)
  expect(exported[2]).toMatch(/Omar.*,0\.00,2026-09-20,/)
  at('2026-11-26T09:00:00Z')
  expect(await words(`${path}?due=soon&q=omar`)).toContain('1 investor Overdue $100.10')
  expect(await words(`${path}?due=soon&q=no-such-name`)).toContain(
    'No payments overdue or due within 30 days found',
  )
  expect(await words(`${path}?due=nonsense`)).toContain('2 investors Overdue $600.10')
})

test('RECV-003 a payment is overdue from midnight in Nairobi, and a line that nearly is paid is not', async () => {
  const idil = await anInvestor('Idil Farah')
  const id = await anInvestment(idil.investorId, pier, usd('1,000'))
  await aPlan(id, [
    { amount: usd('400'), dueOn: '2026-11-26' },
    { amount: usd('600'), dueOn: '2027-05-01' },
  ])
  at('2026-11-26T20:59:59Z')
  expect(await words(`${path}?q=idil`)).toContain('No overdue payments found')
  at('2026-11-26T21:00:00Z')
  expect(await words(`${path}?q=idil`)).toContain('1 investor Overdue $400 1–30 days $400')
  const before = (await as(admin, duePayments)).overdue.amount
  await aPayment(admin, id, ['398.01', '2026-11-26'])
  expect(await words(`${path}?q=idil`)).toContain('No overdue payments found')
  expect(before - (await as(admin, duePayments)).overdue.amount).toBe(usd('400'))
  const paid = await aPayment(admin, id, ['600', '2026-11-26'])
  expect(await words(`${path}?q=idil`)).toContain('No overdue payments found')
  await takeBack(admin, paid.paymentId, '2026-11-27')
  await cancelInvestment(admin, id)
  at('2027-06-01T09:00:00Z')
  expect(await words(`${path}?q=idil`)).toContain('No overdue payments found')
  at('2026-11-26T09:00:00Z')
})

const send = (fields: Record<string, string> = {}, to = asha.investorId) =>
  answerTo(action, `${path}/${to}/note`, {
    cookie,
    params: { investorId: to },
    form: {
      key: randomUUID(),
      note: 'Will pay on Friday',
      contactedOn: '2026-11-20',
      promisedOn: '',
      promisedAmount: '',
      ...fields,
    },
  })
const countNotes = async () =>
  (await change<{ count: number }>('select count(*)::int as count from app.contact_note')).rows[0]
    ?.count

test('RECV-005 RECV-008 a note is added once and shown with its promise in the list, the dialog and on the investor', async () => {
  at('2026-11-26T09:00:00Z')
  const form = { key: randomUUID(), promisedOn: '2026-11-27', promisedAmount: '500' }
  expect(await send(form)).toMatchObject({ status: 303, location: path })
  expect(await send(form)).toMatchObject({ status: 303 })
  expect(await countNotes()).toBe(1)
  expect(await send({ ...form, note: 'Other words' })).toMatchObject({ status: 422 })
  expect(await countNotes()).toBe(1)
  expect(await words()).toContain('20 Nov : Will pay on Friday Promised $500 by 27 Nov 2026')
  const dialog = await words(`${path}/${asha.investorId}`)
  expect(dialog).toMatch(/Overdue: \$500 .*Pier House Deposit.*\$200 1 Aug 2026 , 117 days overdue/)
  expect(dialog).toMatch(/20 Nov 2026 , Amina Yusuf Will pay on Friday Promised \$500/)
  expect(await words(`${path}/${omar.investorId}`)).toContain('$799.90 waiting for Roof')
  expect(await words(`/admin-dashboard/investors/${asha.investorId}`)).toContain(
    'Will pay on Friday Promised $500 by 27 Nov 2026',
  )
  await expect(
    change("update app.contact_note set note = 'Nothing' where investor_id = $1", [
      asha.investorId,
    ]),
  ).rejects.toThrow()
})

test.each([
  ['an empty note', { note: '  ' }, { note: 'Enter what was discussed.' }],
  [
    '10,000 characters',
    { note: 'a'.repeat(10_000) },
    { note: 'Please keep this to 1000 characters.' },
  ],
  [
    'a contact to come',
    { contactedOn: '2026-11-27' },
    { contactedOn: expect.stringContaining('in the future') },
  ],
  ['no day of contact', { contactedOn: '' }, { contactedOn: 'Enter the day of the contact.' }],
  [
    'a promise before the contact',
    { promisedOn: '2026-11-19' },
    { promisedOn: 'This is before the day of the contact.' },
  ],
  [
    'no text together with a promise before the contact and an amount of nothing',
    { note: ' ', promisedOn: '2026-11-19', promisedAmount: '0' },
    {
      note: 'Enter what was discussed.',
      promisedOn: 'This is before the day of the contact.',
      promisedAmount: 'Enter an amount above zero, or leave it empty.',
    },
  ],
  [
    'an amount without a day',
    { promisedAmount: '50' },
    { promisedOn: 'Enter the day of the promised payment.' },
  ],
  [
    'nothing promised',
    { promisedOn: '2026-12-01', promisedAmount: '0' },
    { promisedAmount: 'Enter an amount above zero, or leave it empty.' },
  ],
])('RECV-005 %s is refused at its field', async (_, fields, errors) => {
  at('2026-11-26T09:00:00Z')
  const before = await countNotes()
  expect(await send(fields)).toMatchObject({ status: 422, errors })
  expect(await countNotes()).toBe(before)
})

test('RECV-006 a promise is kept by a payment in time, not by one that is voided, and broken from the day after', async () => {
  at('2026-11-27T20:59:59Z')
  expect(await words(`${path}?q=asha`)).toContain('Promised $500 by 27 Nov 2026')
  at('2026-11-27T21:00:00Z')
  expect(await words(`${path}?q=asha`)).toContain('Broken $500 by 27 Nov 2026')
  const paid = await aPayment(admin, ofAsha, ['499.99', '2026-11-27'])
  const late = await aPayment(admin, ofAsha, ['0.01', '2026-11-28'])
  expect(await words(`${path}/${asha.investorId}`)).toContain('Broken $500 by 27 Nov 2026')
  await takeBack(admin, late.paymentId, '2026-11-28')
  await aPayment(admin, ofAsha, ['0.01', '2026-11-26'])
  expect(await words(`${path}/${asha.investorId}`)).toContain('Kept $500 by 27 Nov 2026')
  await takeBack(admin, paid.paymentId, '2026-11-28')
  expect(await words(`${path}?q=asha`)).toMatch(
    /\$0\.01 ?, 26 Nov 2026.*Broken \$500 by 27 Nov 2026/,
  )
})

test('RECV-007 PLAN-113 PLAN-114 the exports have the list, the projects and each open payment, and names stay text', async () => {
  at('2026-11-26T09:00:00Z')
  const investors = await fileOf('investors', `${path}/export`)
  expect(investors).toContain('Investor,Email,Phone,Overdue (USD),Overdue since,1 to 30 days (USD)')
  expect(investors).toContain('"Asha, ""Mama"" Noor",')
  expect(investors).toContain(
    `"'=cmd|Omar",${omar.email},,100.10,2026-09-20,0.00,0.00,100.10,0.00,799.90,0.00,,,,,,,,,On`,
  )
  const projects = await fileOf('investors', `${path}/export?by=project`)
  expect(projects).toContain('Garden Villas,100.10,2026-09-20,0.00,0.00,100.10,0.00,799.90')
  const lines = await fileOf('lines', `${path}/export-lines?project=${garden}`)
  expect(lines.trim().split('\r\n')).toHaveLength(3)
  expect(lines).toContain(',Instalment 1,2026-09-20,,100.10,100.10,67,yes,')
  expect(lines).toContain(',Roof,,Roof,799.90,799.90,,no,')
})

test('RECV-009 PLAN-113 PLAN-133 selected investors are previewed and reminded once a day, but for those who cannot be', async () => {
  at('2026-11-26T09:00:00Z')
  const select = `select=${asha.investorId}&select=${omar.investorId}&select=none`
  await change('update app.investor set reminders_paused_at = now() where id = $1', [
    omar.investorId,
  ])
  const preview = await words(`${path}/reminders?${select}`)
  expect(preview).toMatch(/Payment 117 days overdue: \$199.99 of \$499.99 due for Pier House/)
  expect(preview).toMatch(/1 overdue investment without .*Omar ,.* : reminders are paused/)
  expect(await words(`${path}?q=omar`)).toContain('Reminders paused')
  expect(preview).toContain('Send 1 reminder')
  const send = () => answerTo(remind, `${path}/reminders?sort=age&${select}`, { cookie, form: {} })
  expect(await send()).toMatchObject({
    status: 303,
    location: `${path}?sort=age`,
    toast: { title: '1 reminder queued' },
  })
  expect(await send()).toMatchObject({ status: 422 })
  expect(await words(`${path}/reminders?${select}`)).toMatch(
    /Asha[^:]*, Pier House : reminded today/,
  )
  const { rows } = await change('select id from app.reminder')
  expect(rows).toHaveLength(1)
  expect(await words(`${path}/reminders`)).toContain('Nothing to send')
})
