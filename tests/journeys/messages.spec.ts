import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { notify, signInOverHttp } from './http-admin.ts'
import { look } from './look.ts'
import { anInvestor } from './own-data.ts'

test('RT-001 RT-003 MNO-017 MNO-019 an edit and a deletion reach the page and the badge of who has it, live', async ({
  browser,
  page,
  program,
}) => {
  // Without any notification yet.
  const { id: investorId, email } = await anInvestor(program, 'Warsan News')
  const { page: person } = await openPage(browser, program)
  await comeIn(person, email)
  await person.goto('/investment-dashboard/notifications')
  const badge = person.getByRole('complementary', { name: 'Investor Portal' }).getByText(/^\d+\+?$/)
  await expect(badge).toHaveCount(0)
  await notify(await signInOverHttp(program.origin), 'Water is off', investorId)
  await expect(person.getByRole('heading', { name: 'Water is off' })).toBeVisible({
    timeout: 4_000,
  })
  await expect(badge).toHaveText('1')

  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/notifications?q=Water')
  await page.getByRole('link', { name: 'Edit Water is off' }).click()
  await page.getByRole('textbox', { name: 'Notification Title' }).fill('Water is back')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Notification updated')).toBeVisible()
  await expect(person.getByRole('heading', { name: 'Water is back' })).toBeVisible({
    timeout: 4_000,
  })

  await page.getByRole('link', { name: 'Delete Water is back' }).click()
  await page.getByRole('button', { name: 'Delete notification' }).click()
  await expect(page.getByText('Notification deleted')).toBeVisible()
  await expect(person.getByRole('heading', { name: 'Water is back' })).toHaveCount(0, {
    timeout: 4_000,
  })
  await expect(badge).toHaveCount(0)
  await person.context().close()
})

test('an inquiry is looked after, and becomes an investor in one step', async ({
  page,
  program,
}) => {
  await look(program, (query) =>
    query(`insert into app.inquiry (source, name, email, phone, message)
      values ('contact', 'Sagal Inquirer', 'sagal.inquirer@example.com', '+254 711 222 333', 'May I visit?')`),
  )
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/inquiries')
  await page.getByRole('link', { name: 'Sagal Inquirer' }).click()
  await expect(page.getByRole('heading', { name: 'Sagal Inquirer' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as contacted' }).click()
  await expect(page.getByText('Set to contacted')).toBeVisible()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Called her; she comes on Friday.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'she comes on Friday' })).toBeVisible()
  await expect(note).toHaveValue('')

  await page.getByRole('link', { name: 'Make Sagal Inquirer an investor' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(
    'sagal.inquirer@example.com',
  )
  await page.getByRole('button', { name: 'Add investor and send invitation' }).click()
  await expect(page.getByText('Investor added')).toBeVisible()
  const became = page
    .getByRole('article', { name: 'Sagal Inquirer' })
    .getByRole('link', { name: 'Sagal Inquirer' })
  await became.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sagal Inquirer' })).toBeVisible()
})
