import { randomUUID } from 'node:crypto'
import { expect, type Page, type Request } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { notify, paymentForm, signInOverHttp } from './http-admin.ts'
import { anOpenInvestment, investorIdOf, look } from './look.ts'
import { anInvestor } from './own-data.ts'
import { openLive } from './waits.ts'

/** The requests of live refreshes, as they go out. */
function refreshesOf(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('.data')) requests.push(request)
  })
  return requests
}

/** When a request that was answered went out, by the browser's own clock. */
const sentAt = (request: Request | undefined) => request?.timing().startTime ?? 0

test('RT-006 RT-007 LIM-007 Manage Investors follows investors and investments, three seconds apart', async ({
  page,
  program,
}) => {
  const { id, day } = await anOpenInvestment(program)
  const admin = await signInOverHttp(program.origin)
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors?q=Lively')
  const refreshes = refreshesOf(page)
  for (const count of [1, 2, 3, 4, 5]) {
    const email = `lively.${count}@example.com`
    const form = { key: randomUUID(), fullName: `Lively ${count}`, email, phone: '' }
    expect((await admin.post('/admin-dashboard/investors/new', form)).status).toBe(303)
    await expect(page.getByRole('row', { name: /Lively/ })).toHaveCount(count)
  }
  const pauses = refreshes
    .slice(1)
    .map((request, index) => sentAt(request) - sentAt(refreshes[index]))
  expect(refreshes.length).toBeGreaterThan(1)
  // A busy browser sends a request later than it decided to; without the limit the pauses are about 1,500 ms.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000)

  const before = refreshes.length
  await admin.post(`/admin-dashboard/investments/${id}/payment`, paymentForm('1', day, 'live'))
  await expect.poll(() => refreshes.length, { timeout: 60_000 }).toBeGreaterThan(before)
})

test('RT-008 Manage Investments follows what is added, changed and deleted', async ({
  page,
  program,
}) => {
  const { id } = await anOpenInvestment(program)
  const admin = await signInOverHttp(program.origin)
  const [pair] = await look(program, (query) =>
    query(
      'select investor_id as "investorId", project_id as "projectId" from app.investment where id = $1',
      [id],
    ),
  )
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investments?sort=largest')
  const card = (amount: string) => page.getByRole('article').filter({ hasText: amount })
  const confirmations = { furtherTranche: 'on', beyondOffer: 'on' }
  const facts = {
    ...pair,
    ...confirmations,
    amount: '999,123',
    investedOn: '2026-01-02',
    status: 'pending',
  }
  const added = await admin.post('/admin-dashboard/investments/new', {
    key: randomUUID(),
    ...facts,
  })
  expect(added.status).toBe(303)
  await expect(card('$999,123')).toHaveCount(1)

  const [mine] = await look(program, (query) =>
    query('select id, version::text as version from app.investment where amount_cents = 99912300'),
  )
  const edit = {
    ...facts,
    version: `${mine?.version}`,
    amount: '888,123',
    received: '0',
    key: randomUUID(),
  }
  expect((await admin.post(`/admin-dashboard/investments/${mine?.id}/edit`, edit)).status).toBe(303)
  await expect(card('$888,123')).toHaveCount(1)
  await expect(card('$999,123')).toHaveCount(0)
  await admin.post(`/admin-dashboard/investments/${mine?.id}/removal`, { as: 'delete' })
  await expect(card('$888,123')).toHaveCount(0)
})

test('RT-004 LIM-006 changes are gathered until a second is quiet', async ({ page, program }) => {
  const admin = await signInOverHttp(program.origin)
  await comeIn(page, (await anInvestor(program, 'Nimco Quiet')).email)
  await openLive(page, '/investment-dashboard/notifications')
  const refreshes = refreshesOf(page)
  const began = performance.timeOrigin + performance.now()
  // Together, so that a slow server does not pause between them for longer than a second.
  await Promise.all([notify(admin, 'Gathered one'), notify(admin, 'Gathered two')])
  await expect(page.getByText('Gathered two')).toBeVisible()
  await expect(page.getByText('Gathered one')).toBeVisible()
  expect(refreshes).toHaveLength(1)
  expect(sentAt(refreshes[0]) - began).toBeGreaterThanOrEqual(1_000)
})

test('RT-011 Manage Notifications shows what was sent and how many have read it, live', async ({
  browser,
  page,
  program,
}) => {
  const admin = await signInOverHttp(program.origin)
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/notifications?q=Lively+news')
  await notify(admin, 'Lively news', await investorIdOf(program, demoInvestorEmail))
  const card = page.getByRole('article').filter({ hasText: 'Lively news' })
  await expect(card).toBeVisible()
  const { page: person } = await openPage(browser, program)
  await comeIn(person, demoInvestorEmail)
  await person.goto('/investment-dashboard/notifications')
  await person.getByRole('button', { name: 'Mark as read: Lively news' }).click()
  await expect(card).toContainText('1 of 1 has read it')
  await person.context().close()
})

test('LIM-008 LIM-009 the badge counts to nine, and the overview lists five of more', async ({
  page,
  program,
}) => {
  const admin = await signInOverHttp(program.origin)
  const { id: investorId, email } = await anInvestor(program, 'Deqa Unread')
  await comeIn(page, email)
  const badge = page.getByRole('complementary', { name: 'Investor Portal' }).getByText(/^\d+\+?$/)
  await openLive(page, '/investment-dashboard')
  for (let unread = 0; unread < 9; unread += 1) await notify(admin, `Unread ${unread}`, investorId)
  await expect(badge).toHaveText('9')
  await notify(admin, 'The tenth', investorId)
  await expect(badge).toHaveText('9+')
  await expect(page.getByText('The tenth')).toBeVisible()
  await expect(
    page.locator('section', { hasText: 'Recent Notifications' }).getByRole('listitem'),
  ).toHaveCount(5)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'unread notifications' }).first()).toContainText('9+')
})

test('a form leads on when it was answered, though others saved something in the meantime', async ({
  page,
  program,
}) => {
  const other = await signInOverHttp(program.origin)
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors/new')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/admin-dashboard/investors')
  await page.route('**/investors/new.data', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const answer = await route.fetch({ maxRedirects: 0 })
    const form = {
      key: randomUUID(),
      fullName: 'Meanwhile Ali',
      email: 'meanwhile.ali@example.com',
      phone: '',
    }
    await other.post('/admin-dashboard/investors/new', form)
    // Every open page has heard of it once another tab shows it.
    await expect(otherTab.getByRole('row', { name: /Meanwhile Ali/ })).toBeVisible()
    return route.fulfill({ response: answer })
  })
  await page.getByLabel('Full Name').fill('Slowly Ahmed')
  await page.getByLabel('Email').fill('slowly.ahmed@example.com')
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/admin-dashboard/investors')
  await expect(page.getByRole('row', { name: /Meanwhile Ali/ })).toBeVisible()
})
