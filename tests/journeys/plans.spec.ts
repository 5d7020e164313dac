import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { desk, expectWellBuilt, phone, type Screen } from './well-built.ts'

const replaced = `select p.investment_id as id, i.project_id as project from app.payment_plan p
  join app.investment i on i.id = p.investment_id join app.investor v on v.id = i.investor_id
  where p.version = 2 and v.email = $1 limit 1`

test('PLAN-109 a template is typed line by line and saved; a changed plan needs a reason, and what was typed stays', async ({
  page,
  program,
}) => {
  const [{ id, project } = {}] = await look(program, (query) =>
    query(replaced, [demoInvestorEmail]),
  )
  await comeIn(page, demoAdminEmail)
  const plans = `/admin-dashboard/projects/${project}/plans`
  const screens: Screen[] = [
    [plans, 'Payment Plans · Msingi', 'Edit Project'],
    [`${plans}/new`, 'Add Plan Template · Msingi', 'Edit Project'],
    [`/admin-dashboard/investments/${id}/plan`, 'Payment Plan · Msingi', 'Change Payment Plan'],
  ]
  for (const screen of screens) {
    await expectWellBuilt(page, screen, desk)
    await expectWellBuilt(page, screen, phone)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${plans}/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('In thirds')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Percent or amount of line 3').fill('10%')
  await page.getByLabel('Months of line 3').fill('24')
  await page.getByRole('button', { name: 'Move line 2 up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move line 1 up' })).toBeFocused()
  await page.getByRole('button', { name: 'Move line 1 down' }).click()
  await expect(page.getByText('Total 110% of 100%')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save template' }).last()
  await save.click()
  await expect(page.getByText('They must add up to 100%.')).toBeVisible()
  await page.getByLabel('Percent or amount of line 2').fill('80%')
  await save.click()
  await expect(page.getByText('Template added', { exact: true })).toBeVisible()
  await look(program, (query) => query("delete from app.plan_template where name = 'In thirds'"))
  await page.goto(`/admin-dashboard/investments/${id}/plan`)
  await page.getByRole('button', { name: 'Fill in equal payments' }).click()
  await expect(page.getByLabel('Percent or amount of line 13')).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).last().click()
  await expect(page.getByText('Enter why the plan changes. The investor sees it.')).toBeVisible()
  await expect(page.getByLabel('Percent or amount of line 13')).toBeVisible()
})

test('PLAN-110 the investor sees the plan, its states and the earlier version with the reason, at every width', async ({
  page,
  program,
}) => {
  const [{ id } = {}] = await look(program, (query) => query(replaced, [demoInvestorEmail]))
  await comeIn(page, demoInvestorEmail)
  const screen: Screen = [
    `/investment-dashboard/investments/${id}#plan`,
    'Twin Towers Muthaiga · Msingi',
    'Twin Towers Muthaiga',
  ]
  await expectWellBuilt(page, screen, desk)
  await expectWellBuilt(page, screen, phone)
  const plan = page.locator('#plan')
  await expect(plan.getByText('Paid', { exact: true })).toHaveCount(3)
  await expect(plan.getByText(/Two transfers instead of the balance/)).toBeVisible()
  await plan.getByText(/^Earlier plan of/).click()
  await expect(plan.getByText('Balance', { exact: true })).toBeVisible()
})
