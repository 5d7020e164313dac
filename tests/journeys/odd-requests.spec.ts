import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, openPage, signIn, test } from './fixtures.ts'

test('an address whose encoding is broken shows our own 404, and nothing of it is logged', async ({
  page,
  program,
}) => {
  for (const path of [
    '/%E0%A4%A?token=secret-of-a-link',
    '/admin-dashboard/%ZZ?token=secret-of-a-link',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveTitle('Page not found · Msingi')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  }
  await expectSound(page)
  expect(program.output()).not.toContain('secret-of-a-link')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a stream takes nothing, and says no more than that', async ({ page, program }) => {
  const before = program.output()
  for (const [email, path] of [
    [demoAdminEmail, '/admin-dashboard/live'],
    [demoInvestorEmail, '/investment-dashboard/live'],
  ] as const) {
    await page.context().clearCookies()
    await signIn(page, email)
    const answer = await page.evaluate(async (address) => {
      const sent = await fetch(address, { method: 'POST' })
      return { status: sent.status, allow: sent.headers.get('allow'), words: await sent.text() }
    }, path)
    expect(answer).toEqual({
      status: 405,
      allow: 'GET, HEAD',
      words: 'Method not allowed.',
    })
  }
  // The worker may print an email or warn of a job of an earlier journey; those lines belong to no request.
  const written = program.output().slice(before.length)
  expect(written).not.toMatch(/\/live|"level":"(warn|error)".*"requestId"/)
})

test('the head of a stream is short, and keeps what guards it', async ({ page }) => {
  await signIn(page, demoInvestorEmail)
  const head = await page.evaluate(async () => {
    const leave = new AbortController()
    const { headers } = await fetch('/investment-dashboard/live', { signal: leave.signal })
    leave.abort()
    return Object.fromEntries(
      [...headers].filter(([name]) => /^(content|cross|origin|referrer|x-(?!request))/.test(name)),
    )
  })
  expect(head).toEqual({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/event-stream',
    'cross-origin-resource-policy': 'same-origin',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
})

test('a phone number of letters is refused next to its field', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors/new')
  await page.getByLabel('Phone').fill('call me')
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
    'Enter a phone number, like +254 711 000 000',
  )
  await expect(page.getByLabel('Phone')).toHaveValue('call me')
})

test('on a phone the cross of a dialog stands on the line of its title', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors/new')
  const [title, cross] = await Promise.all([
    page.getByRole('heading', { name: 'Add Investor' }).boundingBox(),
    page.getByRole('link', { name: 'Close' }).boundingBox(),
  ])
  const middle = (box: typeof title) => (box?.y ?? 0) + (box?.height ?? 0) / 2
  expect(Math.abs(middle(title) - middle(cross))).toBeLessThanOrEqual(2)
  await page.context().close()
})

test('what is paid of an investment stands on one line of the dashboard', async ({ page }) => {
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard')
  const sums = page.getByText(/^\$[\d,.]+ of \$[\d,.]+$/)
  await expect(sums.first()).toBeVisible()
  for (const sum of await sums.all()) {
    const lines = await sum.evaluate(
      (words) => words.clientHeight / Number.parseFloat(getComputedStyle(words).fontSize),
    )
    expect(lines).toBeLessThan(2)
  }
})
