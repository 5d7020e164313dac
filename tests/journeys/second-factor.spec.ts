import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { expectRefused, expectSound, expectToFit, openPage, signIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { codeOf } from './waits.ts'

const settings = '/investment-dashboard/settings'
const security = '/admin-dashboard/security'

async function typePassword(page: Page, email: string, next = '') {
  await page.goto(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function typeCode(page: Page, code: string) {
  await page.waitForURL('**/login/second-factor**')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** From the password to the recovery codes; leaves the present code of the app unused. */
async function setUp(page: Page) {
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectWellBuilt(page)
  const secret = await page.locator('p[translate=no]').innerText()
  await page.getByLabel('Code').fill(await codeOf(secret, -1))
  await page.getByRole('button', { name: 'Turn on the second factor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save your recovery codes')
  return {
    secret,
    codes: await page.getByLabel('Recovery codes').getByRole('listitem').allInnerTexts(),
  }
}

/** As the screens that open without any doing are looked at (screens.spec.ts), at the state they are in. */
async function expectWellBuilt(page: Page) {
  const before = page.viewportSize() ?? { width: 1280, height: 900 }
  await expectSound(page)
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ ...before, width })
    await expectToFit(page)
  }
  await page.setViewportSize(before)
}

test('a second factor from its set-up to a remembered device and a used recovery code', async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, demoInvestorEmail)
  await page.goto(settings)
  await page.getByRole('link', { name: 'Set it up' }).click()
  await page.waitForURL('**/set-up**')
  await page.getByLabel('Your password').fill('not-the-password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectRefused(page.getByLabel('Your password'), 'This is not your password.')
  const { secret, codes } = await setUp(page)
  const [used = '', spare = ''] = codes
  await expectWellBuilt(page)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as text' }).click()
  expect((await downloaded).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  const phone = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  await phone.page.goto('/')
  await typePassword(phone.page, demoInvestorEmail, '/investment-dashboard/documents')
  await typeCode(phone.page, '000000')
  await expectRefused(phone.page.getByLabel('Code'), 'This code is wrong or was already used.')
  await expectWellBuilt(phone.page)
  await phone.page.getByLabel('Code').fill(await codeOf(secret))
  await phone.page.getByLabel('Remember this device for 30 days').check()
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.page).toHaveURL('/investment-dashboard/documents')
  await expect(phone.page.getByText(/^Welcome back, .+!$/)).toBeVisible()
  await phone.page.goBack()
  await expect(phone.page).toHaveURL('/')
  await phone.page.goto('/investment-dashboard')
  await phone.page.evaluate(() => fetch('/logout', { method: 'POST' }))
  await typePassword(phone.page, demoInvestorEmail)
  await expect(phone.page).toHaveURL('/investment-dashboard')
  expect(phone.complaints).toEqual([])

  const lost = await openPage(browser, program, { javaScriptEnabled: false })
  await typePassword(lost.page, demoInvestorEmail)
  await typeCode(lost.page, used.toUpperCase())
  await expect(lost.page).toHaveURL('/investment-dashboard')
  const again = await openPage(browser, program)
  await typePassword(again.page, demoInvestorEmail)
  await typeCode(again.page, used)
  await expectRefused(again.page.getByLabel('Code'), 'This code is wrong or was already used.')

  await page.goto(settings)
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await page.getByRole('button', { name: /^End the other/ }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByRole('button', { name: /^End/ })).toHaveCount(0)
  await lost.page.reload()
  await expect(lost.page).toHaveURL(/\/login\?next=/)
  await page.getByRole('link', { name: 'New codes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New recovery codes')
  await expectWellBuilt(page)
  await page.goto(settings)
  await page.getByRole('link', { name: 'Turn off' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await expectWellBuilt(page)
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByLabel('Code').fill(spare)
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByText('Your password alone signs you in.', { exact: true })).toBeVisible()
  for (const signedIn of [phone, lost, again]) await signedIn.page.context().close()
})

test('one’s own password is changed within the page, and what was typed goes', async ({
  page,
  browser,
  program,
}) => {
  await signIn(page, demoInvestorEmail)
  const other = await openPage(browser, program)
  await signIn(other.page, demoInvestorEmail)
  const change = async (from: string, to: string) => {
    await page.getByLabel('Current password').fill(from)
    await page.getByLabel('New password').fill(to)
    await page.getByLabel('Confirm password').fill(to)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await page.goto(settings)
  await change('not-the-password', 'seven warm baobabs')
  await expectRefused(page.getByLabel('Current password'), 'This is not your current password.')
  await expect(page).toHaveURL(settings)
  await change(demoPassword, 'seven warm baobabs')
  await expect(page.getByText('All other devices were signed out.')).toBeVisible()
  await expect(page).toHaveURL(settings)
  for (const label of ['Current password', 'New password', 'Confirm password']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  await other.page.reload()
  await expect(other.page).toHaveURL(/\/login\?next=/)
  await change('seven warm baobabs', demoPassword)
  await expect(page.getByText('Password changed').first()).toBeVisible()
  await other.page.context().close()
})

test('a password set by an administrator is replaced first, and a required second factor is set up first', async ({
  page,
  program,
}) => {
  const mustChange = (must: boolean) =>
    look(program, (query) =>
      query('update auth."user" set must_change_password = $1 where email = $2', [
        must,
        demoAdminEmail,
      ]),
    )
  const required = (must: boolean) =>
    look(program, (query) =>
      query('update app.installation set second_factor_roles = $1', [must ? ['owner'] : []]),
    )
  try {
    await mustChange(true)
    await required(true)
    await typePassword(page, demoAdminEmail, '/admin-dashboard/projects')
    await page.waitForURL('**/login/new-password**')
    await expectSound(page)
    await page.goto('/admin-dashboard/investors')
    await expect(page).toHaveURL(/\/login\/new-password\?next=%2Fadmin-dashboard%2Finvestors$/)
    await page.getByLabel('Current password').fill(demoPassword)
    await page.getByLabel('New password').fill(demoPassword)
    await page.getByLabel('Confirm password').fill(demoPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectRefused(
      page.getByLabel('New password'),
      'Choose a different password from the current one.',
    )
    await mustChange(false)

    await page.goto('/admin-dashboard/investors')
    await expect(page).toHaveURL(
      /\/login\/second-factor\/set-up\?next=%2Fadmin-dashboard%2Finvestors$/,
    )
    await expect(page.getByText('Set yours up to continue.')).toBeVisible()
    await setUp(page)
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await expect(page).toHaveURL('/admin-dashboard/investors')
    await page.goto(security)
    await page.getByRole('checkbox', { name: /^Owner/ }).uncheck()
    await page.getByRole('button', { name: 'Save required roles' }).click()
    await expect(page.getByText('Staff may sign in with their password alone.')).toBeVisible()
  } finally {
    await mustChange(false)
    await required(false)
    await look(program, (query) => query('delete from auth."twoFactor"'))
    await look(program, (query) => query('update auth."user" set "twoFactorEnabled" = false'))
  }
})
