import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { openPage, signIn, test } from './fixtures.ts'
import { paymentForm } from './http-admin.ts'
import { anOpenInvestment, bookedOn, look } from './look.ts'

test('what belongs to someone else is not there: no page, no file, no act', async ({
  page,
  program,
}) => {
  const { id, day } = await anOpenInvestment(program)
  const before = await bookedOn(program, id)
  const [document] = await look(program, (query) =>
    query(
      `select d.id from app.document d where d.investor_id is null and d.status = 'active' and not exists (
        select from app.investment i join app.investor v on v.id = i.investor_id
        where v.email = $1 and i.project_id = d.project_id and i.status in ('active', 'completed'))`,
      [demoInvestorEmail],
    ),
  )
  expect(document).toBeDefined()
  await signIn(page, demoInvestorEmail)

  for (const path of [
    `/investment-dashboard/documents/${document?.id}/file`,
    `/investment-dashboard/documents/${randomUUID()}/file`,
    '/investment-dashboard/documents/not-an-id/file',
    `/admin-dashboard/documents/${document?.id}/file`,
    '/admin-dashboard/live',
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
  const booking = { form: paymentForm('1', day, 'stranger'), headers: { origin: program.origin } }
  const address = `/admin-dashboard/investments/${id}/payment`
  expect((await page.request.post(address, booking)).status()).toBe(404)
  expect((await page.request.get(`${address}.data`)).status()).toBe(404)
  await page.goto(address)
  await expect(page).toHaveURL('/investment-dashboard')
  expect(await bookedOn(program, id)).toEqual(before)
})

test('an id that nothing has is a page that says so, for an administrator too', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  for (const id of [randomUUID(), 'not-an-id', "'%20or%201=1"]) {
    for (const path of [`investments/${id}`, `investments/${id}/payment`, `inquiries/${id}`]) {
      const answer = await page.goto(`/admin-dashboard/${path}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect
        .poll(() => page.locator('head > title').allTextContents())
        .toEqual(['Page not found · Msingi'])
    }
  }
})

test('a form posted from another site is refused, and nothing is booked', async ({
  browser,
  program,
}) => {
  const { id, day } = await anOpenInvestment(program)
  const before = await bookedOn(program, id)
  const { page } = await openPage(browser, program)
  await signIn(page, demoAdminEmail)

  const fields = Object.entries(paymentForm('1', day, 'forged')).map(
    ([name, value]) => `<input name="${name}" value="${value}">`,
  )
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<form method="post" action="${program.origin}/admin-dashboard/investments/${id}/payment">${fields.join('')}<button>Win</button></form>`,
    )
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Another port is another origin but the same site, so that the cookie comes along; another name is another site.
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${port}/`)
    const answered = page.waitForResponse((answer) => answer.url().startsWith(program.origin))
    await page.getByRole('button', { name: 'Win' }).click()
    expect((await answered).status()).toBe(403)
    await expect(
      page.getByText('This form was sent from another site. Nothing was changed.'),
    ).toBeVisible()
  }
  server.close()
  expect(await bookedOn(program, id)).toEqual(before)
  await page.context().close()
})
