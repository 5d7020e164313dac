import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { demoAdminEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, test } from './fixtures.ts'
import { aMemberOfStaff, onlyDemoAdmin } from './look.ts'

const phone = { width: 390, height: 844 }
const home = '/admin-dashboard'

// Who may act and approve is as before.
test.afterEach(({ program }) => onlyDemoAdmin(program))

const cases = [
  { role: 'manager', screen: 'distributions', hidden: 'import/payments' },
  { role: 'cashier', screen: 'transactions', hidden: 'users' },
  { role: 'support', screen: 'inquiries', hidden: 'payments' },
  { role: 'auditor', screen: 'audit', hidden: 'documents/new' },
] as const

for (const { role, screen, hidden } of cases)
  test(`STAFF-007 the ${role} sees their own menu and screens, at both widths`, async ({
    page,
    program,
  }) => {
    await comeIn(page, await aMemberOfStaff(program, role))
    for (const size of [{ width: 1280, height: 900 }, phone]) {
      await page.setViewportSize(size)
      await page.goto(home)
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      await expectToFit(page)
      await expectSound(page)
      await page.goto(`${home}/${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(page)
      await expectSound(page)
      await page.goto(`${home}/${hidden}`)
      await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
      await expectSound(page)
    }
  })

test('STAFF-005 the owner adds a member of staff and changes their roles', async ({
  page,
  program,
}) => {
  await onlyDemoAdmin(program)
  await comeIn(page, demoAdminEmail)
  await page.goto(`${home}/users`)
  await page.getByRole('link', { name: 'Add staff member' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ladan Till')
  await page.getByRole('textbox', { name: 'Email' }).fill(`ladan.till-${randomUUID()}@example.com`)
  await page.getByRole('button', { name: 'Add staff member' }).click()
  await expect(page.getByText('Choose at least one role.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ladan Till')
  await expectSound(page)
  await page.getByRole('checkbox', { name: 'Cashier' }).check()
  const ownPassword = page.getByRole('textbox', { name: 'Your password' })
  if ((await ownPassword.count()) > 0) await ownPassword.fill(demoPassword)
  await page.getByRole('button', { name: 'Add staff member' }).click()
  await expect(page.getByText('Staff member added')).toBeVisible()
  await page.goto(`${home}/users?q=Ladan`)
  await page.getByRole('link', { name: 'Roles, Ladan Till' }).click()
  await page.getByRole('checkbox', { name: 'Support' }).check()
  await page.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByText('Role updated')).toBeVisible()
  await expect(page.getByText('Cashier and Support')).toBeVisible()
})
