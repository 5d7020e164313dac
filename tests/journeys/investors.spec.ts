import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, expectRefused, openPage, signIn, test } from './fixtures.ts'
import { anInvestor } from './own-data.ts'
import { pressSearchKey } from './waits.ts'

const home = '/admin-dashboard/investors'
const secret = 'seven warm baobabs'

const toast = (page: Page, title: string) =>
  expect(page.getByText(title, { exact: true })).toBeVisible()

test('MIN-002 the list narrows as one types; an investor is edited, given a password, looked at and archived', async ({
  page,
  browser,
  program,
}) => {
  const person = await anInvestor(program, 'Ubah Narrowing')
  await comeIn(page, demoAdminEmail)
  await page.goto(home)
  await pressSearchKey(page)
  await page.keyboard.type('ubah NARR')
  await expect(page).toHaveURL(`${home}?q=ubah+NARR`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(home)
  await page.getByRole('searchbox').fill('ubah narr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${home}?q=ubah+narr`)
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByRole('link', { name: 'Edit Ubah Narrowing' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Investor' })
  await expect(edit.getByLabel('Your password')).toHaveCount(0)
  await edit.getByLabel('Email').fill('not an address')
  await edit.getByRole('button', { name: 'Save investor' }).click()
  await expectRefused(edit.getByLabel('Email'), 'Please enter a valid email address')
  await edit.getByLabel('Email').fill(`new.${person.email}`)
  await edit.getByLabel('Your password').fill(demoPassword)
  await edit.getByRole('button', { name: 'Save investor' }).dblclick()
  await toast(page, 'Investor updated')
  await expect(page.getByRole('row', { name: /Ubah Narrowing/ })).toContainText('Unverified')

  await page.getByRole('link', { name: 'Ubah Narrowing', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ubah Narrowing')
  await page.getByRole('link', { name: 'Set new password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set New Password' })
  await dialog.getByLabel(/^New password/).fill(secret)
  await dialog.getByLabel(/^Confirm password/).fill(secret)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Password Set' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${home}/${person.id}`)
  const theirs = await openPage(browser, program)
  await signIn(theirs.page, `new.${person.email}`, secret)
  await expect(theirs.page).toHaveURL(/\/login\/new-password/)

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /View dashboard/ }).click()
  const view = await opened
  await expect(view).toHaveURL(`/investment-dashboard?investorId=${person.id}`)
  await view.close()

  await page.getByRole('link', { name: 'Archive or delete' }).click()
  await page.getByRole('button', { name: 'Delete Investor' }).click()
  await toast(page, 'Investor deleted')
  await theirs.page.goto('/investment-dashboard')
  await expect(theirs.page).toHaveURL(/\/login\?/)
  await theirs.page.context().close()
})
