import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { expectRefused, expectSound, openPage, signIn, test } from './fixtures.ts'
import { onlyDemoAdmin } from './look.ts'
import { anInvestor } from './own-data.ts'
import { pressSearchKey } from './waits.ts'

const home = '/admin-dashboard/users'
const secret = 'seven warm baobabs'

const confirm = (page: Page) => page.getByLabel('Your password').fill(demoPassword)
const toast = (page: Page, title: string) =>
  expect(page.getByText(title, { exact: true })).toBeVisible()

test('a person is promoted, closed and let in again, with the keyboard and one proof of who one is', async ({
  page,
  browser,
  program,
}) => {
  await onlyDemoAdmin(program)
  const person = await anInvestor(program, 'Hodan Keyboard')
  const theirs = await openPage(browser, program)
  await signIn(theirs.page, person.email)
  await signIn(page, demoAdminEmail)
  await page.goto(home)
  await pressSearchKey(page)
  await page.keyboard.type('KEYBOARD')
  await expect(page).toHaveURL(`${home}?q=KEYBOARD`)
  await expect(page.getByRole('listitem').filter({ hasText: person.email })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Investor, Hodan Keyboard' })).toBeDisabled()

  await page.getByRole('link', { name: 'Admin, Hodan Keyboard' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set as Admin' })
  await expect(dialog.getByRole('checkbox', { name: /^Owner/ })).toBeFocused()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Your password').focus()
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await expectRefused(dialog.getByLabel('Your password'), 'This is not your password.')
  await dialog.getByLabel('Your password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await toast(page, 'Role updated')
  await expect(page).toHaveURL(`${home}?q=KEYBOARD`)
  await expect(page.getByRole('link', { name: 'Roles, Hodan Keyboard' })).toBeVisible()
  await theirs.page.goto('/investment-dashboard')
  await expect(theirs.page).toHaveURL(/\/login/)

  await page.getByRole('link', { name: 'Status, Hodan Keyboard' }).click()
  await expect(page.getByLabel('Your password')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Inactive' }).press('Space')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await toast(page, 'Status updated')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${home}?q=KEYBOARD`)
  await theirs.page.context().close()
})

test('MUS-036, MUS-037, MUS-038 (W-21) the button waits for valid passwords, Enter says what is wrong', async ({
  page,
  program,
}) => {
  const person = await anInvestor(program, 'Sagal Tabs')
  await signIn(page, demoAdminEmail)
  await page.goto(home)
  await page.getByRole('link', { name: 'Update Password' }).click()
  const act = page.getByRole('button', { name: 'Update Password' })
  await expect(act).toBeDisabled()
  const user = page.getByLabel('User ID')
  await user.fill('sagal t')
  await page.getByRole('option', { name: /Sagal Tabs/ }).click()
  await expect(user).toHaveValue('Sagal Tabs')
  await expect(user).toHaveAccessibleDescription(person.email)
  await page.getByLabel('New password').fill('1234567')
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(act).toBeDisabled()
  await page.getByLabel('New password').press('Enter')
  await toast(page, 'Password too short')
  await page.getByLabel('New password').fill(secret)
  await page.getByLabel('Confirm password').fill('another')
  await expect(act).toBeDisabled()
  await page.getByLabel('Confirm password').press('Enter')
  await toast(page, "Passwords don't match")
  await page.getByLabel('Confirm password').fill(secret)
  await confirm(page)
  await expect(act).toBeEnabled()
  await act.click()
  await toast(page, 'Password updated')
  await expect(page.getByLabel('New password')).toHaveValue('')
})

test('MUS-041 an address is changed once the inputs are valid, verified, and a batch is previewed', async ({
  page,
  program,
}) => {
  const [person, other] = [
    await anInvestor(program, 'Idil Moves'),
    await anInvestor(program, 'Omar Stays'),
  ]
  await signIn(page, demoAdminEmail)
  await page.goto(`${home}/update-email?user=${person.userId}`)
  const act = page.getByRole('button', { name: 'Update Email' })
  const field = page.getByLabel('New email')
  await field.fill('no address')
  await expect(act).toBeDisabled()
  await field.press('Enter')
  await toast(page, 'Invalid email')
  await field.fill(other.email)
  await expect(act).toBeEnabled()
  await confirm(page)
  await act.click()
  await expectRefused(field, 'Email Already In Use')
  await field.fill(`moved.${person.email}`)
  await act.click()
  const dialog = page.getByRole('dialog', { name: 'Email Updated' })
  await expect(dialog).toContainText(`moved.${person.email}`)
  await expect(dialog).toContainText('In sync')
  await expectSound(page)
  await dialog.getByRole('link', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(new RegExp(`${home}/update-email`))
  await expect(field).toHaveValue('')

  await page.getByRole('link', { name: 'Verify Email Sync' }).click()
  // The tab that is left has a field of the same name.
  await expect(page).toHaveURL(new RegExp(`${home}/verify-email`))
  const user = page.getByRole('combobox', { name: 'User ID' })
  await user.fill(`moved.${person.email}`)
  await user.press('Enter')
  await toast(page, 'Email verification successful')
  await expect(
    page.getByRole('region', { name: 'Result' }).getByText('Match', { exact: true }),
  ).toHaveCount(3)
  await expectSound(page)

  await page.getByRole('link', { name: 'Update Batch Emails' }).click()
  const content = `user id;new email\n${other.userId};batch.${other.email}\n${other.email};${person.userId}\n`
  await page
    .getByLabel('Or choose a file')
    .setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('table', { name: 'Preview' })
  await expect(preview).toContainText('Will be updated')
  await expect(preview).toContainText('The columns are swapped.')
  await expectSound(page)
  await page.getByRole('button', { name: 'Update 1 email' }).click()
  for (const place of ['Results', 'Messages']) {
    await expect(page.getByRole('region', { name: place })).toContainText(
      '1 updated, 1 left as they were.',
    )
  }
  await expect(page.getByRole('table', { name: 'Results' })).toContainText('Email Updated')
})

test('on a phone the tab in front is in sight', async ({ browser, program }) => {
  const { page } = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  await signIn(page, demoAdminEmail)
  for (const tab of ['', '/verify-email', '/promote', '/update-password', '/update-email']) {
    await page.goto(`${home}${tab}`)
    const front = page
      .getByRole('navigation', { name: 'User management' })
      .locator('[aria-current=page]')
    await expect(front).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await page.context().close()
})

test('a megabyte as a password is refused in the dialog, which stays as it was typed', async ({
  page,
  program,
}) => {
  const person = await anInvestor(program, 'Mulki Megabyte')
  await signIn(page, demoAdminEmail)
  await page.goto(`${home}?q=${person.email}`)
  await page.getByRole('link', { name: 'Reset, Mulki Megabyte' }).click()
  const dialog = page.getByRole('dialog')
  await confirm(page)
  const field = dialog.getByLabel('New password')
  await field.evaluate((input: HTMLInputElement) => {
    input.value = 'x'.repeat(1_000_000)
  })
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(dialog.getByText('This is too long. Nothing was saved')).toBeVisible()
  await expect(dialog.getByLabel('Your password')).toHaveValue(demoPassword)
  await field.fill('x'.repeat(129))
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expectRefused(field, 'Password can be at most 128 characters')
  await field.fill(secret)
  await confirm(page)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await toast(page, 'Password updated')
})

test('a password is reset and an address changed without script', async ({ browser, program }) => {
  const person = await anInvestor(program, 'Asha Plain')
  const { page, complaints } = await openPage(browser, program, { javaScriptEnabled: false })
  await signIn(page, demoAdminEmail)
  await page.goto(`${home}?q=${person.email}`)
  await page.getByRole('link', { name: 'Reset, Asha Plain' }).click()
  await page.getByLabel('New password').fill('short')
  await confirm(page)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    'Password must be at least 8 characters',
  )
  await page.getByText('Send reset email', { exact: true }).first().click()
  await expect(page.getByLabel('New password')).toBeHidden()
  await confirm(page)
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await toast(page, 'Password reset email sent')
  await page.goto(`${home}/update-email`)
  await page.getByLabel('User ID').fill('asha plain')
  await page.getByLabel('New email').fill(`plain.${person.email}`)
  await page.getByRole('button', { name: 'Update Email' }).click()
  await expect(page.getByRole('dialog')).toContainText(`plain.${person.email}`)
  expect(complaints).toEqual([])
  await page.context().close()
})
