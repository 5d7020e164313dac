import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, openPage, signIn, test } from './fixtures.ts'
import { aLineTo } from './line.ts'
import { look } from './look.ts'

const phone = { viewport: { width: 390, height: 844 } }
const home = '/investment-dashboard'
const date = /This is what it looked like on \d{1,2} \w{3} \d{4} at \d\d:\d\d EAT\./

/** What this device keeps, by address. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return stores.flat().map(({ url }) => new URL(url).pathname)
  })
}

const expectKept = (page: Page, address: string) => expect.poll(() => kept(page)).toContain(address)
function expectWorker(page: Page) {
  const state = () =>
    page.evaluate(
      async (scope) => (await navigator.serviceWorker.getRegistration(scope))?.active?.state,
      home,
    )
  return expect.poll(state).toBe('activated')
}
const offlineBanner = (page: Page) => page.getByRole('region', { name: 'Offline' })

test('what was seen can be read offline, with its date; logging out removes it from the device', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  const context = page.context()
  // Whoever signs in goes on without loading a page: what is seen then is kept as well.
  await signIn(page, demoInvestorEmail)
  await expectKept(page, home)
  await expectWorker(page)
  const figures = await page.getByLabel('Your position').innerText()
  await page.goto(`${home}/investments`)
  await expectKept(page, `${home}/investments`)
  await page.locator('main a[href*="/investments/"]').first().click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  const investment = new URL(page.url()).pathname
  await expectKept(page, investment)
  const ledger = await page.locator('main').innerText()
  await page.locator('main a[href*="/receipts/"]').first().click()
  await expect(page).toHaveURL(/receipts/)
  const receipt = new URL(page.url()).pathname
  await expectKept(page, receipt)
  const opened = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  await opened
  await expectKept(page, `${receipt}/pdf`)

  await context.setOffline(true)
  await page.goto(home)
  await expect(offlineBanner(page)).toHaveText(date)
  expect(await page.getByLabel('Your position').innerText()).toBe(figures)
  await expectSound(page)
  await page.goto(investment)
  await expect(offlineBanner(page)).toHaveText(date)
  expect(await page.locator('main').innerText()).toBe(ledger)
  await page.goto(receipt)
  const again = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect(await (await again).failure()).toBeNull()
  await page.goto(`${home}/documents`)
  await expect(page.getByText('no copy of it is kept on this device')).toBeVisible()
  await page.getByRole('link', { name: 'Return to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()

  // It comes as it is now as soon as there is a connection again.
  await context.setOffline(false)
  await expect(offlineBanner(page)).toBeHidden()
  await expectWorker(page)
  // A page that runs already leads to the copy of another one.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(page).toHaveURL(`${home}/investments`)
  await expect(offlineBanner(page)).toHaveText(date)
  await context.setOffline(false)
  await expect(offlineBanner(page)).toBeHidden()
  await page.goto(home)
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).last().click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await context.setOffline(true)
  await expect(page.goto(home)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  await context.close()
})

test('offline, Back and Forward lead to what was kept, and nowhere where nothing was', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto(home)
  await expectKept(page, home)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expectKept(page, `${home}/investments`)
  await page.locator('main a[href*="/investments/"]').first().click()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  const investment = new URL(page.url()).pathname
  await expectKept(page, investment)
  await page.locator('main a[href*="/receipts/"]').first().click()
  await expect(page).toHaveURL(/receipts/)
  await expectKept(page, new URL(page.url()).pathname)
  await expectWorker(page)

  await page.context().setOffline(true)
  await page.goBack()
  await expect(page.locator('html')).toHaveAttribute('data-kept', '')
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${home}/investments`)
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await expect(offlineBanner(page)).toHaveText(date)
  // For the browser the page behind that one is another address of the same document.
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(home)
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(investment)
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()

  // A page that runs stays where it is when what is behind it was not kept.
  await page.context().setOffline(false)
  await expect(offlineBanner(page)).toBeHidden()
  await page.goto(`${home}/documents`)
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await page.context().setOffline(true)
  await page.evaluate(() => history.back())
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${home}/investments`)
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await page.context().close()
})

test('on a line that answers nothing, a way leads to the copy after eight seconds', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto(`${line.origin}${home}/investments`)
  await expectKept(page, `${home}/investments`)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
  await expectWorker(page)
  line.hang()
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-kept', '', { timeout: 14_000 })
  await expect(page).toHaveURL(`${line.origin}${home}/investments`)
  await expect(offlineBanner(page)).toHaveText(date)
  // It comes as it is now once the line carries something again.
  line.mend()
  await expect(offlineBanner(page)).toBeHidden({ timeout: 15_000 })
  await page.context().close()
  line.close()
})

test('the PDF that was kept of a voided receipt goes when its page says so', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  await comeIn(page, demoInvestorEmail)
  const [voided] = await look(program, (query) =>
    query(`select r.number from app.receipt r join app.ledger_entry v on v.voids_id = r.entry_id
      join app.investor i on i.id = r.investor_id join auth."user" u on u.id = i.user_id
      where u.email = '${demoInvestorEmail}'`),
  )
  const receipt = `${home}/receipts/${voided?.number}`
  await page.goto(receipt)
  await expect(page.getByText('Voided', { exact: false }).first()).toBeVisible()
  await expectKept(page, receipt)
  await expectWorker(page)
  await page.reload()
  await expectKept(page, receipt)
  const opened = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  await opened
  await expectKept(page, `${receipt}/pdf`)
  await page.reload()
  await expect.poll(() => kept(page)).not.toContain(`${receipt}/pdf`)
  expect(await kept(page)).toContain(receipt)
  await page.context().close()
})

test('on a slow line a copy stays as it is, and is in nobody’s way', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto(`${line.origin}${home}`)
  await expectKept(page, home)
  await expectWorker(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(offlineBanner(page)).toHaveText(date)
  await page.goto(`${line.origin}${home}`)
  line.slow(5_500)
  const opened: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()))
  await page.context().setOffline(false)
  await page.waitForTimeout(11_000)
  expect(opened).toEqual([])
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await page.waitForTimeout(5_000)
  line.slow(0)
  await expect(page.getByRole('heading', { name: 'My Documents' })).toBeVisible()
  expect(opened).toEqual([`${line.origin}${home}/documents`])
  await page.context().close()
  line.close()
})

test('a session that ended, and another account, leave nothing of the first one on the device', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  const context = page.context()
  const cacheNames = () => page.evaluate(() => caches.keys())
  await comeIn(page, demoInvestorEmail)
  await page.goto(home)
  await expectKept(page, home)
  await expectWorker(page)
  await context.clearCookies()
  await page.goto(home)
  await expect(page).toHaveURL(/\/login\?next=/)
  expect(await cacheNames()).toEqual([])

  await comeIn(page, demoInvestorEmail)
  await page.goto(home)
  await expectKept(page, home)
  // In another tab, by a request of which the page knows nothing.
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  await expect.poll(cacheNames).toEqual([])
  await page.goto(
    (await page.locator(`a[href^="${home}?investorId="]`).first().getAttribute('href')) as string,
  )
  await expect(page.getByRole('complementary', { name: 'Admin View Mode' })).toBeVisible()
  await page.waitForTimeout(1500)
  expect(await cacheNames()).toEqual([])
  await context.close()
})
