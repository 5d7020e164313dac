import { createReadStream } from 'node:fs'
import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { openPage, signIn, test } from './fixtures.ts'
import { anOpenInvestment, bookedOn } from './look.ts'

test('the office works without script: an investor, a payment, and out again', async ({
  browser,
  program,
}) => {
  const { id, investor } = await anOpenInvestment(program)
  const before = await bookedOn(program, id)
  const { page, complaints } = await openPage(browser, program, { javaScriptEnabled: false })

  await page.goto('/admin-dashboard/investments')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(demoAdminEmail)
  await page.getByLabel(/^Password/).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(demoAdminEmail)
  await expect(page.getByRole('main')).toContainText(
    'Invalid email or password. Please check your credentials.',
  )
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/admin-dashboard/investments')

  await page.goto('/admin-dashboard/investors')
  await page.getByRole('link', { name: 'Add Investor' }).click()
  await page.getByLabel('Full Name').fill('Ubax Plain')
  await page.getByLabel('Email').fill('ubax@')
  await page.getByRole('button', { name: /^Add investor/i }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await expect(page.getByLabel('Full Name')).toHaveValue('Ubax Plain')
  await page.getByLabel('Email').fill('ubax.plain@example.com')
  await page.getByRole('button', { name: /^Add investor/i }).click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('Ubax')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('row', { name: /Ubax Plain/ })).toHaveCount(1)

  await page.goto(`/admin-dashboard/investments?q=${encodeURIComponent(investor)}`)
  await page.locator(`a[href*="${id}/payment"]`).click()
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1.250,00')
  await page.getByRole('button', { name: /^Record payment/ }).click()
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await expect(amount).toHaveAccessibleDescription(/^Use commas between thousands/)
  await expect(amount).toHaveValue('1.250,00')
  await amount.fill('8.75')
  await page.getByRole('button', { name: /^Record payment/ }).click()
  await expect(page.getByText('Payment of $8.75 has been recorded.')).toBeVisible()
  expect((await bookedOn(program, id)).entries).toBe(before.entries + 1)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await page.goto('/admin-dashboard')
  await expect(page).toHaveURL(/\/login\?next=/)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the portal works without script: a document, and every menu of a phone', async ({
  browser,
  program,
}) => {
  const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }
  const { page, complaints } = await openPage(browser, program, phone)
  await signIn(page, demoInvestorEmail)
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await expect(page).toHaveURL('/investment-dashboard/documents')
  const arriving = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /^Download (?!all)/ })
    .first()
    .click()
  const path = await (await arriving).path()
  const [start] = await createReadStream(path, { end: 4 }).toArray()
  expect(String(start)).toBe('%PDF-')

  await page.locator('.tab-bar > details > summary').click()
  await page.getByRole('button', { name: 'Logout' }).last().click()
  await expect(page).toHaveURL(/\/login$/)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the phone menu of the site works without script: every link closes it', async ({
  browser,
  program,
}) => {
  const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }
  const { page, complaints } = await openPage(browser, program, phone)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main, small screens' })
  const opener = page.getByRole('link', { name: 'Menu', exact: true })
  for (const [name, section] of [
    ['About Us', 'about'],
    ['Book a Consultation', 'contact'],
    ['Home', 'home'],
    ['About Us', 'about'],
  ] as const) {
    await opener.click()
    await expect(menu).toBeInViewport()
    await page.locator('.site-sheet:visible').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/#${section}`)
    await expect(menu).toBeHidden()
    await expect(page.locator(`#${section}`)).toBeInViewport()
  }
  await opener.press('Enter')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused()
  await page.getByRole('link', { name: 'Close the menu' }).click()
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.locator('#about')).toBeInViewport()
  await opener.click()
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(menu).toBeHidden()
  expect(complaints).toEqual([])
  await page.context().close()
})
