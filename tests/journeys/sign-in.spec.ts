import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { type Toast, toastCookieName } from '../../app/values/toast.ts'
import { comeIn, signIn, test } from './fixtures.ts'

test('AUTH-002 a toggle shows the password and hides it again', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel(/^Password/)
  const toggle = page.getByRole('button', { name: 'Show password' })
  await password.fill('quarry-lantern-47')
  await expect(password).toHaveAttribute('type', 'password')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveValue('quarry-lantern-47')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('AUTH-022 signing in takes the place of the form, so Back leads to what was before it', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'LOGIN' }).first().click()
  // The landing page has a field for an email as well, and stands a moment longer than its address.
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill(demoInvestorEmail)
  await page.getByLabel(/^Password/).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('[data-form-alert]')).toBeVisible()
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/investment-dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, ' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('AUTH-024 (W-15) a person who is signed in reads the public site freely, in a fresh tab too', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  const fresh = await page.context().newPage()
  for (const path of ['/', '/nothing-stands-here', '/invitation/nobody']) {
    await fresh.goto(path)
    await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(fresh).toHaveURL(path)
  }
  await fresh.goto('/')
  await expect(fresh.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expect(fresh.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
})

test('LIM-017 a toast stays for four seconds', async ({ page }) => {
  await page.goto('/login')
  const stay = page.evaluate(
    () =>
      new Promise<number>((gone) => {
        let began = 0
        new MutationObserver(() => {
          const text = document.querySelector('[aria-label="Messages"]')?.textContent
          if (text && began === 0) began = performance.now()
          if (!text && began > 0) gone(performance.now() - began)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('button', { name: 'Sign in' }).hover()
  await page.getByLabel('Email').fill('one-toast@example.com')
  await page.getByLabel(/^Password/).fill('not-the-password')
  await page.getByLabel(/^Password/).press('Enter')
  expect(await stay).toBeGreaterThan(3_900)
  // A busy browser hears its clock late; the toast of view mode has five seconds, others eight and more.
  expect(await stay).toBeLessThan(7_500)
})

test('LIM-018 of four toasts the last three are seen', async ({ page, program }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard')
  const messages = page.getByRole('region', { name: 'Messages' })
  const toasts = messages.getByText(/^Toast \d$/)
  for (const [act, place] of [
    'Manage Projects',
    'Manage Investors',
    'Manage Documents',
    'Dashboard',
  ].entries()) {
    const toast: Toast = { title: `Toast ${act + 1}`, kind: 'success', seconds: 60 }
    await page.context().addCookies([
      {
        name: toastCookieName,
        value: encodeURIComponent(JSON.stringify(toast)),
        url: program.origin,
      },
    ])
    await page.getByRole('link', { name: place }).first().click()
    await expect(messages).toContainText(toast.title)
  }
  await expect(toasts).toHaveText(['Toast 2', 'Toast 3', 'Toast 4'])
})

test('LIM-018 of toasts with the same title the last one is seen', async ({ page, program }) => {
  await signIn(page, demoAdminEmail)
  const messages = page.getByRole('region', { name: 'Messages' })
  for (const [place, text] of [
    ['Manage Projects', 'Nothing was changed.'],
    ['Manage Investors', 'Nothing was changed. Try again in 5 minutes.'],
  ] as const) {
    const toast: Toast = { title: 'Refused', text, kind: 'error', seconds: 60 }
    await page.context().addCookies([
      {
        name: toastCookieName,
        value: encodeURIComponent(JSON.stringify(toast)),
        url: program.origin,
      },
    ])
    await page.getByRole('link', { name: place }).first().click()
    await expect(messages.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(messages.getByText('Refused', { exact: true })).toHaveCount(1)
})
