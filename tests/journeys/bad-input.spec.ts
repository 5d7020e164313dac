import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { cents, formatAmount } from '../../app/values/money.ts'
import { comeIn, expectRefused, openPage, signIn, test } from './fixtures.ts'
import { invite, letExpire } from './invitations.ts'
import { anOpenInvestment, bookedOn } from './look.ts'
import { expectSettled } from './waits.ts'

const wrong = 'Invalid email or password. Please check your credentials.'

test('a wrong password and an unknown email are refused in the same words, and the email stays', async ({
  page,
}) => {
  await page.goto('/login')
  for (const email of [demoAdminEmail, 'nobody-here@example.com']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('main')).toContainText(wrong)
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Login failed')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.locator('[data-form-alert]')).toBeFocused()
    await expect(page).toHaveURL(/\/login$/)
    await page.reload()
    await expect(page.getByRole('main')).not.toContainText(wrong)
  }
})

test('an empty sign-in names what is missing next to each field, and the focus goes to the first', async ({
  page,
}) => {
  await page.goto('/login')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel(/^Password/)]
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectRefused(email, 'Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await email.fill(demoAdminEmail)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectRefused(password, 'Password is required')
  await expect(email).toHaveValue(demoAdminEmail)
})

async function setPassword(page: Page, password: string, again = password) {
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/^Confirm password/).fill(again)
  await page.getByRole('button', { name: 'Set password' }).click()
}

test('an invitation is of no use after a week, nor a second time, and a weak password leaves it open', async ({
  browser,
  page,
  program,
}) => {
  const late = await invite(program, 'Sagal Late', 'sagal.late@example.com')
  await page.goto(late)
  await letExpire(program, 'sagal.late@example.com')
  await setPassword(page, 'quarry-lantern-47')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation has expired')
  await expect(page.getByLabel(/^Password/)).toHaveCount(0)

  const link = await invite(program, 'Sagal Early', 'sagal.early@example.com')
  const { page: second } = await openPage(browser, program)
  await second.goto(link)
  await page.goto(link)
  const password = page.getByLabel(/^Password/)
  await setPassword(page, 'short')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await setPassword(page, 'quarry-lantern-47', 'quarry-lantern-48')
  await expectRefused(page.getByLabel(/^Confirm password/), 'Passwords do not match')
  await setPassword(page, 'quarry-lantern-47')
  await expect(page).toHaveURL(/\/login$/)

  await setPassword(second, 'another-stone-93')
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Your password is already set')
  await second.context().close()
  await signIn(page, 'sagal.early@example.com', 'quarry-lantern-47')
})

test('every amount that is none is refused next to its field, with the fix, and nothing is booked', async ({
  page,
  program,
}) => {
  const { id, remaining } = await anOpenInvestment(program)
  const before = await bookedOn(program, id)
  await comeIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/investments/${id}/payment`)
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await page.getByLabel('Reference').fill('KCB 4471')
  await page.getByLabel('Note').fill('Brought by his brother')
  const most = formatAmount(cents(BigInt(remaining)), 'when-needed')
  for (const [typed, fix] of [
    ['', 'Enter an amount.'],
    ['0', 'Payment must be greater than zero.'],
    ['999,999,999', `Payment cannot exceed the remaining ${most}.`],
    ['12.345', 'Use at most two decimals, like 1,250.00.'],
    ['1e15', 'Enter the full amount, like 1,250.00.'],
    ['1.250,00', 'Use commas between thousands and a point before the cents, like 1,250.00.'],
    ['12,50', 'Use a point before the cents: 12.50.'],
    [
      '-5',
      'A payment cannot be negative. Record money given back as a refund, or void a payment that was wrong.',
    ],
    ['twelve hundred', 'Enter the amount in digits, like 1,250.00.'],
  ] as const) {
    await amount.fill(typed)
    await page.getByRole('button', { name: /^Record payment/ }).click()
    await expectRefused(amount, fix)
    await expect(amount).toHaveValue(typed)
  }
  await page.getByLabel('Date received').fill('2001-01-01')
  await amount.fill('10')
  await page.getByRole('button', { name: /^Record payment/ }).click()
  await expect(page.getByLabel('Date received')).toBeFocused()
  await expect(page.getByLabel('Reference')).toHaveValue('KCB 4471')
  await expect(page.getByLabel('Note')).toHaveValue('Brought by his brother')
  expect(await bookedOn(program, id)).toEqual(before)
})

test('a long form leads to its first wrong field and keeps the others', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/projects/new')
  const [name, value] = [
    page.getByRole('textbox', { name: 'Name', exact: true }),
    page.getByRole('textbox', { name: 'Total Value' }),
  ]
  await page.getByLabel('Location').fill('Kismayo')
  await value.fill('about a million')
  await page.getByRole('button', { name: 'Add Project' }).click()
  await expect(name).toBeFocused()
  await expect(value).toHaveAccessibleDescription('Enter the amount in digits, like 1,250.00.')
  await name.fill('Kismayo Quays')
  await page.getByRole('button', { name: 'Add Project' }).click()
  await expectRefused(value, 'Enter the amount in digits, like 1,250.00.')
  await expect(page.getByLabel('Location')).toHaveValue('Kismayo')
  await expect(value).toHaveValue('about a million')
  await expect(name).toHaveValue('Kismayo Quays')
})

test('two clicks on Record payment book one payment', async ({ page, program }) => {
  const { id } = await anOpenInvestment(program)
  const before = await bookedOn(program, id)
  await comeIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/investments/${id}/payment`)
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('10.50')
  await page.getByRole('button', { name: 'Record payment of $10.50' }).dblclick()
  await expect(page.getByText('Payment of $10.50 has been recorded.')).toBeVisible()
  expect(await bookedOn(program, id)).toEqual({
    entries: before.entries + 1,
    cents: String(BigInt(before.cents) + 1050n),
  })
})

test('what was sent before the script had come stays when the page refreshes itself', async ({
  browser,
  program,
}) => {
  const { id } = await anOpenInvestment(program)
  const { page } = await openPage(browser, program)
  await signIn(page, demoAdminEmail)
  await page.route('**/*.js', (route) => route.abort())
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await page.goto(`/admin-dashboard/investments/${id}/payment`, { waitUntil: 'commit' })
  await stopped
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await page.getByLabel('Reference').fill('KCB 4471')
  await amount.fill('0')
  await page.unroute('**/*.js')
  const refreshed = page.waitForResponse((answer) => answer.url().includes('/payment.data'))
  await page.getByRole('button', { name: /^Record payment/ }).click()
  await expect(amount).toHaveAccessibleDescription('Payment must be greater than zero.')
  await refreshed
  await expectSettled(page)
  await expectRefused(amount, 'Payment must be greater than zero.')
  await expect(amount).toHaveValue('0')
  await expect(page.getByLabel('Reference')).toHaveValue('KCB 4471')
  await page.context().close()
})
