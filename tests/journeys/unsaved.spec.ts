import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, test } from './fixtures.ts'
import { anOpenInvestment, look } from './look.ts'
import { expectPainted } from './waits.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Investor' })

async function keepEditing(page: Page) {
  await expect(question(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveValue('Nearly Lost')
}

test('a dialog in which something was typed asks before it goes, whichever way', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  const opener = page.getByRole('link', { name: 'Add Investor' }).first()
  await opener.click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await opener.click()
  await expect(dialog(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toHaveCount(0)

  await opener.click()
  await page.getByLabel('Full Name').fill('Nearly Lost')
  await page.mouse.click(5, 5)
  await expectPainted(page)
  await expect(question(page)).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()

  await page.getByLabel('Full Name').focus()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.getByRole('link', { name: 'Close' }).click()
  await keepEditing(page)
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await keepEditing(page)
  await page.goBack()
  await keepEditing(page)
  await expect(page).toHaveURL('/admin-dashboard/investors/new')

  // A refusal changes nothing about it; a click next to the dialog still does nothing.
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/admin-dashboard/investors')
})

test('MIN-350 who goes Back while the question before is still closing is asked again', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  await page.getByRole('link', { name: 'Add Investor' }).first().click()
  await page.getByLabel('Full Name').fill('Nearly Lost')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(question(page)).toBeVisible()
  // Back is pressed first, and heard by the page only once the answer was given, before its dialog has reported its closing.
  await page.getByRole('button', { name: 'Keep editing' }).evaluate(async (keep: HTMLElement) => {
    const wentBack = new Promise((gone) => addEventListener('popstate', gone, { once: true }))
    history.back()
    const end = performance.now() + 500
    while (performance.now() < end);
    keep.click()
    await wentBack
  })
  // The closing of its dialog is reported in its own task.
  await expectPainted(page)
  await keepEditing(page)
  await expect(page).toHaveURL('/admin-dashboard/investors/new')
})

test('the browser asks where it leaves the site, and no one asks after a form was sent', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors/new')
  const dialogs: string[] = []
  page.on('dialog', (asking) => {
    dialogs.push(asking.type())
    return asking.accept()
  })
  await page.reload()
  expect(dialogs).toEqual([])
  await page.getByLabel('Full Name').fill('Well Sent')
  await page.reload()
  expect(dialogs).toEqual(['beforeunload'])

  await page.getByLabel('Full Name').fill('Well Sent')
  await page.getByLabel('Email').fill('well.sent@example.com')
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  expect(dialogs).toHaveLength(1)
})

test('every form of the office asks', async ({ page, program }) => {
  const { id } = await anOpenInvestment(program)
  const forms = [
    ['investors/new', 'Phone'],
    ['projects/new', 'Location'],
    ['investments/new', 'Next payment amount'],
    [`investments/${id}/payment`, 'Reference'],
    ['documents/new', 'Title'],
    ['notifications/new', 'Message'],
  ] as const
  await comeIn(page, demoAdminEmail)
  for (const [path, field] of forms) {
    await page.goto(`/admin-dashboard/${path}`)
    await page.getByRole('textbox', { name: field }).fill('12')
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await expect(question(page), path).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/dashboard\/[a-z]+$/)
  }
})

test('so do the forms that stand on a page', async ({ page, program }) => {
  const [inquiry] = await look(program, (query) =>
    query(`insert into app.inquiry (source, name, email, message)
      values ('contact', 'Sagal Unsaved', 'sagal.unsaved@example.com', 'May I visit?') returning id`),
  )
  const note = `inquiries/${inquiry?.id}`
  await comeIn(page, demoAdminEmail)
  for (const [path, field] of [
    [note, 'Note'],
    ['distributions/new', 'Amount to distribute'],
    ['import/payments', 'Or paste its lines'],
  ] as const) {
    await page.goto(`/admin-dashboard/${path}`)
    const words = page.getByRole('textbox', { name: field })
    await words.fill('12')
    if (path === note) {
      // What opens above the note leaves it as it is.
      await page.getByRole('link', { name: /an investor$/ }).click()
      await page.getByRole('link', { name: 'Cancel', exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(words).toHaveValue('12')
    }
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(question(page), path).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(words).toHaveValue('12')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/admin-dashboard')
  }
  await look(program, (query) => query('delete from app.inquiry where id = $1', [inquiry?.id]))
})

test('the next payment of a new investment is there again when another status was tried', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investments/new')
  const amount = page.getByLabel('Next payment amount')
  const day = page.getByLabel('Next payment date')
  await day.fill('2030-05-06')
  await amount.fill('1,500')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('completed')
  await expect(amount).toBeHidden()
  await expect(day).toBeDisabled()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('active')
  await expect(amount).toHaveValue('1,500')
  await expect(day).toHaveValue('2030-05-06')
})
