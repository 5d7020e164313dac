import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aHolding, aPayment } from '../../../../tests/ledger.ts'
import { anAdmin, as } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { requestBy } from '../../../../tests/requests.ts'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { changeCompany } from '../../../domain/company/change-company.server.ts'
import { companySettings } from '../../../domain/company/company.server.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { loader as exportJournal } from './export/route.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/payments/journal'
const month = 'from=2026-03-01&to=2026-03-31'

const quay = await aHolding('=HYPERLINK("x")', 'Quay, House')
const first = await aPayment(admin, quay.investmentId, ['1,000.00', '2026-03-05'], {
  method: 'mobile-money',
  reference: 'UK23AFBT3L',
})
await aPayment(admin, quay.investmentId, ['40.00', '2026-02-10'])

const fileOf = (query: string) =>
  exportJournal(requestBy(admin, `${path}/export?${query}`) as never) as Promise<Response>

test('BANK-476 the page explains the layout with the codes, for last month unless another period is chosen', async () => {
  setClock(() => new Date('2026-04-20T09:00:00Z'))
  const { status, html } = await ask(path, { cookie })
  expect(status).toBe(200)
  for (const day of ['2026-03-01', '2026-03-31'])
    expect(html).toMatch(new RegExp(`<input[^>]*value="${day}"`))
  expect(wordsOf(html)).toContain('2000 Investors’ funds')
  expect(wordsOf(html)).toContain('4900 Rounding gains')
  for (const [from, to] of [
    ['2026-04-01', '2026-04-20'],
    ['2026-03-01', '2026-03-31'],
    ['2026-01-01', '2026-03-31'],
    ['2025-01-01', '2025-12-31'],
  ])
    expect(html).toContain(`${path}?from=${from}&amp;to=${to}"`)
  setClock()
  const payments = await ask('/admin-dashboard/payments', { cookie })
  expect(payments.html).toContain(`href="${path}"`)
})

test.each([
  ['no first day', 'from=&to=2026-03-31', 'from', 'Enter a date.'],
  ['no last day', 'from=2026-03-01', 'to', 'Enter a date.'],
  ['a day that is none', 'from=2026-02-30&to=2026-03-31', 'from', 'This date does not exist.'],
  [
    'words',
    'from=March&to=2026-03-31',
    'from',
    'Enter the date as year-month-day, like 2026-03-31.',
  ],
  [
    'a first day after the last',
    'from=2026-04-01&to=2026-03-31',
    'from',
    'From is after To, 31 Mar 2026. Choose an earlier day.',
  ],
])(
  'BANK-477 a period with %s exports nothing and is refused next to its field',
  async (_, query, field, message) => {
    const file = await fileOf(query)
    expect(file.status).toBe(302)
    expect(file.headers.get('location')).toBe(`${path}?${query}`)
    const { status, html } = await ask(`${path}?${query}`, { cookie })
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain(message)
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")[^>]*aria-invalid="true"`))
    for (const [name, typed] of new URLSearchParams(query))
      expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="${typed}"`))
  },
)

test('BANK-478 the file has one line per side, keeps formulas from running, and is in the audit log', async () => {
  const file = await fileOf(month)
  expect(file.headers.get('content-disposition')).toContain('journal-2026-03-01-to-2026-03-31')
  const [head, ...lines] = (await file.text()).trim().split('\r\n')
  expect(head?.replace('\uFEFF', '')).toBe(
    'Entry,Date,Account code,Account name,Debit (USD),Credit (USD),Paid currency,Paid amount,Exchange rate,Reference,Investor,Project,Description',
  )
  const about = `UK23AFBT3L,"'=HYPERLINK(""x"")","Quay, House","Payment, Mobile money"`
  expect(lines).toEqual([
    `${first.receiptNumber},2026-03-05,1020,Cash and other methods,1000.00,,USD,1000.00,,${about}`,
    `${first.receiptNumber},2026-03-05,2000,Investors’ funds,,1000.00,,,,${about}`,
  ])
  const { rows } = await change<{ details: unknown }>(
    `select after as details from app.audit_log where act = 'export' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ details: { from: '2026-03-01', to: '2026-03-31', rows: 1 } })
})

test('BANK-478 a stored code that is a formula does not run', async () => {
  const { version, company } = await as(admin, companySettings)
  const accountCodes = { ...company.accountCodes, cash: '=1+1', investors: '1;2' }
  await as(admin, (actor) =>
    changeCompany(actor, { version, company: { ...company, accountCodes } }),
  )
  const text = await (await fileOf(month)).text()
  expect(text).toContain(`,"'=1+1",Cash`)
  expect(text).toContain(',"1;2",Investors')
})
