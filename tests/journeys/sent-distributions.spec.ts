import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { look, onlyDemoAdmin } from './look.ts'
import type { Program } from './program.ts'
import { desk, expectWellBuilt, phone, type Screen } from './well-built.ts'

/** A distribution that is declared in a project of the demo's investor, and the name of that investor. */
const aDeclared = (program: Program) =>
  look(program, async (query) => {
    const [made] = await query(
      `with held as (
         select i.project_id, v.full_name as name from app.investment i join app.investor v on v.id = i.investor_id
         where v.email = $1 and i.status <> 'cancelled' and i.received_cents > 0
         order by (select count(*) from app.investment o where o.project_id = i.project_id and o.received_cents > 0) desc limit 1),
       made as (insert into app.distribution (project_id, total_cents, dated_on, note)
         select project_id, (select count(distinct o.investor_id) * 12345 from app.investment o where o.project_id = held.project_id
           and o.received_cents > 0 and o.status <> 'cancelled'), current_date - 3, 'Rent of November' from held
         returning id, project_id),
       shares as (insert into app.distribution_share select distinct on (o.investor_id) made.id, o.id, 12345 from made join app.investment o
         on o.project_id = made.project_id and o.received_cents > 0 and o.status <> 'cancelled' returning 1)
       select made.id, held.name, (select count(*) from shares)::int as shares from made, held`,
      [demoInvestorEmail],
    )
    return made as { id: string; name: string; shares: number }
  })

const returnsOf = (page: Page) =>
  page.locator('[data-due] dl', { has: page.getByText('Returns received') })

test('SENT-040 a distribution is sent without one share, the rest is sent, and it is voided', async ({
  page,
  browser,
  program,
}) => {
  await onlyDemoAdmin(program)
  const { id, name, shares } = await aDeclared(program)
  const { page: portal } = await openPage(browser, program, { viewport: phone })
  await comeIn(portal, demoInvestorEmail)
  await portal.goto('/investment-dashboard')
  await expect(returnsOf(portal)).toContainText('$123.45 declared, not sent yet')
  await comeIn(page, demoAdminEmail)
  const at = `/admin-dashboard/distributions/${id}`
  await page.goto(at)
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await page.getByLabel('Reference').fill('RTGS 77')
  await page.getByText('Leave some shares unsent').click()
  await page.getByLabel(name).check()
  await page.getByRole('button', { name: /^Mark .* as sent$/ }).click()
  await expect(page.getByText('1 share not sent yet.')).toBeVisible()
  await expect(page.getByText('RTGS 77')).toBeVisible()
  await portal.reload()
  await expect(returnsOf(portal)).toContainText('$123.45 declared, not sent yet')
  await page.getByRole('link', { name: 'Send the rest' }).click()
  await page.getByRole('button', { name: 'Mark $123.45 as sent' }).click()
  await expect(
    page.getByText(`${shares} of ${shares} shares`).or(page.getByText('all shares')),
  ).toBeVisible()
  await portal.reload()
  await expect(returnsOf(portal)).toContainText('Last $123.45')
  await portal.goto('/investment-dashboard/notifications')
  await expect(portal.getByText('Your share: $123.45.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Void' }).click()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Sent by mistake')
  await page.getByRole('button', { name: 'Void distribution' }).click()
  await expect(page.getByText('of it had been sent')).toBeVisible()
  await portal.reload()
  await expect(
    portal.getByText('It had been sent, and no longer counts as a return received.').first(),
  ).toBeVisible()
  await portal.goto('/investment-dashboard')
  await expect(returnsOf(portal)).not.toContainText('$123.45')
  await portal.context().close()
})

for (const size of [desk, phone])
  test(`the screens of a distribution are sound at ${size.width} px`, async ({ page, program }) => {
    const { id } = await aDeclared(program)
    await comeIn(page, demoAdminEmail)
    await page.goto(`/admin-dashboard/distributions/${id}`)
    const project = await page.getByRole('heading', { level: 1 }).innerText()
    const screens: Screen[] = [
      ['/admin-dashboard/distributions', 'Distributions · Msingi', 'Distributions'],
      [`/admin-dashboard/distributions/${id}`, `${project} · Distribution · Msingi`, project],
      [`/admin-dashboard/distributions/${id}/send`, 'Send Distribution · Msingi', project],
      [`/admin-dashboard/distributions/${id}/void`, 'Void Distribution · Msingi', project],
    ]
    for (const screen of screens) await expectWellBuilt(page, screen, size)
    await look(program, (query) =>
      query(
        `insert into app.distribution_void (distribution_id, reason) values ($1, 'Of a test')`,
        [id],
      ),
    )
  })
