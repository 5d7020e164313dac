import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { signIn, test } from './fixtures.ts'
import { anOpenInvestment } from './look.ts'

test('a dialog stays until its form is answered, whatever is clicked or pressed meanwhile', async ({
  page,
  program,
}) => {
  const { id } = await anOpenInvestment(program)
  await signIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/investments/${id}/payment`)
  const { promise: impatience, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/payment.data*', async (route) => {
    if (route.request().method() === 'POST') await impatience
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1')
  await page.getByRole('button', { name: /^Record payment/ }).click()
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  letGo()
  await expect(page.getByText('Payment recorded', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
