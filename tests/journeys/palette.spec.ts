import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { expectSound, signIn, test } from './fixtures.ts'
import { openPalette } from './waits.ts'

test('ADM-026 the palette is found, walked, taken and left by keyboard, and with a thumb on a phone', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  const palette = page.getByRole('dialog', { name: 'Jump to anything' })
  const field = palette.getByRole('combobox')
  const active = palette.getByRole('option', { selected: true })
  const button = page.getByRole('button', { name: 'Jump to anything' }).filter({ visible: true })

  await button.focus()
  await openPalette(page)
  await expect(active).toHaveText('Add Investor')
  await expectSound(page)
  await page.keyboard.press('ArrowUp')
  await expect(active).toContainText('Update Batch Emails')
  await expect(active).toHaveId((await field.getAttribute('aria-activedescendant')) ?? '')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(active).toHaveText('Add Project')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(button).toBeFocused()

  // Enter before the answer means the first line of the answer.
  await openPalette(page)
  await page.keyboard.type('coastal vil')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+$/)
  await expect(palette).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await button.click()
  await field.fill('no such name')
  await expect(palette.getByRole('status')).toContainText('Nothing matches.')
  await field.fill('add investor')
  await palette.getByRole('option', { name: 'Add Investor' }).click()
  await expect(page).toHaveURL(/\/investors\/new$/)

  // What was typed on the page is not lost on the way.
  await page.getByLabel('Full Name').fill('Hibo Said')
  await openPalette(page)
  await page.keyboard.type('outbox')
  await expect(active).toHaveText('Outbox')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Discard what you typed?')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/outbox$/)
})
