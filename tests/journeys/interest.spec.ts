import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { anInvestment, anInvestor, aProject, putAway } from './own-data.ts'
import type { Program } from './program.ts'

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
    await expect(office.getByText('Their request waits for your decision.')).toBeVisible()
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
