import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, endSessionElsewhere, openPage, signIn, test } from './fixtures.ts'
import { notify, signInOverHttp } from './http-admin.ts'
import { investorIdOf } from './look.ts'
import { aPdf } from './sample-files.ts'
import { openLive } from './waits.ts'

const words = 'Your session ended. Nothing was saved. Sign in in another tab, then send again.'

async function signInInAnotherTab(page: Page) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Sign in in another tab' }).click()
  const other = await opened
  await signIn(other, demoAdminEmail)
  await other.close()
}

test('a form sent after the session ended keeps what was typed, and is sent once signed in again', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors/new')
  await page.getByLabel('Full Name').fill('Patient Ali')
  await page.getByLabel('Email').fill('patient.ali@example.com')
  await page.context().clearCookies()
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.locator('[data-form-alert]')).toHaveText(words)
  await expect(page.locator('[data-form-alert]')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('Patient Ali')
  await signInInAnotherTab(page)
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
  // Nothing opened this dialog but its address.
  await expect(page.locator('#main')).toBeFocused()
})

test('so does a form with a file', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  // Nothing stands behind the dialog whose preview could be asked for once the session has ended.
  await openLive(page, '/admin-dashboard/documents/new?q=Patient')
  await page.getByLabel('Title').fill('Patient paper')
  const buffer = await aPdf('Patient paper')
  await page
    .getByLabel(/^File/)
    .setInputFiles({ name: 'patient.pdf', mimeType: 'application/pdf', buffer })
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.locator('[data-form-alert]')).toHaveText(words)
  await expect(page.getByText('patient.pdf')).toBeVisible()
  await signInInAnotherTab(page)
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByText('Document uploaded', { exact: true })).toBeVisible()
})

test('a press after the session ended says so next to a way to sign in, which leads back', async ({
  page,
  program,
}) => {
  const news = `Not read ${randomUUID()}`
  await notify(
    await signInOverHttp(program.origin),
    news,
    await investorIdOf(program, demoInvestorEmail),
  )
  await comeIn(page, demoInvestorEmail)
  await openLive(page, '/investment-dashboard/notifications')
  await page.context().clearCookies()
  await page.getByRole('button', { name: `Mark as read: ${news}` }).click()
  await expect(page.getByText('Your session ended', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing was saved.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/login?next=%2Finvestment-dashboard%2Fnotifications')
})

test('so does a step of Invest Now, which leads guests elsewhere', async ({ page }) => {
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment/coastal-villas/invest?step=amount')
  await page.getByRole('radio', { name: /Another amount/ }).check()
  const amount = page.getByRole('textbox', { name: /^Amount/ })
  await amount.fill('61000.25')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Continue to terms and risk' }).click()
  await expect(page.locator('[data-form-alert]')).toHaveText(words)
  await expect(page).toHaveURL(/coastal-villas\/invest/)
  await expect(amount).toHaveValue('61000.25')
})

test('a refresh that leads to the sign-in leaves what was typed, and takes away a page without it', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors/new')
  await page.getByLabel('Full Name').fill('Patient Omar')
  await page.context().clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Your entries are kept.').first()).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Patient Omar')
  await page.getByLabel('Full Name').fill('')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('AUTH-068 where something is typed, a session that ended elsewhere is said once, however often the page is read', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors/new')
  await page.getByLabel('Full Name').fill('Patient Nur')
  await endSessionElsewhere(page)
  const readAgain = async () => {
    const led = page.waitForResponse((answer) => answer.url().includes('/new.data'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await led
  }
  await readAgain()
  await expect(page.getByText('Your entries are kept.').first()).toBeVisible()
  for (let time = 0; time < 2; time += 1) await readAgain()
  await expect(page.getByLabel('Full Name')).toHaveValue('Patient Nur')
  await expect(
    page.getByRole('dialog').getByText('Your session ended', { exact: true }),
  ).toHaveCount(1)
})

test('without script the sign-in page says that nothing was saved', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { javaScriptEnabled: false })
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors/new')
  await page.getByLabel('Full Name').fill('Plain Ali')
  await page.getByLabel('Email').fill('plain.ali@example.com')
  await page.context().clearCookies()
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin-dashboard%2Finvestors%2Fnew$/)
  await expect(page.getByText('Your session ended', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing was saved.')).toBeVisible()
  await page.context().close()
})

test('a form sent after someone else signed in in this browser keeps what was typed, and does nothing', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors/new')
  await page.getByLabel('Full Name').fill('Patient Sahra')
  await page.getByLabel('Email').fill('patient.sahra@example.com')
  const send = page.getByRole('button', { name: /^Add investor/ })
  await page.context().clearCookies()
  const other = await page.context().newPage()
  await signIn(other, demoInvestorEmail)
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Another account is signed in').first()).toBeVisible()
  await send.click()
  await expect(page.locator('[data-form-alert]')).toContainText(
    'Another account is signed in on this browser.',
  )
  await expect(page.getByLabel('Full Name')).toHaveValue('Patient Sahra')
  await page.context().clearCookies()
  await signIn(other, demoAdminEmail)
  await other.close()
  await send.click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
})

test('a form whose answer brought its toast and no more is done: its dialog closes', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await openLive(page, '/admin-dashboard/investors/new')
  await page.getByLabel('Full Name').fill('Patient Deqa')
  await page.getByLabel('Email').fill('patient.deqa@example.com')
  await page.route('**/investors/new.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // What is fetched here leaves its cookies in the browser, as headers do whose answer breaks off.
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Patient Deqa').first()).toBeVisible()
})
