import { expect, type Page } from '@playwright/test'
import { openPage, test } from './fixtures.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert').first()

const wrong = 'Invalid or expired recovery token'

test('AUTH-050 AUTH-051 (W-12) the token leaves the address bar and the history', async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/auth/recovery?token=s3cret&type=recovery')
  await expect(page).toHaveURL('/reset-password')
  await expect(alert(page)).toHaveText(wrong)
  await page.reload()
  await expect(alert(page)).toHaveText(wrong)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/reset-password')
  await expect(alert(page)).toHaveText(wrong)
})

test('PUB-072 a broken link takes no place in the history on its way to the recovery screen', async ({
  page,
}) => {
  const seen: string[] = []
  page.on('framenavigated', (frame) =>
    seen.push(new URL(frame.url()).pathname + new URL(frame.url()).search),
  )
  await page.goto('/login')
  await page.goto('/rest-pasword?token=s3cret&utm_source=mail')
  await expect(page).toHaveURL('/reset-password')
  expect(seen.join()).not.toContain('s3cret')
  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test('PUB-072 nor when the router goes there by itself', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Msingi, home' }).click()
  await expect(page).toHaveURL('/')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  // No page of ours has a broken link to click on.
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> }
    }
    return router.navigate('/rest-pasword?token=s3cret')
  })
  await expect(alert(page)).toHaveText(wrong)
  await expect(page).toHaveURL('/reset-password')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('without script the broken link leads there too, and the request for a link works', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, { javaScriptEnabled: false })
  const answer = await page.goto('/rest-pasword?access_token=s3cret')
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['referrer-policy']).toBe('same-origin')
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByText('Invalid or expired access token')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page).toHaveURL('/login/forgot')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.context().close()
  expect(complaints).toEqual([])
})
