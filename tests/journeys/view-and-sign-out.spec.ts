import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, signIn, test } from './fixtures.ts'

test('LIM-015 the toast of view mode stays for five seconds, and longer while the pointer is on it', async ({
  page,
  program,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto(`${program.origin}/admin-dashboard/investors`)
  const view = await page
    .locator('a[href^="/investment-dashboard?investorId="]')
    .first()
    .getAttribute('href')
  await page.clock.install()
  const toast = page.getByRole('region', { name: 'Messages' }).getByText('Admin View Mode')
  await page.goto(`${program.origin}${view}`)
  await expect(toast).toBeVisible()
  // The clock runs on while the test looks, so that half a second would not be enough room.
  await page.clock.runFor(3_000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2_100)
  await expect(toast).toBeHidden()

  await page.goto(`${program.origin}${view}`)
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5_100)
  await expect(toast).toBeHidden()
})

test('AUTH-450 a person who signs in right after another has signed out in this tab sees their own dashboard', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  await page
    .getByRole('link', { name: 'Logout' })
    .or(page.getByRole('button', { name: 'Logout' }))
    .last()
    .click()
  await page.waitForURL((url) => !url.pathname.includes('dashboard'))
  await signIn(page, demoInvestorEmail)
  await expect(page.getByText('Welcome back')).toBeVisible()
})
