import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { anInvestment, anInvestor, aProject, putAway } from './own-data.ts'
import type { Program } from './program.ts'
import { aPhoto } from './sample-files.ts'

/** The code of the email to an address, as the demo prints it. */
async function codeMailedTo({ output }: Program, email: string): Promise<string> {
  const code = () =>
    output()
      .split(`Email to ${email}\n`)
      .slice(1)
      .at(-1)
      ?.match(/\b\d{6}\b/)?.[0]
  await expect.poll(code, { timeout: 60_000 }).toBeTruthy()
  return code() ?? ''
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`INT-010 at ${viewport.width} px a guest expresses interest, and the office makes a request of it`, async ({
    browser,
    program,
    page: office,
  }) => {
    const { page, complaints } = await openPage(browser, program, { viewport })
    const email = `${randomUUID()}@example.com`
    const offer = { published: true, minimumCents: 3_500_000 }
    const { id: projectId, slug } = await aProject(program, 'Guest House', offer)
    await page.goto(`/investment/${slug}`)
    await page
      .getByRole('link', { name: /^Invest Now/ })
      .locator('visible=true')
      .first()
      .click()
    await expect(
      page.getByRole('heading', { name: 'How much would you like to invest?' }),
    ).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    await page.getByRole('textbox', { name: 'Amount in US dollars' }).fill('100')
    await page.getByRole('button', { name: 'Continue to terms and risk' }).click()
    await expect(page.getByText('The minimum is $35,000.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Amount in US dollars' }).fill('35,000')
    await page.getByRole('button', { name: 'Continue to terms and risk' }).click()
    await page.getByRole('checkbox', { name: /request and not a purchase/ }).check()
    await page.getByRole('checkbox', { name: /can lose money/ }).check()
    await expectSound(page)
    await page.getByRole('button', { name: 'Continue to your details' }).click()
    await page.getByRole('textbox', { name: 'Full Name' }).fill('Hodan Guest')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByRole('textbox', { name: 'Email Address' }).fill(email)
    await expectToFit(page)
    await expectSound(page)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeMailedTo(program, email))
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    expect(complaints).toEqual([])
    await page.context().close()

    await comeIn(office, demoAdminEmail)
    await office.setViewportSize(viewport)
    await office.goto(`/admin-dashboard/inquiries?q=${email}`)
    await office
      .getByRole('link', { name: /Hodan Guest/ })
      .first()
      .click()
    await expectSound(office)
    await office.getByRole('button', { name: 'Make an investor and send the request' }).click()
    await expect(office.getByText('Their request is waiting for your decision.')).toBeVisible()
    await putAway(program, projectId)
  })

const terms = {
  Risks: 'The <b>sea</b> is near.',
  Fees: 'We keep 8% of the rent.',
  'Who holds the money': 'A bank releases it by milestone.',
  Refunds: 'In full until the contract.',
  Payouts: 'Every quarter.',
}

/** As an administrator: a photograph with its day, terms and place, two shares and a shop; then it is public. */
async function fillListing(office: Page, projectId: string) {
  const at = `/admin-dashboard/projects/${projectId}`
  await office.goto(`${at}/pictures/new`)
  await office
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'house.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
  await office.getByLabel('Description').fill('A house of shares')
  await office.getByLabel('Taken on').fill('2026-01-15')
  await office.getByRole('button', { name: 'Upload Picture' }).click()
  await expect(office.getByText('Image uploaded')).toBeVisible()
  await office.goto(at)
  for (const [label, text] of Object.entries(terms))
    await office.getByRole('textbox', { name: label }).fill(text)
  await office.getByRole('textbox', { name: 'Latitude' }).fill('-1.2921')
  await office.getByRole('textbox', { name: 'Longitude' }).fill('36.8219')
  await office.getByRole('checkbox', { name: 'Published' }).check()
  await office.getByRole('button', { name: 'Save Changes' }).click()
  await expect(office.getByText('Project updated')).toBeVisible()
  await office.goto(`${at}/units/new`)
  await office.getByLabel('Units or shares, one on each line').fill('25%, 10,000\nShop 1, 10,000')
  await office.getByRole('button', { name: 'Add units' }).click()
  await expect(office.getByText('1 of 1 free')).toBeVisible()
}

