import { expect, type Page } from '@playwright/test'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, openPage, signIn, test } from './fixtures.ts'
import { aLineTo } from './line.ts'
import { aReceipt, look } from './look.ts'
import { copies, date, expectCopy, home, offlineBanner } from './stored.ts'
import { expectSettled } from './waits.ts'

const phone = { viewport: { width: 390, height: 844 } }
const openTab = (page: Page, label: string) =>
  page.locator('.tab-bar').getByRole('link', { name: label }).click()
const isCopy = (page: Page) => page.locator('html[data-copy]')

/** Runs in the page: follows a link in the moment in which React takes the document over. */
function clickWhenScriptStarts(selector: string) {
  const look = () => {
    const isStarted = Object.keys(document).some((name) => name.startsWith('__reactContainer'))
    const link = document.querySelector<HTMLElement>(selector)
    if (isStarted && link && !location.pathname.endsWith('/investments')) link.click()
    else setTimeout(look)
  }
  look()
}

test('AUTH-460 dashboard, investments, one of them, documents, notifications and an opened receipt are read offline with their date', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  const context = page.context()
  // Anyone who signs in goes on without opening a document: what is seen then is stored as well.
  await signIn(page, demoInvestorEmail)
  await expectCopy(page, home)
  const figures = await page.getByLabel('Your position').innerText()
  for (const label of ['Documents', 'Notifications', 'Investments']) {
    await openTab(page, label)
    await expect(page).toHaveURL(`${home}/${label.toLowerCase()}`)
    await expectCopy(page)
  }
  const held = await aReceipt(program, demoInvestorEmail)
  await page.locator(`main a[href$="/investments/${held.investment}"]`).first().click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  const investment = new URL(page.url()).pathname
  await expectCopy(page)
  const ledger = await page.locator('main').innerText()
  await page.locator(`main a[href$="/receipts/${held.receipt}"]`).first().click()
  await expect(page).toHaveURL(/receipts/)
  const receipt = new URL(page.url()).pathname
  await expectCopy(page)
  const opened = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  await opened
  await expectCopy(page, `${receipt}/pdf`)

  await context.setOffline(true)
  await page.goto(home)
  await expect(offlineBanner(page)).toHaveText(date)
  expect(await page.getByLabel('Your position').innerText()).toBe(figures)
  await expectSound(page)
  await page.goto(investment)
  await expect(offlineBanner(page)).toHaveText(date)
  expect(await page.locator('main').innerText()).toBe(ledger)
  for (const list of ['documents', 'notifications']) {
    await page.goto(`${home}/${list}`)
    await expect(offlineBanner(page)).toHaveText(date)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(list, { ignoreCase: true })
  }
  await page.goto(receipt)
  const again = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect(await (await again).failure()).toBeNull()

  await page.goto(`${home}/settings`)
  await expect(page.getByText('There is no copy of this page on this device')).toBeVisible()
  await page.getByRole('link', { name: 'Return to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
  // A copy leads on to another one.
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(page).toHaveURL(`${home}/investments`)
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await expect(isCopy(page)).toHaveCount(1)
  // It is read again as soon as there is a connection.
  await context.setOffline(false)
  await expect(offlineBanner(page)).toBeHidden({ timeout: 60_000 })
  await context.close()
})

test('AUTH-461 a navigation by script has its document stored once afterwards, and with the data saver not', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  const context = page.context()
  await comeIn(page, demoInvestorEmail)
  await page.goto(home)
  await expectCopy(page)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expectCopy(page, `${home}/investments`)
  const storedAt = () =>
    page.evaluate(async () => {
      const copy = await caches.match('/investment-dashboard/investments', { ignoreVary: true })
      return copy?.headers.get('X-Request-Id')
    })
  const stored = await storedAt()
  expect(stored).toBeTruthy()
  // A refresh of the same page fetches no document.
  const [refreshed] = await Promise.all([
    page.waitForResponse(/investments\.data/),
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ])
  expect(refreshed.ok()).toBe(true)
  await expectSettled(page)
  await expect.poll(storedAt).toBe(stored)

  await context.addCookies([{ name: 'data-saver', value: 'on', url: program.origin }])
  await page.goto(`${home}/investments`)
  const [saved] = await Promise.all([
    page.waitForResponse(/documents\.data/),
    page.getByRole('link', { name: 'Documents', exact: true }).click(),
  ])
  expect(saved.ok()).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Documents')
  await openTab(page, 'Notifications')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Notifications')
  // What the browser opens itself is stored for nothing.
  await page.goto(`${home}/projects`)
  await page.goto(`${home}/notifications`)
  await expectCopy(page)
  expect(await copies(page)).not.toContain(`${home}/documents`)
  await context.close()
})

