import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { expectCopy, expectNoCopies, home } from './stored.ts'

const phone = { viewport: { width: 390, height: 844 } }

test('AUTH-464 a session that ended, another account, and a sign-out leave nothing of the first one on the device', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  const context = page.context()
  const readHome = async () => {
    await comeIn(page, demoInvestorEmail)
    await page.goto(home)
    await expectCopy(page)
  }
  await readHome()
  await context.clearCookies()
  await page.goto(home)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expectNoCopies(page)

  await readHome()
  // In another tab, by a request of which the page knows nothing.
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  await expectNoCopies(page)

  await readHome()
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).last().click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expectNoCopies(page)
  await context.close()
})

test('AUTH-466 nothing is stored while an administrator views a portal', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto(home)
  await expectCopy(page)
  // The worker of the investor is still there.
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  const portal = page.locator(`a[href^="${home}?investorId="]`).first()
  await page.goto((await portal.getAttribute('href')) as string)
  await expect(page.getByRole('complementary', { name: 'Admin View Mode' })).toBeVisible()
  await page.getByRole('link', { name: 'Investments', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Investments' })).toBeVisible()
  await page.evaluate(() => new Promise((settled) => setTimeout(settled, 450)))
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Documents' })).toBeVisible()
  await expectNoCopies(page)
  await page.context().close()
})

test('AUTH-467 the worker of an earlier version ends: first the sign-out it owed, then its copies', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto('/contact')
  const left = await page.evaluate(async () => {
    await caches.open('logout-owed')
    await (await caches.open('kept-of:anna')).put('/investment-dashboard', new Response('old'))
    await caches.open('kept-files')
    // Where the earlier version registered its worker: the browser finds this one there.
    const scope = '/investment-dashboard'
    await navigator.serviceWorker.register('/portal-worker.js?brand=Msingi', { scope })
    for (let wait = 0; wait < 100; wait += 1) {
      if (!(await navigator.serviceWorker.getRegistration(scope))) break
      await new Promise((next) => setTimeout(next, 100))
    }
    return [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]
  })
  expect(left).toEqual([[], 0])
  await page.goto(home)
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.context().close()
})