test('INT-013 the office fills a listing, a guest chooses one of its shares, and the request holds it', async ({
  browser,
  program,
  page: office,
}) => {
  const offer = { targetCents: 4_000_000, minimumCents: 1_000_000 }
  const { id: projectId, slug } = await aProject(program, 'Share House', offer)
  await comeIn(office, demoAdminEmail)
  await fillListing(office, projectId)
  const viewport = { width: 390, height: 844 }
  const { page, complaints } = await openPage(browser, program, { viewport })
  await page.goto(`/investment/${slug}`)
  for (const text of Object.values(terms)) await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(/^1 photograph/)).toBeVisible()
  await expect(page.getByRole('link', { name: /OpenStreetMap/ })).toBeVisible()
  const price = page.getByRole('complementary', { name: 'Price', exact: true })
  await expect(price.getByText('1 unit to choose from: Shop 1')).toBeVisible()
  await price.getByRole('radio', { name: /^25%/ }).check()
  await expectToFit(page)
  await expectSound(page)
  await price.getByRole('button', { name: /^Invest Now/ }).click()
  const chosen = page.getByLabel('Unit or share')
  await expect(chosen.locator('option:checked')).toHaveText('25%, $10,000')
  await expect(page.getByRole('textbox', { name: 'Amount in US dollars' })).toBeHidden()
  await expectToFit(page)
  await expectSound(page)
  await page.getByRole('button', { name: 'Continue to terms and risk' }).click()
  await expect(page.getByText(terms.Risks)).toBeVisible()
  await page.getByRole('checkbox', { name: /request and not a purchase/ }).check()
  await page.getByRole('checkbox', { name: /can lose money/ }).check()
  await page.getByRole('button', { name: 'Continue to your details' }).click()
  const email = `${randomUUID()}@example.com`
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Cabdi Guest')
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeMailedTo(program, email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('$10,000 in 25% of Share House has reached us')).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()

  await office.goto(`/admin-dashboard/inquiries?q=${email}`)
  await office
    .getByRole('link', { name: /Cabdi Guest/ })
    .first()
    .click()
  await expect(office.getByText('Invest $10,000 in 25% of Share House').first()).toBeVisible()
  await office.getByRole('button', { name: 'Make an investor and send the request' }).click()
  await expect(office.getByText('Their request is waiting for your decision.')).toBeVisible()
  await office.goto(`/admin-dashboard/requests?q=${email}`)
  await expect(office.getByRole('row', { name: /Cabdi Guest.*25%/ })).toBeVisible()
  await putAway(program, projectId)
})

