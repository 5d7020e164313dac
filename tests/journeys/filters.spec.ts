import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { signIn, test } from './fixtures.ts'

test('BANK-267 a filter is chosen with arrow keys and applied with Enter, and keeps the focus', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/exchange-rates')
  await page.waitForLoadState('networkidle')
  const filter = page.getByRole('combobox', { name: 'Currency' })
  await filter.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(filter).toHaveValue('SOS')
  await expect(page).toHaveURL(/exchange-rates$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/currency=SOS/)
  await expect(filter).toBeFocused()
  await expect(page.getByText('No rates for SOS')).toBeVisible()

  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/currency=SOS/)
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/currency=KES/)

  await filter.selectOption('')
  await expect(page).toHaveURL(/currency=$/)
})

test('BANK-267 an order is chosen with arrow keys and applied with Enter', async ({ page }) => {
  await signIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/inquiries')
  await page.waitForLoadState('networkidle')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await expect(order).toHaveValue('newest')
  await order.focus()
  await page.keyboard.press('ArrowDown')
  await expect(order).toHaveValue('oldest')
  await expect(page).toHaveURL(/inquiries$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(order).toBeFocused()
})

test('LIST-003 a list is limited to a project by keyboard, keeps its other filters, and works without script', async ({
  page,
  browser,
}) => {
  await signIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investments?sort=remaining')
  await page.waitForLoadState('networkidle')
  const filter = page.getByRole('combobox', { name: 'Project' })
  await filter.focus()
  await page.keyboard.press('ArrowDown')
  await expect(filter).not.toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=remaining.*project=[0-9a-f-]{36}/)
  await expect(filter).toBeFocused()
  const totals = page.getByRole('region', { name: 'Totals of this list' })
  await expect(totals).toContainText('Remaining')
  const address = page.url()
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const other = await plain.newPage()
  await other.goto(address)
  await expect(other.getByRole('region', { name: 'Totals of this list' })).toHaveText(
    (await totals.textContent()) ?? '',
  )
  await other.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'All projects' })
  await other.getByRole('button', { name: 'Show' }).first().click()
  await expect(other).toHaveURL(/project=(&|$)/)
  await plain.close()
})
