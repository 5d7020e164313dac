import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { choose, comeIn, test } from './fixtures.ts'
import { paymentForm, signInOverHttp } from './http-admin.ts'
import { anOpenInvestment, look } from './look.ts'

const nextPayment = '2099-12-24'

test('MIV-044 an edit opened before a payment shows both versions, begins again, and is then saved', async ({
  page,
  program,
}) => {
  const { id, day } = await anOpenInvestment(program)
  const admin = await signInOverHttp(program.origin)
  await comeIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/investments/${id}/ledger/edit`)
  await page.getByLabel('Next payment date').fill(nextPayment)
  await page.getByLabel('Next payment amount').fill('17.25')
  expect(
    (
      await admin.post(
        `/admin-dashboard/investments/${id}/payment`,
        paymentForm('3.50', day, 'between'),
      )
    ).ok,
  ).toBe(false)
  const save = page.getByRole('button', { name: 'Save investment' })
  await save.click()
  await expect(
    page.getByText('This investment changed while you were editing. Reload and try again.'),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /^Payment received/ })).toBeVisible()
  await expect(page.getByLabel('Next payment amount')).toHaveValue('17.25')
  await page.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByText('What changed')).toHaveCount(0)
  await page.getByLabel('Next payment date').fill(nextPayment)
  await page.getByLabel('Next payment amount').fill('17.25')
  await save.click()
  await expect(page.getByText('Investment updated', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin-dashboard/investments/${id}$`))
  await expect(page.getByText('$17.25').first()).toBeVisible()
})

test('what was typed of a payment stays when the investment is closed behind the form', async ({
  page,
  program,
}) => {
  const { id } = await anOpenInvestment(program)
  await comeIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/investments/${id}/payment`)
  await page.getByLabel('Note').fill('From the second account')
  const become = (status: string, cancelledOn: string | null) =>
    look(program, async (query) => {
      await query('update app.investment set status = $2, cancelled_on = $3 where id = $1', [
        id,
        status,
        cancelledOn,
      ])
      return query("select pg_notify('msingi', 'admin')")
    })
  await become('cancelled', '2026-06-30')
  await expect(page.getByText('was cancelled. Your entries are kept.')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('From the second account')
  await page.getByLabel(/^Amount/).fill('1')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('was cancelled. Nothing was recorded.')).toBeVisible()
  await become('active', null)
})

test('a distribution is previewed, recorded once, seen on the investment and voided', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/distributions/new')
  await choose(page, 'Project', 'Corner Plaza')
  await page.getByLabel('Amount to distribute').fill('1,000.01')
  await page.getByRole('button', { name: 'Show shares' }).click()
  await page.getByRole('button', { name: /^Distribute \$1,000\.01 among/ }).dblclick()
  await expect(page.getByText('Distribution recorded', { exact: true })).toBeVisible()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Returns received' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Void', exact: true }).click()
  await page.getByLabel('Reason').fill('Counted twice')
  await page.getByRole('button', { name: 'Void distribution' }).click()
  await expect(page.getByText('Its payouts no longer count.')).toBeVisible()
  await page.goto('/admin-dashboard/distributions?q=corner')
  await expect(page.getByRole('row', { name: /\$1,000\.01/ })).toHaveCount(1)
})
