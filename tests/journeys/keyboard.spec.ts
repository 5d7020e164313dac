import { expect, type Locator, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, signIn, test } from './fixtures.ts'
import { anOpenInvestment, bookedOn, look } from './look.ts'
import { expectSettled, pressSearchKey } from './waits.ts'

/** Presses Tab until the focus is there, as a person without a mouse would. */
async function tabTo(page: Page, target: Locator, most = 60) {
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false))
      return
  }
  throw new Error(`${most} tabs did not lead to ${target}`)
}

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('from the skip link to a recorded payment without a mouse', async ({ page, program }) => {
  const { id, investor, project } = await anOpenInvestment(program)
  const before = await bookedOn(program, id)
  await page.goto('/login')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await focusedId(page)).toBe('main')
  await tabTo(page, page.getByLabel('Email'), 3)
  await page.keyboard.type(demoAdminEmail)
  await tabTo(page, page.getByLabel(/^Password/), 1)
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('/admin-dashboard')
  await expectSettled(page)

  await tabTo(page, page.getByRole('link', { name: 'Manage Investments' }).first())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/investments')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await pressSearchKey(page)
  await page.keyboard.type(investor)
  await page.waitForURL(`**/investments?q=${encodeURIComponent(investor).replaceAll('%20', '+')}`)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expectSettled(page)

  const opener = page.locator(`a[href*="${id}/payment"]`)
  await tabTo(page, opener)
  await expect(opener).toHaveAccessibleName(new RegExp(`^Payment for ${project}, ${investor}, `))
  await page.keyboard.press('Enter')
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true })
  await expect(amount).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect(page.url()).toContain('?q=')

  await page.keyboard.press('Enter')
  await expect(amount).toBeFocused()
  await page.keyboard.type('12.25')
  await tabTo(page, page.getByRole('button', { name: 'Record payment of $12.25' }), 20)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Payment of $12.25 has been recorded.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  expect((await bookedOn(program, id)).entries).toBe(before.entries + 1)
})

test('the focus stays in an open dialog, and a slash typed there is a slash', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors/new')
  const name = page.getByLabel('Full Name')
  await expect(name).toBeFocused()
  await page.keyboard.type('Asha/Ali')
  await expect(name).toHaveValue('Asha/Ali')
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === document.body || focused?.closest('dialog') ? null : focused?.outerHTML
    })
    expect(outside).toBeNull()
  }
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/investors')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** There from 768 px on, folded by keyboard to a rail, and remembered either way. */
async function expectSidebar(page: Page, email: string, label: string, entry: string) {
  await signIn(page, email)
  const sidebar = page.getByRole('complementary', { name: label })
  const fold = page.getByRole('checkbox', { name: 'Collapse sidebar' })
  const widthOf = async () => (await sidebar.boundingBox())?.width ?? 0
  await page.setViewportSize({ width: 767, height: 900 })
  await page.reload()
  await expect(sidebar).toBeHidden()
  await expect(page.getByRole('navigation', { name: `${label}, short` })).toBeVisible()

  await page.setViewportSize({ width: 768, height: 900 })
  await page.reload()
  await expect(sidebar).toBeVisible()
  await expect(fold).not.toBeChecked()
  const open = await widthOf()
  expect(open).toBeGreaterThan(180)

  await fold.focus()
  await page.keyboard.press('Space')
  await expect.poll(widthOf).toBeLessThan(80)
  await expect(sidebar.getByRole('link', { name: entry })).toBeVisible()
  await page.reload()
  await expect(fold).toBeChecked()
  await expect.poll(widthOf).toBeLessThan(80)

  await fold.focus()
  await page.keyboard.press('Space')
  await expect.poll(widthOf).toBe(open)
  await page.reload()
  await expect.poll(widthOf).toBe(open)
}

test('LIM-019 INV-003 INV-004 the portal sidebar is there from 768 px on and folds to a remembered rail', async ({
  page,
}) => {
  await expectSidebar(page, demoInvestorEmail, 'Investor Portal', 'My Documents')
})

test('LIM-019 ADM-007 ADM-008 the admin sidebar is there from 768 px on and folds to a remembered rail', async ({
  page,
}) => {
  await expectSidebar(page, demoAdminEmail, 'Admin Panel', 'Manage Documents')
})

test('a button that disappears when it has done its work leaves the focus in its part of the page', async ({
  page,
  program,
}) => {
  const [inquiry] = await look(program, (query) =>
    query(`insert into app.inquiry (source, name, email, message)
      values ('contact', 'Nimo Warsame', 'nimo@example.com', 'About the towers') returning id`),
  )
  await comeIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/inquiries/${inquiry?.id}`)
  await page.getByRole('button', { name: 'Mark as contacted' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Mark as contacted' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Nimo Warsame' })).toBeFocused()
})
