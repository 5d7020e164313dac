import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { phone } from './well-built.ts'

test('PROOF-086 an investor asks on the phone, the office closes it, and the portal says so', async ({
  page,
  browser,
  program,
}) => {
  await page.setViewportSize(phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard')
  await page.getByRole('link', { name: 'Contact us' }).click()
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Write your question.')).toBeVisible()
  const question = `When is the roof built? ${randomUUID()}`
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Question sent', { exact: true })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: question })
  await expect(row).toContainText('Sent')

  const { page: office, complaints } = await openPage(browser, program)
  await comeIn(office, demoAdminEmail)
  const [inquiry] = await look(program, (query) =>
    query('select id from app.inquiry where message = $1', [question]),
  )
  await office.goto(`/admin-dashboard/inquiries/${inquiry?.id}`)
  await office.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(office.getByText('Inquiry closed', { exact: true })).toBeVisible()
  await expect(row).toContainText('Answered')
  expect(complaints).toEqual([])
  await office.context().close()
})
