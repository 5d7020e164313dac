import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { desk, expectWellBuilt, phone, type Screen } from './well-built.ts'

const at = '/admin-dashboard/receivables'

test('RECV-004 RECV-005 RECV-008 who owes what: due payments, a contact note, the forecast, at every width', async ({
  page,
  program,
}) => {
  await comeIn(page, demoAdminEmail)
  const [{ id } = {}] = await look(program, (query) =>
    query('select investor_id as id from app.due_lines where due_on < current_date - 1 limit 1'),
  )
  const screens: Screen[] = [
    [at, 'Receivables · Msingi', 'Receivables'],
    [`${at}?by=project`, 'Receivables · Msingi', 'Receivables'],
    [`${at}?q=no-one-of-this-name`, 'Receivables · Msingi', 'Receivables'],
    [`${at}/${id}`, 'Due payments · Msingi', 'Receivables'],
    [`${at}/${id}/note`, 'Add contact note · Msingi', 'Receivables'],
    [`${at}/reminders?select=${id}`, 'Send reminders · Msingi', 'Receivables'],
    ['/admin-dashboard/forecast', 'Cash forecast · Msingi', 'Cash forecast'],
  ]
  for (const screen of screens) {
    await expectWellBuilt(page, screen, desk)
    await expectWellBuilt(page, screen, phone)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${at}/${id}/note`)
  await page.getByLabel('What was discussed').fill('Pays on Friday')
  await page.getByLabel('Promised amount').fill('1,500')
  await page.getByRole('button', { name: 'Add contact note' }).click()
  await expect(page.getByText('Enter the day of the promised payment.')).toBeVisible()
  await expect(page.getByLabel('What was discussed')).toHaveValue('Pays on Friday')
  await page.getByLabel('Promised to pay by').fill('2199-12-31')
  await page.getByRole('button', { name: 'Add contact note' }).click()
  await expect(page.getByRole('table').getByText('Pays on Friday')).toBeVisible()
  await expect(page.getByText('Promised', { exact: true })).toBeVisible()
  await look(program, (query) =>
    query("delete from app.contact_note where note = 'Pays on Friday'"),
  )
})
