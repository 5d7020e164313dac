import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { signIn, test } from './fixtures.ts'
import { look } from './look.ts'

const head = 'Full name,Email,Status,Join date'
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${[head, ...lines].join('\r\n')}\r\n`),
})

test('DATA-026 DATA-027 a file with problems is fixed and imported by keyboard alone, and the list shows who came', async ({
  page,
  program,
}) => {
  await signIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  await page.getByRole('link', { name: 'Import CSV' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/import/investors')
  const file = page.getByLabel(/^CSV or Excel file/)
  await file.setInputFiles(
    csv(
      'people.csv',
      'Safiya Imported,safiya@import.example,Active,31/03/2026',
      'Tall Man,tall(at)import,tall,2026-02-31',
    ),
  )
  await page.getByRole('button', { name: 'Check the file' }).focus()
  await page.keyboard.press('Enter')

  await page.waitForURL(/import\/investors\/[0-9a-f-]{36}$/)
  const problems = page.getByRole('table', { name: 'Problems' })
  await expect(problems.getByRole('row')).toHaveCount(4)
  await expect(
    problems.getByRole('row', {
      name: /^Row 3 Email tall\(at\)import This is not an email address\.$/,
    }),
  ).toBeVisible()
  await expect(
    problems.getByRole('row', { name: /^Row 3 Status tall Not an investor status\./ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Another file' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/import/investors')
  await file.setInputFiles(
    csv(
      'mended.csv',
      'Safiya Imported,safiya@import.example,Active,31/03/2026',
      'Tall Man,tall@import.example,pending,',
    ),
  )
  await page.getByRole('button', { name: 'Check the file' }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('row', { name: /^Row 2 Safiya Imported .+, Active, joined 31 Mar 2026$/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).focus()
  await page.keyboard.press('Enter')

  await page.waitForURL('**/admin-dashboard/investors')
  await expect(page.getByText('2 investors imported')).toBeVisible()
  await page.goto('/admin-dashboard/investors?q=import.example')
  await expect(page.getByRole('link', { name: 'Safiya Imported', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tall Man', exact: true })).toBeVisible()
  await page.goto('/admin-dashboard/import')
  await expect(page.getByRole('row', { name: /^mended\.csv 2 investors/ })).toBeVisible()
  await look(program, (query) =>
    query("delete from app.investor where email like '%@import.example'"),
  )
})
