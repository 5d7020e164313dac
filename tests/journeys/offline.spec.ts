import { expect } from '@playwright/test'
import { demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, endSessionElsewhere, openPage, signIn, test } from './fixtures.ts'
import { notify, signInOverHttp } from './http-admin.ts'
import { aLineTo } from './line.ts'
import { expectCopy, expectNoCopies, home } from './stored.ts'
import { expectSettled } from './waits.ts'

const phone = { viewport: { width: 390, height: 844 } }
const offline =
  'You are offline. Nothing was sent; your entries are kept. Try again when the connection is back.'

test('AUTH-469 a form that could not be sent keeps what was typed, and is sent when the connection is back', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, phone)
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoInvestorEmail)
  await page.getByLabel(/^Password/).fill(demoPassword)
  // The router asks for the pages that a page links to, and would report that it could not.
  await page.waitForLoadState('networkidle')
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
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/notifications.data'),
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await failed
  await expectSettled(page)
  await expect(page.getByRole('heading', { name: 'My Notifications' })).toBeVisible()
  await page.context().close()
})

test('AUTH-465 offline, a sign-out leaves nothing in any tab, live or a copy, and ends the session when the connection is back', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  const context = page.context()
  // A document that the worker did not answer.
  await signIn(page, demoInvestorEmail)
  await expectCopy(page, home)
  const [live, copy] = [await context.newPage(), await context.newPage()]
  await live.goto('/investment-dashboard/projects')
  await expect(live.getByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  await copy.goto(home)
  await expect(copy.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
  await context.setOffline(true)
  await copy.reload()
  await expect(copy.locator('html[data-copy]')).toHaveCount(1)
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).last().click()
  for (const tab of [page, live, copy]) {
    await expect(tab.getByText('Your pages are no longer stored here')).toBeVisible()
    await expect(tab.getByText('your session ends as soon as it is back')).toBeVisible()
  }
  await expectNoCopies(page)
  await page.goto(home).catch(() => undefined)
  await expect(page.getByText('Your pages are no longer stored here')).toBeVisible()
  await context.setOffline(false)
  // Once one of them has ended the session, the server leads the others, with a way back that it does not take.
  for (const tab of [page, live, copy])
    await expect(tab).toHaveURL(/\/login(\?|$)/, { timeout: 60_000 })
  await page.goto(home)
  await expect(page).toHaveURL(/\/login\?/)
  await context.close()
})

test('AUTH-465 on a line that answers nothing the copies go immediately, and the session when it is back', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin }, phone)
  const address = `${line.origin}${home}`
  await page.goto(`${line.origin}/contact`)
  for (const isClosed of [false, true]) {
    const tab = await page.context().newPage()
    await comeIn(tab, demoInvestorEmail)
    await tab.goto(address)
    await expectCopy(tab, home)
    line.hang()
    await tab.getByText('More', { exact: true }).click()
    await tab.getByRole('button', { name: 'Logout' }).last().click({ noWaitAfter: true })
    // The tab itself is waiting for its answer.
    const began = performance.now()
    await expectNoCopies(page)
    expect(performance.now() - began).toBeLessThan(5_000)
    if (isClosed) await tab.close()
    else
      await expect(tab.getByText('Your pages are no longer stored here')).toBeVisible({
        timeout: 60_000,
      })
    line.restore()
    const after = isClosed ? await page.context().newPage() : tab
    if (isClosed) await after.goto(address)
    await expect(after).toHaveURL(/\/login/, { timeout: 60_000 })
    await after.goto(address)
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
  const stream = /\/investment-dashboard\/live\?since=/
  await page.route(stream, (route) => route.abort('connectionreset'))
  const broken = page.waitForEvent('requestfailed', (request) => stream.test(request.url()))
  await page.goto('/investment-dashboard/projects')
  await broken
  await endSessionElsewhere(page)
  await page.unroute(stream)
  await expect(page).toHaveURL(/\/login\?next=/, { timeout: 60_000 })
  await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
  await page.context().close()
})

test('the figures of the dashboard stand when the file that draws its charts does not come', async ({
  page,
}) => {
  await page.route(/\/assets\/below-figures-/, (route) => route.abort())
  await comeIn(page, demoInvestorEmail)
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/below-figures-'),
  )
  await page.goto('/investment-dashboard')
  // It is loaded with the first interaction.
  await page.mouse.move(20, 20)
  await refused
  const chart = page.getByRole('heading', { name: 'Paid and remaining' })
  await expect(chart).toBeVisible()
  await page.getByRole('link', { name: 'My Investments' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Investments' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page.getByText('Returns received').first()).toBeVisible()
  await expect(chart).toHaveCount(0)
})
