import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { aPhoto } from './sample-files.ts'

const settings = '/admin-dashboard/company'

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`CHECK-020 at ${viewport.width} px a visitor checks the company and reads the privacy notice`, async ({
    browser,
    program,
  }) => {
    const { page, complaints } = await openPage(browser, program, { viewport })
    await page.goto('/contact')
    await page.getByRole('link', { name: 'How to check us' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'How to check us.' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Halima Yusuf' })).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    await page.getByRole('link', { name: 'Privacy notice' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy notice' })).toBeVisible()
    await page.getByRole('link', { name: /^Version 1/ }).click()
    await expect(page.getByText('This is an earlier version.')).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    await page.goto('/check-us')
    await page.getByRole('link', { name: 'Check a document' }).click()
    await expect(page).toHaveURL(/\/verify$/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

test('CHECK-020 the office adds a director and publishes a new version of the terms', async ({
  page,
  program,
}) => {
  const [{ version } = {}] = await look(program, (query) =>
    query(`select max(version) as version from app.legal_text where kind = 'terms'`),
  )
  await comeIn(page, demoAdminEmail)
  await page.goto(settings)
  await page.getByRole('link', { name: 'Add director' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Role' }).fill('Company secretary')
  await page.getByRole('button', { name: 'Save director' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Role' })).toHaveValue('Company secretary')
  await expectSound(page)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Faith Wanjiru')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'faith.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
  await page.getByRole('button', { name: 'Save director' }).click()
  await expect(page.getByText('Director saved')).toBeVisible()
  await page.getByRole('link', { name: 'New version, Terms of use' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('# Rules\n- Be honest')
  await expectSound(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Terms of use published')).toBeVisible()
  await page.goto('/terms')
  await expect(page.getByText(`version ${Number(version) + 1} of`)).toBeVisible()
  await page.goto('/check-us')
  await expect(page.getByRole('heading', { name: 'Faith Wanjiru' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Portrait of Faith Wanjiru' })).toBeVisible()
  await look(program, async (query) => {
    await query(`delete from app.director where name = 'Faith Wanjiru'`)
    await query(`select pg_notify('msingi', 'public')`)
  })
})
