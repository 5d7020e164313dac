import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { anInvestment, anInvestor } from './own-data.ts'
import { desk, expectWellBuilt, phone } from './well-built.ts'

const unpaid = [/\d\d days overdue/, 'Not due yet', 'Not due yet', 'Not due yet']

const linesOf = (page: Page, label: string) =>
  page.getByRole('list', { name: label }).getByRole('listitem')

test('PLAN-123 a plan from a template is partly paid, voided and filled again, for office and investor', async ({
  page,
  program,
  browser,
}) => {
  const [{ projectId, project } = {}] = await look(program, (query) =>
    query(`select p.id as "projectId", p.name as project from app.plan_template t
      join app.project p on p.id = t.project_id where t.archived_at is null limit 1`),
  )
  const { id: investorId, email } = await anInvestor(program, 'Leyla Planned')
  const id = await anInvestment(program, {
    investorId,
    projectId: String(projectId),
    cents: 4_000_000,
  })
  const office = `/admin-dashboard/investments/${id}`
  const ofOffice = linesOf(page, 'Lines of the payment plan')
  const { page: portal, complaints } = await openPage(browser, program, { viewport: phone })
  await comeIn(portal, email)
  const ofInvestor = linesOf(portal, 'Payments of the plan')
  const expectStates = async (states: (string | RegExp)[]) => {
    await expect(ofOffice).toContainText(states)
    await portal.goto(`/investment-dashboard/investments/${id}`)
    await expect(ofInvestor).toContainText(states)
  }

  await comeIn(page, demoAdminEmail)
  await page.goto(office)
  await page.getByRole('link', { name: 'Add plan' }).click()
  await page.getByRole('button', { name: 'Fill in the template' }).click()
  await expect(page.getByLabel('Percent or amount of line 4')).toHaveValue('25%')
  await page.getByRole('button', { name: 'Add plan' }).last().click()
  await expect(page).toHaveURL(new RegExp(`${office}$`))
  await expectStates(unpaid)

  await page.goto(`${office}/payment`)
  await page.getByLabel(/^Amount/).fill('15,000')
  await page.getByRole('button', { name: 'Record payment of $15,000' }).click()
  await expect(page.getByText('Payment recorded', { exact: true })).toBeVisible()
  await page.goto(office)
  await expectStates(['Paid', 'Partly paid', 'Not due yet', 'Not due yet'])
  await expect(ofOffice.nth(1)).toContainText('$5,000 paid')
  await expect(ofInvestor.nth(1)).toContainText('$5,000 paid')

  for (const size of [desk, phone]) {
    await expectWellBuilt(page, [office, /Msingi$/, String(project)], size)
    await expectWellBuilt(
      portal,
      [`/investment-dashboard/investments/${id}`, /Msingi$/, String(project)],
      size,
    )
  }
  await page.setViewportSize(phone)
  await page.goto(office)
  await page.getByRole('link', { name: /^Void Payment/ }).click()
  await page.getByLabel('Reason').fill('Paid for another flat')
  await page.getByRole('button', { name: 'Void payment' }).click()
  await expect(page.getByText('Entry voided', { exact: true })).toBeVisible()
  await page.goto(office)
  await expectStates(unpaid)
  await expect(ofInvestor.getByText(/paid$/)).toHaveCount(0)
  await portal.context().close()
  expect(complaints).toEqual([])
  await look(program, (query) =>
    query(
      "update app.investment set status = 'cancelled', cancelled_on = current_date where id = $1",
      [id],
    ),
  )
})
