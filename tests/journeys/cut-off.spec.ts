import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { signInOverHttp } from './http-admin.ts'
import { aLineTo } from './line.ts'
import { expectSettled, openLive } from './waits.ts'

const lost = (page: Page) => page.getByText('The connection is lost', { exact: true })

async function expectKept(page: Page, heading: string, address: string | RegExp) {
  // Under the pointer it stays.
  await lost(page).hover()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect(lost(page)).toHaveCount(0)
}

test('on a dead line nothing that leads on takes the page away, though the browser believes itself online', async ({
  browser,
  program,
}) => {
  const line = await aLineTo(program.origin)
  const { page } = await openPage(browser, { ...program, origin: line.origin })
  await comeIn(page, demoAdminEmail)
  await page.goto(`${line.origin}/admin-dashboard`)
  await page.getByRole('link', { name: 'Manage Investments' }).first().click()
  await page.getByRole('link', { name: /^Active/ }).click()
  const list = `${line.origin}/admin-dashboard/investments?status=active`
  await expect(page).toHaveURL(list)
  line.breakAfter(0)

  await page.getByRole('link', { name: /^Pending/ }).click()
  await expectKept(page, 'Investment Management', list)
  await page.getByRole('searchbox').fill('garden')
  await expectKept(page, 'Investment Management', list)
  // The script of this screen was never loaded.
  await page.getByRole('link', { name: 'Manage Documents' }).first().click()
  await expectKept(page, 'Investment Management', list)
  await page.goBack()
  await expectKept(page, 'Investment Management', list)

  line.restore()
  await page.getByRole('searchbox').fill('')
  // The search sends itself after a moment.
  await expect(page).not.toHaveURL(/q=garden/)
  await expectSettled(page)
  await page.getByRole('link', { name: 'Add Investment' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSettled(page)
  line.breakAfter(0)
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectKept(page, 'Investment Management', /\/investments\?.*status=active/)

  line.restore()
  await page.getByRole('link', { name: 'Manage Documents' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Document')
  await page.context().close()
  line.close()
})

test('a program that is just being started takes no page away either', async ({
  page,
  program,
}) => {
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard/investments')
  await page.route('**/*.data*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: 'Starting' }),
  )
  await page.getByRole('link', { name: 'My Documents' }).first().click()
  await expectKept(page, 'My Investments', `${program.origin}/investment-dashboard/investments`)
})

test('what was confirmed is told though the list behind it could not be read, and the list follows', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors?q=Certainly')
  await page.getByRole('link', { name: 'Add Investor' }).first().click()
  await page.getByLabel('Full Name').fill('Certainly Added')
  await page.getByLabel('Email').fill('certainly.added@example.com')
  await page.route('**/investors.data*', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: /^Add investor/ }).click()
  await expect(page.getByText('Investor added', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Manage Investors' })).toBeVisible()
  await page.unroute('**/investors.data*')
  await expect(page.getByRole('row', { name: /Certainly Added/ })).toBeVisible()
})

test('RT-007 a change whose refresh failed arrives without another one, and immediately when the browser is online', async ({
  page,
  program,
}) => {
  const admin = await signInOverHttp(program.origin)
  const send = async (title: string) => {
    const form = {
      key: randomUUID(),
      title,
      message: 'For the test.',
      recipients: 'all',
      investorId: '',
    }
    expect((await admin.post('/admin-dashboard/notifications/new', form)).status).toBe(303)
  }
  /** Refuses so many refreshes and lets the next ones through. */
  const cut = async (times: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = times
    await page.route('**/notifications.data*', async (route) => {
      if (left === 0) return route.continue()
      left -= 1
      await route.abort('connectionreset')
      if (left === 0) resolve()
    })
    return promise
  }
  await comeIn(page, demoInvestorEmail)
  await openLive(page, '/investment-dashboard/notifications')

  const twice = cut(2)
  await send('Late but here')
  await twice
  await expect(page.getByRole('heading', { name: /Late but here/ })).toBeVisible()
  await page.unroute('**/notifications.data*')

  const thrice = cut(3)
  await send('With the line')
  await thrice
  await page.unroute('**/notifications.data*')
  // By itself two seconds from now at the soonest, and six at the latest.
  const next = page.waitForRequest((request) => request.url().includes('/notifications.data'))
  const onlineAt = await page.evaluate(() => {
    window.dispatchEvent(new Event('online'))
    return performance.timeOrigin + performance.now()
  })
  const answered = await (await next).response()
  expect((answered?.request().timing().startTime ?? Infinity) - onlineAt).toBeLessThan(1_500)
  await expect(page.getByRole('heading', { name: /With the line/ })).toBeVisible()
})
