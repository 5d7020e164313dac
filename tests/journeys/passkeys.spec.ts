import { type Browser, expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { expectRefused, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { look, onlyDemoAdmin } from './look.ts'
import type { Program } from './program.ts'
import { codeOf } from './waits.ts'

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
  // Offered by script: from then on the form is the script's.
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
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

test('the sign-in form stays where it is when script adds the passkey', async ({
  browser,
  program,
}) => {
  const { page } = await openByName(browser, program)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => promise.then(() => route.continue()))
  const opened = page.goto('/login')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  const before = await button.boundingBox()
  resolve()
  await opened
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  await page.context().close()
})

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
    page.getByText('This passkey does not work here. Use another one, or your password.'),
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

/** Adds a passkey to the signed-in account, after its password. */
async function addPasskey(page: Page) {
  await page.goto('/login/passkeys/new')
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
}

const used = 'Passkey used. Send the form to confirm.'

test('STAFF-312 a passkey confirms an identity in a form, each time it is sent, by keyboard too', async ({
  browser,
  program,
}) => {
  await onlyDemoAdmin(program)
  const { page, complaints, verify } = await openByName(browser, program)
  await typePassword(page, demoAdminEmail)
  await page.waitForURL('**/admin-dashboard')
  await addPasskey(page)
  await page.goto('/admin-dashboard/approvals/limits')
  await expectWellBuilt(page)
  const ask = page.getByRole('button', { name: 'Use a passkey instead' })
  await verify(false)
  await ask.press('Enter')
  await expect(page.getByText('No passkey was used. Please try again.')).toBeVisible()
  await verify(true)
  await ask.press('Enter')
  await expect(page.getByText(used)).toBeFocused()
  await expectWellBuilt(page)
  await page.getByLabel(/^Refunds/).fill('much')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByLabel(/^Refunds/)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(used)).toHaveCount(0)
  await page.getByLabel(/^Refunds/).fill('321')
  await ask.press('Enter')
  await expect(page.getByText(used)).toBeFocused()
  await page.getByRole('button', { name: 'Save limits' }).press('Enter')
  await expect(page.getByText('Limits saved', { exact: true })).toBeVisible()
  const clear = 'delete from auth.passkey; update app.approval_limit set amount_cents = null'
  await look(program, (query) => query(clear))
  expect(complaints).toEqual([])
  await page.context().close()
})

test('STAFF-313 a passkey makes new recovery codes and turns the second factor off', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openByName(browser, program)
  await typePassword(page, demoInvestorEmail)
  await page.waitForURL('**/investment-dashboard')
  await addPasskey(page)
  await page.goto('/login/second-factor/set-up')
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = await page.locator('p[translate=no]').innerText()
  await page.getByLabel('Code').fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Turn on the second factor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save your recovery codes')
  for (const [path, act, done] of [
    ['recovery-codes', 'Create new codes', 'Save your new codes'],
    ['turn-off', 'Turn it off', 'Second factor turned off'],
  ] as const) {
    await page.goto(`/login/second-factor/${path}`)
    await expectWellBuilt(page)
    await page.getByRole('button', { name: act }).click()
    await expectRefused(page.getByLabel('Your password'), 'Enter your current password')
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expect(page.getByText(used)).toBeFocused()
    await page.getByRole('button', { name: act }).click()
    await expect(page.getByText(done, { exact: true })).toBeVisible()
  }
  await look(program, (query) => query('delete from auth.passkey'))
  expect(complaints).toEqual([])
  await page.context().close()
})
