import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { recordPayment } from '../../domain/payments/record-payment.server.ts'
import { action as issueTheirs } from '../../office/investors/$investor/statement/route.tsx'
import { usd } from '../../values/money.ts'
import { loader as statementPdf } from './$statement/pdf/route.ts'
import { action as issueOwn } from './route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Zainab Farole')
const investmentId = await anInvestment(investor.investorId, await aProject(), usd('35,000'))
const paid = await as(admin, (actor) =>
  recordPayment(actor, investmentId, {
    ...{
      key: randomUUID(),
      amount: usd('1,250.50'),
      receivedOn: day('2026-03-31'),
      method: 'cash',
      reference: null,
    },
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  }),
)
const receiptNumber = 'receiptNumber' in paid ? paid.receiptNumber : ''
const [ownCookie, adminCookie] = [await cookiesOf(investor), await cookiesOf(admin)]
const strangersCookie = await cookiesOf(await anInvestor('Ben Otieno'))
const at = '/investment-dashboard/statements'

const issue = (period: string, cookie = ownCookie, query = '') =>
  ask(`${at}${query}`, { cookie, form: { period } })

async function statements() {
  const { rows } = await asSuperuser((client) =>
    client.query<{ id: string }>(
      'select id from app.statement where investor_id = $1 order by issued_at',
      [investor.investorId],
    ),
  )
  return rows.map(({ id }) => id)
}

test('a statement that is sent for twice is made once; its page shows the balance and leads to its PDF', async () => {
  const first = await issue('2026-Q1')
  const second = await issue('2026-Q1')
  expect([first.status, second.location]).toEqual([303, first.location])
  expect(await statements()).toHaveLength(1)
  const { html } = await ask(first.location ?? '', { cookie: ownCookie })
  for (const words of [
    'Statement, Quarter 1, 2026',
    '$1,250.50',
    receiptNumber,
    `${first.location}/pdf`,
  ])
    expect(html).toContain(words)
  const list = (await ask(at, { cookie: ownCookie })).html
  expect(list).toContain(`href="${first.location}"`)
  expect(wordsOf(list)).toMatch(/Up to 31 Mar 2026 Issued \d/)
  const current = list.match(/<a\b[^>]*aria-current="page"[^>]*>/g) ?? []
  expect(current.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual(
    expect.arrayContaining(['/investment-dashboard/investments']),
  )
})

test.each([
  [at, ownCookie],
  [`/admin-dashboard/investors/${investor.investorId}/profile/statement`, adminCookie],
])('what is no form, or breaks off, is told so at %s and makes nothing', async (path, cookie) => {
  const made = await statements()
  const sent = async (type: string, body: string) => {
    const { request, context } = visitTo<Parameters<typeof issueOwn>[0]>(path, { cookie, form: {} })
    const headers = new Headers(request.headers)
    headers.set('content-type', type)
    const broken = new Request(request, { method: 'POST', headers, body })
    const params = { investorId: investor.investorId }
    const act = path === at ? issueOwn : issueTheirs
    const args = { request: broken, context, params, url: new URL(broken.url) }
    return act(
      args as unknown as Parameters<typeof issueOwn>[0] & Parameters<typeof issueTheirs>[0],
    ).then(
      () => 'taken',
      ({ init }: { init?: { status: number } }) => init?.status,
    )
  }
  expect(await sent('text/plain', 'period=2026-Q1')).toBe(415)
  expect(await sent('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form')).toBe(
    400,
  )
  expect(await statements()).toEqual(made)
})

test('a statement’s paper may be kept on its own investor’s device only, and on none in view mode', async () => {
  const statementId = (await issue('2026-Q1')).location?.split('/').pop() ?? ''
  const ask = (cookie: string, query = '') =>
    statementPdf(visitTo(`${at}/${statementId}/pdf${query}`, { cookie, params: { statementId } }))
  expect((await ask(ownCookie)).headers.get('Offline-Copy-For')).toBe(investor.userId)
  expect(
    (await ask(adminCookie, `?investorId=${investor.investorId}`)).headers.get('Offline-Copy-For'),
  ).toBeNull()
})

test('a period of no sense, in the future or before any entry is refused next to the field, which keeps it', async () => {
  const before = (await statements()).length
  for (const [period, words] of [
    ['', 'Choose a quarter or a year.'],
    ['2026-Q5', 'Choose a quarter or a year.'],
    ['2199', 'This period has not begun yet.'],
    ['2024', 'Nothing had been received by the end of this period'],
  ] as const) {
    const { status, html } = await issue(period)
    expect(status).toBe(422)
    expect(html).toContain(words)
  }
  expect(await statements()).toHaveLength(before)
})

test('in view mode what was issued is offered, and nothing can be issued', async () => {
  const viewing = `?investorId=${investor.investorId}`
  const { html } = await ask(`${at}${viewing}`, { cookie: adminCookie })
  expect(html).toContain('Quarter 1, 2026')
  expect(html).not.toContain('Issue statement')
  const before = (await statements()).length
  expect((await issue('2026-Q2', adminCookie, viewing)).status).toBe(404)
  expect(await statements()).toHaveLength(before)
})

test('no one else finds a statement or receipt, as a page or as a PDF; their owner and administrators do', async () => {
  const [id] = await statements()
  for (const path of [`${at}/${id}`, `/investment-dashboard/receipts/${receiptNumber}`]) {
    expect((await ask(path, { cookie: ownCookie })).status).toBe(200)
    expect((await ask(path, { cookie: strangersCookie })).status).toBe(404)
    expect((await ask(`${path}/pdf`, { cookie: ownCookie })).status).toBe(200)
    expect((await ask(`${path}/pdf`, { cookie: strangersCookie })).status).toBe(404)
  }
  for (const path of [`statements/${id}`, `receipts/${receiptNumber}`]) {
    expect((await ask(`/admin-dashboard/${path}/pdf`, { cookie: adminCookie })).status).toBe(200)
    expect((await ask(`/admin-dashboard/${path}/pdf`, { cookie: ownCookie })).status).toBe(404)
  }
  expect(
    (await ask('/admin-dashboard/receipts/R-2026-999999/pdf', { cookie: adminCookie })).status,
  ).toBe(404)
})

test('an administrator issues the statement of an investor from their page, where it then stands', async () => {
  const path = `/admin-dashboard/investors/${investor.investorId}`
  const answer = await ask(`${path}/profile/statement`, {
    cookie: adminCookie,
    form: { period: '2026-Q2' },
  })
  expect([answer.status, answer.location]).toEqual([303, path])
  expect((await ask(path, { cookie: adminCookie })).html).toContain('Quarter 2, 2026')
  const refused = await ask(`${path}/profile/statement`, {
    cookie: adminCookie,
    form: { period: 'x' },
  })
  expect(refused.status).toBe(422)
  const nobody = `/admin-dashboard/investors/${randomUUID()}/profile/statement`
  expect((await ask(nobody, { cookie: adminCookie, form: { period: '2026' } })).status).toBe(404)
})
