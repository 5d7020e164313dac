import { expect, type Page } from '@playwright/test'
import { demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, endSessionElsewhere, openPage, test } from './fixtures.ts'
import { notify, signInOverHttp } from './http-admin.ts'
import { aLineTo } from './line.ts'

const phone = { viewport: { width: 390, height: 844 } }
const offline =
  'You are offline. Nothing was sent; what you typed is kept. Try again when the connection is back.'

test('a form that could not be sent keeps what was typed, and is sent when the connection is back', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, phone)
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoInvestorEmail)
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('[data-form-alert]')).toHaveText(offline)
  await expect(page.locator('[data-form-alert]')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(demoInvestorEmail)
  await expect(page.getByLabel(/^Password/)).toHaveValue(demoPassword)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/investment-dashboard')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('INV-049 offline, the list stays: what was pressed says so, and so does the menu', async ({
  browser,
  program,
}) => {
  await notify(await signInOverHttp(program.origin), 'Not read yet')
  const { page } = await openPage(browser, program)
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard/notifications')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mark as read: Not read yet' }).click()
  await expect(page.getByText('Error marking notification as read')).toBeVisible()
  await expect(page.getByText('You are offline. Nothing was sent. Try again when')).toBeVisible()
  await page.getByRole('link', { name: 'My Documents' }).first().click()
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  // Coming back to the tab reads the page again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForTimeout(1000)
  await expect(page.getByRole('heading', { name: 'My Notifications' })).toBeVisible()
  // Whoever hands the phone on sees nothing of it stay, and knows when the session ends.
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByText('Nothing that you saw is kept here any more')).toBeVisible()
  await expect(page.getByText('your session ends as soon as it is back')).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual(['logout-owed'])
  await page.context().setOffline(false)
  await page.waitForURL('/login')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await page.goto('/investment-dashboard')
  await expect(page).toHaveURL(/\/login/)
  await page.context().close()
})

test('offline, whoever logs out on the page that the sign-in led to leaves nothing behind either', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program)
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoInvestorEmail)
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/investment-dashboard')
  const workerState = () =>
    page.evaluate(
      async () =>
        (await navigator.serviceWorker.getRegistration('/investment-dashboard'))?.active?.state,
    )
  await expect.poll(workerState).toBe('activated')
  // No worker controls a document that began as another page's.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  const other = await page.context().newPage()
  await other.goto('/investment-dashboard/projects')
  await expect(other.getByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  // Another tab shows nothing any more either.
  for (const tab of [page, other]) {
    await expect(tab.getByText('Nothing that you saw is kept here any more')).toBeVisible()
    await expect(tab.getByText('your session ends as soon as it is back')).toBeVisible()
  }
  await page.context().close()
})

test('offline, whoever logs out on a copy leaves nothing in another tab, live or a copy itself', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program)
  await comeIn(page, demoInvestorEmail)
  const [live, copy] = [await page.context().newPage(), await page.context().newPage()]
  const kept = (tab: typeof page, address: string) =>
    tab.evaluate(async (at) => {
      const names = await caches.keys()
      const found = await Promise.all(
        names.map(async (name) => (await caches.open(name)).match(at)),
      )
      return found.some((answer) => answer !== undefined)
    }, address)
  for (const [tab, address] of [
    [copy, '/investment-dashboard/investments'],
    [page, '/investment-dashboard'],
  ] as const) {
    await tab.goto(address)
    await expect.poll(() => kept(tab, address)).toBe(true)
  }
  await live.goto('/investment-dashboard/projects')
  await expect(live.getByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  await page.context().setOffline(true)
  for (const tab of [page, copy]) {
    await tab.reload()
    await expect(tab.locator('html')).toHaveAttribute('data-kept', '')
  }
  await page.getByRole('button', { name: 'Logout' }).first().click()
  for (const tab of [page, live, copy]) {
    await expect(tab.getByText('Nothing that you saw is kept here any more')).toBeVisible()
  }
  await page.context().setOffline(false)
  for (const tab of [page, live, copy]) await expect(tab).toHaveURL(/\/login/, { timeout: 15_000 })
  await page.context().close()
})

test('on a line that answers nothing a logout is noted at once, shown after eight seconds, and done when it is back', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  const home = `${line.origin}/investment-dashboard`
  // The page may be on its way elsewhere.
  const expectCaches = (tab: Page, names: unknown) =>
    expect(async () => expect(await tab.evaluate(() => caches.keys())).toEqual(names)).toPass({
      timeout: 10_000,
    })
  for (const isClosed of [false, true]) {
    const tab = await page.context().newPage()
    await comeIn(tab, demoInvestorEmail)
    await tab.goto(home)
    await expectCaches(tab, expect.arrayContaining(['kept-files']))
    line.hang()
    await tab.getByText('More', { exact: true }).click()
    await tab.getByRole('button', { name: 'Logout' }).last().click({ noWaitAfter: true })
    await expectCaches(tab, ['logout-owed'])
    if (isClosed) await tab.close()
    else
      await expect(tab.getByText('Nothing that you saw is kept here any more')).toBeVisible({
        timeout: 20_000,
      })
    line.mend()
    const after = isClosed ? await page.context().newPage() : tab
    if (isClosed) await after.goto(home)
    await expect(after).toHaveURL(/\/login/, { timeout: 20_000 })
    await expectCaches(after, [])
    await after.goto(home)
    await expect(after).toHaveURL(/\/login\?/)
    await after.close()
  }
  await page.context().close()
  line.close()
})

test('AUTH-068 a page whose session ended while its stream was broken is led to the sign-in, which says why', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program)
  await comeIn(page, demoInvestorEmail)
  const stream = '**/investment-dashboard/live'
  await page.route(stream, (route) => route.abort('connectionreset'))
  const broken = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/live'))
  await page.goto('/investment-dashboard/projects')
  await broken
  await endSessionElsewhere(page)
  await page.unroute(stream)
  await expect(page).toHaveURL(/\/login\?next=/, { timeout: 20_000 })
  await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
  await page.context().close()
})

test('the figures of the dashboard stand when the file that draws its charts does not come', async ({
  page,
}) => {
  await page.route(/\/assets\/charts-/, (route) => route.abort())
  await comeIn(page, demoInvestorEmail)
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/charts-'),
  )
  await page.goto('/investment-dashboard')
  await refused
  const chart = page.getByRole('heading', { name: 'Paid and remaining' })
  await expect(chart).toBeVisible()
  await page.getByRole('link', { name: 'My Investments' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Investments' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page.getByText('Returns received').first()).toBeVisible()
  await expect(chart).toHaveCount(0)
})
