import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { aProject, putAway } from './own-data.ts'
import { desk, expectWellBuilt, type Screen } from './well-built.ts'

const licence = {
  name: 'nema-licence.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nA licence\n%%EOF\n'),
}

const projectOf = async (program: Parameters<typeof look>[0], slug: string) => {
  const [{ id, itemId } = {}] = await look(program, (query) =>
    query(
      `select p.id, (select v.id from app.verification_item v where v.project_id = p.id limit 1) as "itemId"
       from app.project p where p.slug = '${slug}'`,
    ),
  )
  return { id, itemId }
}

test('VERIF-014 the verification file of a project and its forms are sound at every width', async ({
  page,
  program,
}) => {
  const { id, itemId } = await projectOf(program, 'twin-towers')
  await comeIn(page, demoAdminEmail)
  const at = `/admin-dashboard/projects/${id}/verification`
  const screens: Screen[] = [
    [at, 'Verification · Msingi', 'Edit Project'],
    [`${at}/new`, 'Add Verification Item · Msingi', 'Add Verification Item'],
    [`${at}/${itemId}/edit`, 'Edit Verification Item · Msingi', 'Edit Verification Item'],
    [`${at}/${itemId}/remove`, 'Remove Verification Item · Msingi', 'Edit Project'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

async function addItem(page: Page, audience: string) {
  await page.getByRole('link', { name: 'Add item' }).first().click()
  await page.getByRole('combobox', { name: /^Document/ }).selectOption('NEMA licence')
  await page.getByRole('combobox', { name: /^Who can see it/ }).selectOption(audience)
  await page.getByLabel('Reference number').fill('EIA/77')
  await page.getByLabel('Issued on').fill('2026-03-02')
  await page.getByLabel('Expires on').fill('2026-03-01')
  await page.getByLabel('How to check it yourself').fill('Ask <b>NEMA</b>.')
  await page.locator('input[type=file]').setInputFiles(licence)
  await page.getByRole('button', { name: 'Add item' }).click()
}

for (const width of [390, 1280])
  test(`VERIF-014 at ${width} px the office adds a public item, a visitor downloads it, and it is gone when it is for the office only`, async ({
    page,
    browser,
    program,
  }) => {
    const { id, slug } = await aProject(program, 'Licensed Lofts', { published: true })
    await page.setViewportSize({ width, height: 844 })
    await comeIn(page, demoAdminEmail)
    await page.goto(`/admin-dashboard/projects/${id}/verification`)
    await addItem(page, 'Everyone')
    await expect(page.getByText('This is before the day of issue.')).toBeVisible()
    await expect(page.getByLabel('Reference number')).toHaveValue('EIA/77')
    await page.getByLabel('Issued on').fill('2026-01-02')
    await page.getByRole('button', { name: 'Add item' }).click()
    await expect(page.getByText('Verification item added')).toBeVisible()
    await expect(page.getByText('Expired', { exact: true })).toBeVisible()

    const guest = await browser.newPage({
      baseURL: new URL(page.url()).origin,
      viewport: { width, height: 844 },
    })
    await expect(async () => {
      await guest.goto(`/investment/${slug}`)
      await expect(guest.getByText('Ask <b>NEMA</b>.')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(guest.getByText('Expired on 1 Mar 2026')).toBeVisible()
    const link = guest.getByRole('link', { name: 'Download NEMA licence' })
    const started = guest.waitForEvent('download')
    await link.click()
    expect((await started).suggestedFilename()).toBe('nema-licence.pdf')
    const address = (await link.getAttribute('href')) ?? ''
    await page.reload()
    await expect(page.getByText('1 download by visitors')).toBeVisible()

    await page.getByRole('link', { name: 'Edit NEMA licence' }).click()
    await page.getByRole('combobox', { name: /^Who can see it/ }).selectOption('Office only')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Verification item changed')).toBeVisible()
    expect((await guest.request.get(address)).status()).toBe(404)
    await expect(async () => {
      await guest.goto(`/investment/${slug}`)
      await expect(guest.getByText('NEMA licence')).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
    await guest.close()
    await putAway(program, id)
  })

test('VERIF-014 an investor finds what is for investors on the page of the investment, at both widths', async ({
  page,
  program,
}) => {
  await comeIn(page, demoInvestorEmail)
  const [{ id } = {}] = await look(program, (query) =>
    query(
      `select i.id from app.investment i join app.investor v on v.id = i.investor_id
       join app.project p on p.id = i.project_id
       where v.email = '${demoInvestorEmail}' and p.slug = 'twin-towers' and i.status in ('active', 'completed') limit 1`,
    ),
  )
  const at = `/investment-dashboard/investments/${id}`
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(at)
    await expect(page.getByRole('heading', { name: 'Valuation' })).toBeVisible()
    await expect(page.getByText('Investors only')).toBeVisible()
  }
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Valuation' }).click()
  expect((await started).suggestedFilename()).toBe('twin-towers-valuation.pdf')
})
