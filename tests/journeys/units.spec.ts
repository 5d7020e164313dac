import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { choose, comeIn, expectRefused, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { anInvestor, aProject, putAway } from './own-data.ts'
import { desk, expectWellBuilt, type Screen } from './well-built.ts'

const idOf = async (program: Parameters<typeof look>[0], slug: string) => {
  const [{ id } = {}] = await look(program, (query) =>
    query('select id from app.project where slug = $1', [slug]),
  )
  return id as string
}

test('UNIT-021 the office adds units and sells each of them once, at every width', async ({
  page,
  program,
}) => {
  const { id: projectId } = await aProject(program, 'Pavilion Gardens')
  const at = `/admin-dashboard/projects/${projectId}/units`
  await comeIn(page, demoAdminEmail)
  await page.goto(at)
  await page.getByRole('link', { name: 'Add units' }).first().click()
  const lines = page.getByLabel('Units or shares, one on each line')
  await lines.fill('Pavilion 1 to 3, 20,000\n120%, 5')
  await page.getByRole('button', { name: 'Add units' }).click()
  await expectRefused(lines, 'Line 2: A share can be at most 100%.')
  await expect(lines).toHaveValue('Pavilion 1 to 3, 20,000\n120%, 5')
  await lines.fill('Pavilion 1 to 3, 20,000')
  await page.getByRole('button', { name: 'Add units' }).click()
  await expect(page.getByText('3 of 3 free')).toBeVisible()
  for (const investor of ['Fatuma Noor', 'Grace Achieng']) {
    await page.goto('/admin-dashboard/investments/new')
    await choose(page, 'Project', 'Pavilion Gardens')
    await choose(page, 'Investor', investor)
    await page.getByLabel('Unit or share').fill('pavilion 2')
    // The price is suggested only while the unit is free.
    if (investor === 'Fatuma Noor') await page.getByRole('button', { name: 'Use $20,000' }).click()
    else await page.getByRole('textbox', { name: /^Amount/ }).fill('20,000')
    await page.getByRole('button', { name: /^Add investment/ }).click()
    if (investor === 'Fatuma Noor') await expect(page.getByText('Investment added')).toBeVisible()
  }
  const unit = page.getByLabel('Unit or share')
  await expectRefused(unit, 'Pavilion 2 is sold to Fatuma Noor. Choose another unit.')
  await expect(unit).toHaveValue('pavilion 2')
  await page.goto(at)
  await expect(page.getByRole('row', { name: /Pavilion 2 .*Sold Fatuma Noor/ })).toBeVisible()
  const [{ free, sold } = {}] = await look(program, (query) =>
    query(
      `select (select id from app.project_unit where name = 'Pavilion 1' and project_id = $1) as free,
         (select id from app.project_unit where name = 'Pavilion 2' and project_id = $1) as sold`,
      [projectId],
    ),
  )
  const screens: Screen[] = [
    [at, 'Units and Shares · Msingi', 'Edit Project'],
    [`${at}/new`, 'Add Units · Msingi', 'Edit Project'],
    [`${at}/${sold}/edit`, 'Edit Unit · Msingi', 'Edit Project'],
    [`${at}/${free}/remove`, 'Remove Unit · Msingi', 'Edit Project'],
    [
      `/admin-dashboard/projects/${await idOf(program, 'retail-clothing')}/units`,
      'Units and Shares · Msingi',
      'Edit Project',
    ],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
  await putAway(program, projectId)
})

test('UNIT-022 an investor requests an apartment, the office approves it, and the portal names it', async ({
  page,
  browser,
  program,
}) => {
  const { id: investorId, email } = await anInvestor(program, 'Ayan Unit')
  await comeIn(page, email)
  await page.goto('/investment/twin-towers/invest')
  await page.getByLabel('A unit of your choice').check()
  await page
    .getByLabel('Unit', { exact: true })
    .selectOption({ label: 'Apartment A-1205, $35,000' })
  await page.getByRole('button', { name: 'Continue to terms and risk' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByText('Apartment A-1205')).toBeVisible()
  await page.getByRole('button', { name: 'Send request of $35,000' }).click()
  await expect(page.getByText(/for Apartment A-1205 has reached us/)).toBeVisible()
  const { page: office } = await openPage(browser, program)
  await comeIn(office, demoAdminEmail)
  await office.goto('/admin-dashboard/requests')
  const request = office.getByRole('row', { name: /Ayan Unit.*Apartment A-1205/ })
  await request.getByRole('link', { name: /^Approve/ }).click()
  await expect(office.getByText('Apartment A-1205 then belongs to the investment')).toBeVisible()
  await office.getByRole('button', { name: /^Approve request/ }).click()
  await expect(office.getByText('Request approved')).toBeVisible()
  await office.context().close()
  await page.goto('/investment-dashboard')
  await expect(page.getByText('Apartment A-1205').first()).toBeVisible()
  const screens: Screen[] = [
    ['/investment-dashboard/investments', 'My Investments · Msingi', 'My Investments'],
    ['/investment/coastal-villas/invest', /Invest in Coastal Villas/, 'Invest in Coastal Villas'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
  await page.goto('/investment-dashboard/investments')
  await expect(page.getByText('Apartment A-1205').first()).toBeVisible()
  const cancel = `update app.investment set status = 'cancelled', cancelled_on = current_date where investor_id = $1`
  await look(program, (query) => query(cancel, [investorId]))
})