test('AUTH-462 a page that gives no answer within the time limit is shown as a copy, and becomes the present one', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  await comeIn(page, demoInvestorEmail)
  for (const address of [`${home}/investments`, home]) {
    await page.goto(address)
    await expectCopy(page)
  }
  // The browser believes itself online: a link, and then an address that is opened.
  line.hang()
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(isCopy(page)).toHaveCount(1, { timeout: 60_000 })
  await expect(page).toHaveURL(`${line.origin}${home}/investments`)
  await expect(offlineBanner(page)).toHaveText(date)
  const began = performance.now()
  await page.goto(home, { waitUntil: 'commit' })
  expect(performance.now() - began).toBeGreaterThan(3500)
  expect(performance.now() - began).toBeLessThan(15_000)
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
  line.restore()
  await expect(offlineBanner(page)).toBeHidden({ timeout: 60_000 })
  await page.context().close()
  line.close()
})

test('RT-480 on a copy a link opens a copy, though the browser believes itself online', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  await comeIn(page, demoInvestorEmail)
  for (const address of [`${home}/investments`, home]) {
    await page.goto(address)
    await expectCopy(page)
  }
  line.breakAfter(0)
  await page.addInitScript(clickWhenScriptStarts, `a[href="${home}/investments"]`)
  await page.goto(home, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await expect(page).toHaveURL(`${line.origin}${home}/investments`)
  await expect(isCopy(page)).toHaveCount(1)
  await page.context().close()
  line.close()
})

test('AUTH-463 a receipt has a copy only where there is no connection, and the PDF of a voided one goes', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  await comeIn(page, demoInvestorEmail)
  const [voided] = await look(program, (query) =>
    query(`select r.number from app.receipt r join app.ledger_entry v on v.voids_id = r.entry_id
      join app.investor i on i.id = r.investor_id join auth."user" u on u.id = i.user_id
      where u.email = '${demoInvestorEmail}'`),
  )
  const receipt = `${home}/receipts/${voided?.number}`
  await page.goto(receipt)
  await expect(page.getByText('Voided', { exact: false }).first()).toBeVisible()
  await expectCopy(page)
  const opened = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  await opened
  await expectCopy(page, `${receipt}/pdf`)
  await page.reload()
  await expect.poll(() => copies(page)).not.toContain(`${receipt}/pdf`)
  expect(await copies(page)).toContain(receipt)

  line.hang()
  const answered = page.goto(receipt, { waitUntil: 'commit', timeout: 7_000 })
  await expect(answered).rejects.toThrow(/Timeout/)
  line.breakAfter(0)
  line.restore()
  line.breakAfter(0)
  await page.goto(receipt)
  await expect(isCopy(page)).toHaveCount(1)
  await expect(page.getByText('Voided', { exact: false }).first()).toBeVisible()
  await page.context().close()
  line.close()
})

test('AUTH-468 a copy is shown for seven days', async ({ browser, program }) => {
  const { page } = await openPage(browser, program, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto(`${home}/investments`)
  await expectCopy(page)
  const age = (days: number) =>
    page.evaluate(async (past) => {
      const [name] = (await caches.keys()).filter((key) => key.startsWith('pages-of-'))
      const store = await caches.open(name as string)
      const copy = (await store.match('/investment-dashboard/investments')) as Response
      const headers = new Headers(copy.headers)
      const seen = performance.timeOrigin + performance.now() - past * 86_400_000
      headers.set('Date', new Date(seen).toUTCString())
      await store.put('/investment-dashboard/investments', new Response(copy.body, { headers }))
    }, days)
  await age(6.9)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await age(7.1)
  await page.reload()
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Investments' })).toHaveCount(0)
  await page.context().close()
})

test('offline, Back and Forward open copies, and lead nowhere where there is none', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto(home)
  await expectCopy(page, home)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expectCopy(page, `${home}/investments`)
  const held = await aReceipt(program, demoInvestorEmail)
  await page.locator(`main a[href$="/investments/${held.investment}"]`).first().click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expectCopy(page)
  const investment = new URL(page.url()).pathname
  await page.context().setOffline(true)
  const expectShown = async (heading: string | RegExp, address: string) => {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(offlineBanner(page)).toHaveText(date)
    // A step in the history that is taken while a document loads is lost.
    await page.waitForLoadState()
  }
  await page.goBack()
  await expectShown('My Investments', `${home}/investments`)
  await page.goBack()
  await expectShown(/Welcome back/, home)
  await page.goForward()
  await expectShown('My Investments', `${home}/investments`)
  await page.goForward()
  await expectShown('Payments', investment)

  await page.context().setOffline(false)
  await expect(offlineBanner(page)).toBeHidden({ timeout: 60_000 })
  await page.goto(`${home}/projects`)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await page.context().setOffline(true)
  await page.evaluate(() => history.back())
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${home}/investments`)
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await page.context().close()
})