/** A template of the project in two payments: 20% at the agreement, the rest after its milestone. */
const aTemplate = (program: Program, projectId: string) =>
  look(program, async (query) => {
    const [milestone] = await query(
      `insert into app.milestone (project_id, position, name) values ($1, 1, 'Roof finished') returning id`,
      [projectId],
    )
    const [template] = await query(
      `insert into app.plan_template (project_id, name) values ($1, 'With the roof') returning id`,
      [projectId],
    )
    await query(
      `insert into app.plan_template_line (template_id, position, percent_bp, due_kind, months, milestone_id, days)
       values ($1, 1, 2000, 'months', 0, null, null), ($1, 2, 8000, 'milestone', null, $2, 14)`,
      [template?.id, milestone?.id],
    )
  })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`PLAN-147 at ${viewport.width} px a guest chooses a payment plan, and the office approves the request with it`, async ({
    browser,
    program,
    page: office,
  }) => {
    const { page, complaints } = await openPage(browser, program, { viewport })
    const email = `${randomUUID()}@example.com`
    const { id: projectId, slug } = await aProject(program, 'Plan House', { published: true })
    await aTemplate(program, projectId)
    await page.goto(`/investment/${slug}/interest`)
    await page.getByRole('textbox', { name: 'Amount in US dollars' }).fill('50,000')
    await page.getByRole('button', { name: 'Continue to terms and risk' }).click()
    await page.getByRole('checkbox', { name: /request and not a purchase/ }).check()
    await page.getByRole('checkbox', { name: /can lose money/ }).check()
    await page.getByRole('button', { name: 'Continue to your details' }).click()
    await expect(page.getByRole('radio', { name: 'With the roof' })).toBeChecked()
    const schedule = page.getByRole('table', { name: 'Payments of With the roof' })
    await expect(schedule.getByRole('row', { name: /\$10,000/ })).toBeVisible()
    await expect(
      schedule.getByRole('row', { name: /14 days after “Roof finished” \$40,000/ }),
    ).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    await page.getByRole('textbox', { name: 'Full Name' }).fill('Ifrah Guest')
    await page.getByRole('textbox', { name: 'Email Address' }).fill(email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeMailedTo(program, email))
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
    expect(complaints).toEqual([])
    await page.context().close()

    await comeIn(office, demoAdminEmail)
    await office.setViewportSize(viewport)
    await office.goto(`/admin-dashboard/inquiries?q=${email}`)
    await office
      .getByRole('link', { name: /Ifrah Guest/ })
      .first()
      .click()
    await expect(office.getByText('With the roof')).toBeVisible()
    await expectSound(office)
    await office.getByRole('button', { name: 'Make an investor and send the request' }).click()
    await expect(office.getByText('Their request is waiting for your decision.')).toBeVisible()
    const [request] = await look(program, (query) =>
      query('select id from app.investment_request where project_id = $1', [projectId]),
    )
    await office.goto(`/admin-dashboard/requests/${request?.id}/approve`)
    await expect(office.getByText('The investor chose it with the request.')).toBeVisible()
    await office.getByRole('button', { name: /^Approve request/ }).click()
    await expect(office.getByText('Request approved', { exact: true })).toBeVisible()
    const plans = await look(program, (query) =>
      query(
        `select t.name from app.payment_plan p join app.plan_template t on t.id = p.template_id
         where t.project_id = $1`,
        [projectId],
      ),
    )
    expect(plans).toEqual([{ name: 'With the roof' }])
    await look(program, (query) =>
      query('update app.plan_template set archived_at = now() where project_id = $1', [projectId]),
    )
    await putAway(program, projectId)
  })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`WAIT-001 at ${viewport.width} px a visitor joins the waiting list and leaves it`, async ({
    browser,
    program,
  }) => {
    const whole = 2_000_000
    const offer = { published: true, targetCents: whole }
    const { id: projectId, slug } = await aProject(program, 'Full House', offer)
    const { id: investorId } = await anInvestor(program, 'Aden Holder')
    await anInvestment(program, { investorId, projectId, cents: whole })
    const { page, complaints } = await openPage(browser, program, { viewport })
    const email = `${randomUUID()}@example.com`
    await page.goto(`/investment/${slug}/waiting-list`)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    await page.getByRole('textbox', { name: 'Email Address' }).fill(email)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible()
    await expectSound(page)
    const link = () =>
      program.output().match(new RegExp(`/investment/${slug}/waiting-list/[0-9a-f-]{36}`))?.[0]
    await expect.poll(link, { timeout: 60_000 }).toBeTruthy()
    await page.goto(link() ?? '')
    await expectSound(page)
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(page.getByText('You are on the list.')).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
    await page.getByRole('button', { name: 'Leave the list' }).click()
    await expect(page).toHaveURL(`/investment/${slug}`)
    await putAway(program, projectId)
    expect(complaints).toEqual([])
    await page.context().close()
  })
