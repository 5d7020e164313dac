import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { aMemberOfStaff, anOpenInvestment, look, onlyDemoAdmin } from './look.ts'
import type { Program } from './program.ts'

const home = '/admin-dashboard'
const phone = { width: 390, height: 844 }
const widths = [{ width: 1280, height: 900 }, phone]

const setLimit = (program: Program, cents: number) =>
  look(program, (query) =>
    query(`update app.approval_limit set amount_cents = $1 where act = 'payment'`, [cents]),
  )
const clearLimits = (program: Program) =>
  look(program, (query) => query('update app.approval_limit set amount_cents = null'))

test.beforeEach(async ({ program }) => {
  await onlyDemoAdmin(program)
  await setLimit(program, 1_000)
})
test.afterEach(async ({ program }) => {
  await onlyDemoAdmin(program)
  await clearLimits(program)
})

async function expectGood(page: Page, path: string) {
  for (const size of widths) {
    await page.setViewportSize(size)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectToFit(page)
    await expectSound(page)
  }
}

async function pay(page: Page, { id, day }: { id: string; day: string }, amount: string) {
  await page.goto(`${home}/investments/${id}/payment`)
  await page.getByLabel(/^Amount/).fill(amount)
  await page.getByLabel('Date received').fill(day)
  await page.getByRole('button', { name: /^Record payment/ }).click()
}

test('APPR-040 a payment above the limit waits, is approved by another person and names both', async ({
  page,
  browser,
  program,
}) => {
  const investment = await anOpenInvestment(program)
  const { page: till, complaints } = await openPage(browser, program, { viewport: phone })
  await comeIn(till, await aMemberOfStaff(program, 'cashier'))
  await pay(till, investment, '10.01')
  await expect(till.getByText('Waiting for approval', { exact: true })).toBeVisible()
  await expectGood(till, `${home}/approvals`)
  await till.getByRole('link', { name: /^Open Payment of \$10\.01/ }).click()
  await expect(
    till.getByText('This is your proposal. Another person must approve it.'),
  ).toBeVisible()
  await expect(till.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await comeIn(page, demoAdminEmail)
  await page.goto(home)
  await page.getByRole('link', { name: 'Review: 1 proposal is waiting for you' }).click()
  await expectGood(page, `${home}/approvals`)
  await page.getByRole('link', { name: /^Review Payment of \$10\.01/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(investment.investor)
  await expect(dialog).toContainText('above the limit of $10')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Write why this is declined.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await page.goto(`${home}/investments/${investment.id}`)
  await expect(page.getByText(/Staff cashier, approved by/)).toBeVisible()
  await expectGood(page, `${home}/approvals?show=decided`)
  expect(complaints).toEqual([])
  await till.context().close()
})

test('APPR-041 where no one else can approve, the act goes through and is listed', async ({
  page,
  program,
}) => {
  const investment = await anOpenInvestment(program)
  await comeIn(page, demoAdminEmail)
  await pay(page, investment, '10.02')
  await expect(page.getByText('Payment recorded', { exact: true })).toBeVisible()
  await expectGood(page, `${home}/approvals?show=one-person`)
  await expect(page.getByText('$10.02').first()).toBeVisible()
})

test('APPR-042 the limits are set with a proof of who one is, and bad amounts are refused at their field', async ({
  page,
  program,
}) => {
  await comeIn(page, demoAdminEmail)
  await expectGood(page, `${home}/approvals/limits`)
  const refunds = page.getByLabel(/^Refunds/)
  await refunds.fill('much')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(refunds).toHaveValue('much')
  await expect(refunds).toHaveAttribute('aria-invalid', 'true')
  await refunds.fill('250')
  await page.getByLabel('Your password').fill(demoPassword)
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits saved', { exact: true })).toBeVisible()
  const [limit] = await look(program, (query) =>
    query(`select amount_cents::int as cents from app.approval_limit where act = 'refund'`),
  )
  expect(limit).toEqual({ cents: 25_000 })
})
