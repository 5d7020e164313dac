import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { aPdf } from './sample-files.ts'

test('RT-002 MDO-018 MDO-021 several files go up together, one is replaced, and the investor’s open page follows', async ({
  page,
  browser,
  program,
}) => {
  const [{ project } = {}] = await look(program, (query) =>
    query(
      `select p.name as project from app.investment i join app.investor v on v.id = i.investor_id
       join app.project p on p.id = i.project_id where v.email = $1 and i.status = 'active' limit 1`,
      [demoInvestorEmail],
    ),
  )
  const investor = await openPage(browser, program)
  await comeIn(investor.page, demoInvestorEmail)
  await investor.page.goto('/investment-dashboard/documents')
  const theirs = investor.page.getByRole('row', { name: /minutes of the board/i })

  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/documents/new')
  // Without script the field takes one file.
  await expect(page.getByLabel(/^File/)).toHaveAttribute('multiple')
  await page.getByLabel(/^File/).setInputFiles([
    {
      name: 'minutes_of_the_board.pdf',
      mimeType: 'application/pdf',
      buffer: await aPdf('Minutes'),
    },
    {
      name: 'setup.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`MZ${'\0'.repeat(300)}`),
    },
    { name: 'site-plan.pdf', mimeType: 'application/pdf', buffer: await aPdf('Plan') },
  ])
  await page
    .getByRole('dialog')
    .getByLabel('Project')
    .selectOption({ label: `${project}` })
  await page.getByLabel('Title of minutes_of_the_board.pdf').fill('Minutes of the board')
  await page.getByRole('button', { name: 'Upload 3 Documents' }).click()
  const refused = page.getByRole('listitem').filter({ hasText: 'setup.pdf' })
  await expect(refused).toContainText('This kind of file cannot be uploaded.')
  await expect(page.getByText('Stored', { exact: true })).toHaveCount(2)
  await expect(theirs).toBeVisible()
  await page.getByRole('button', { name: 'Remove setup.pdf' }).click()
  await page.waitForURL('**/admin-dashboard/documents')

  const card = page.getByRole('article', { name: 'Minutes of the board' })
  await expect(card.locator('img[src*="/preview"]')).toBeVisible({ timeout: 60_000 })
  await card.getByRole('link', { name: 'Edit Minutes of the board' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Document' })
  const minutes = { mimeType: 'application/pdf', buffer: await aPdf('Signed minutes') }
  await dialog.getByLabel(/^New file/).setInputFiles({ name: 'minutes-signed.pdf', ...minutes })
  await dialog.getByLabel('Title').fill('Minutes of the board, signed')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Document updated', { exact: true })).toBeVisible()
  await expect(
    investor.page.getByRole('row', { name: /minutes of the board, signed/i }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Minutes of the board, signed', exact: true }).click()
  await expect(page.getByRole('row', { name: /minutes_of_the_board\.pdf/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Current minutes-signed\.pdf/ })).toBeVisible()
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive Document' }).click()
  await expect(page.getByText('Document archived', { exact: true })).toBeVisible()
  await expect(theirs).toHaveCount(0)
  expect(investor.complaints).toEqual([])
  await investor.page.context().close()
})
