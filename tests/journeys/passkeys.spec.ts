import { type Browser, expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { expectRefused, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'

const settings = '/investment-dashboard/settings'

/** Browsers know passkeys of names only, so that this machine is visited by its name. */
async function openByName(browser: Browser, program: Program) {
  const origin = program.origin.replace('127.0.0.1', 'localhost')
  const opened = await openPage(browser, { ...program, origin })
  const cdp = await opened.page.context().newCDPSession(opened.page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const verify = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { ...opened, verify }
}

async function typePassword(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByLabel('Email').evaluate((field: HTMLInputElement, typed) => {
    field.value = typed
  }, email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function expectWellBuilt(page: Page) {
  await expectSound(page)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page)
  }
}

test('STAFF-215 a passkey is added, signs in, is offered with the email field, renamed and removed', async ({
  browser,
  program,
}) => {
  const { page, complaints, verify } = await openByName(browser, program)
  await typePassword(page, demoInvestorEmail)
  await page.waitForURL('**/investment-dashboard')
  await page.goto(settings)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a passkey')
  await expectWellBuilt(page)
  await page.getByLabel('Your password').fill('not-the-password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectRefused(page.getByLabel('Your password'), 'This is not your password.')
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await expectWellBuilt(page)
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expectRefused(page.getByLabel('Name'), 'Enter a name')
  await page.getByLabel('Name').fill('Laptop of the office')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByText('Laptop of the office')).toBeVisible()

  const signOut = () => page.context().clearCookies()
  await signOut()
  await page.goto('/')
  await page.goto('/login?next=%2Finvestment-dashboard%2Fsettings')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectWellBuilt(page)
  await verify(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('No passkey was used. Try again, or use your password.'),
  ).toBeVisible()
  await verify(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByText(/^Welcome back, .+!$/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')

  // The virtual device chooses the suggestion as soon as it is offered.
  await signOut()
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await expect(page).toHaveURL('/investment-dashboard')

  await page.goto(settings)
  await page.getByRole('link', { name: 'Change passkey, Laptop of the office' }).click()
  await expectWellBuilt(page)
  await page.getByLabel('Name').fill('Old laptop')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page).toHaveURL(settings)
  await page.getByRole('link', { name: 'Change passkey, Old laptop' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  await signOut()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('This passkey does not sign in here. Use another one, or your password.'),
  ).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('STAFF-210 an administrator who must have a second factor adds a passkey first, and uses it after the password', async ({
  browser,
  program,
}) => {
  const required = (must: boolean) =>
    look(program, (query) =>
      query('update app.installation set second_factor_roles = $1', [must ? ['owner'] : []]),
    )
  const { page, complaints } = await openByName(browser, program)
  try {
    await required(true)
    await typePassword(page, demoAdminEmail)
    await page.waitForURL('**/login/second-factor/set-up**')
    await page.getByRole('link', { name: 'add a passkey instead' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a passkey')
    await page.getByLabel('Your password').fill(demoPassword)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page).toHaveURL('/admin-dashboard')
    await page.context().clearCookies()
    await typePassword(page, demoAdminEmail)
    await page.waitForURL('**/login/second-factor')
    await expectWellBuilt(page)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page).toHaveURL('/admin-dashboard')
  } finally {
    await required(false)
    await look(program, (query) => query('delete from auth.passkey'))
  }
  expect(complaints).toEqual([])
  await page.context().close()
})
