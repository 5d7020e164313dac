import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { demoPassword } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { signInOverHttp } from './http-admin.ts'
import { expectSettled, openLive } from './waits.ts'

test('what a form was refused for stays next to its fields when someone else saves something', async ({
  page,
  program,
}) => {
  const other = await signInOverHttp(program.origin)
  await comeIn(page, 'admin@demo.msingi.test')
  await openLive(page, '/admin-dashboard/investors/new')
  await page.getByRole('button', { name: 'Add Investor' }).click()
  const refusal = page.getByText('Full name is required')
  await expect(refusal).toBeVisible()

  const refresh = page.waitForResponse((answer) => {
    return answer.url().includes('/new.data') && answer.request().method() === 'GET'
  })
  const form = { key: randomUUID(), fullName: 'Idil Nur', email: 'idil.nur@example.com' }
  expect((await other.post('/admin-dashboard/investors/new', form)).status).toBe(303)
  await refresh
  await expectSettled(page)
  await expect(refusal).toBeVisible()
})

test('a second factor is not required by who has none, and the sentence stays when the page is read again', async ({
  page,
  program,
}) => {
  const other = await signInOverHttp(program.origin)
  await comeIn(page, 'admin@demo.msingi.test')
  await openLive(page, '/admin-dashboard/security')
  await page.getByLabel(/^Your password/).fill(demoPassword)
  await page.getByRole('checkbox', { name: /^Owner/ }).check()
  await page.getByRole('button', { name: 'Save required roles' }).click()
  const refusal = page.getByText('Set up your own second factor first.')
  await expect(refusal).toBeVisible()
  const refresh = page.waitForResponse((answer) => {
    return answer.url().includes('/security.data') && answer.request().method() === 'GET'
  })
  const form = { key: randomUUID(), fullName: 'Sagal Nur', email: 'sagal.nur@example.com' }
  expect((await other.post('/admin-dashboard/investors/new', form)).status).toBe(303)
  await refresh
  await expectSettled(page)
  await expect(refusal).toBeVisible()
})
