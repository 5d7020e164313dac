import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, test } from './fixtures.ts'
import { phone } from './well-built.ts'

const transactions = '/admin-dashboard/transactions'

/** Hundredths, as `KES 1,234.50` or `−KES 1.00` state them. */
const hundredths = (text: string) =>
  BigInt(text.replace(/[^\d]/g, '')) * (/[−-]/.test(text) ? -1n : 1n)

async function figuresIn(panel: Locator) {
  const rows = await panel.getByRole('listitem').all()
  return Promise.all(
    rows.map(async (row) => {
      const [label = '', amount = ''] = await Promise.all([
        row.locator('> div').innerText(),
        row.locator('> p').innerText(),
      ])
      return { label, minor: hundredths(amount) }
    }),
  )
}

const sum = (figures: { minor: bigint }[]) =>
  figures.reduce((total, { minor }) => total + minor, 0n)
const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('BANK-411 the figures of a reconciliation add up on the screen, and each leads to its transactions', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto(transactions)
  await page.getByRole('link', { name: 'Reconciliation' }).click()
  await expect(page.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible()
  await expectSound(page)
  const [opening, moneyIn, moneyOut, closing] = await figuresIn(panel(page, 'Balance'))
  expect(sum([opening, moneyIn, moneyOut].filter((figure) => figure !== undefined))).toBe(
    closing?.minor,
  )
  for (const [title, total] of [
    ['Money in', moneyIn],
    ['Money out', moneyOut],
  ] as const) {
    const figures = await figuresIn(panel(page, title))
    const last = figures.pop()
    expect(sum(figures)).toBe(last?.minor)
    expect(last?.minor).toBe((total?.minor ?? 0n) * (title === 'Money in' ? 1n : -1n))
  }
  const unmatched = panel(page, 'Money in').getByRole('listitem').filter({ hasText: 'Unmatched' })
  const reconciliation = page.url()
  // The worker may match one in between.
  await expect(async () => {
    await page.goto(reconciliation)
    const [count] = /\d+(?= transactions?)/.exec(await unmatched.innerText()) ?? []
    await unmatched.getByRole('link').click()
    await expect(page.locator('[data-transaction]')).toHaveCount(Number(count), { timeout: 3_000 })
  }).toPass()
  await page.getByRole('link', { name: 'Back to the reconciliation' }).click()
  await page.setViewportSize(phone)
  await expectToFit(page)
  await expectSound(page)
})

test('BANK-412 the journal of a year is downloaded, and its debits and credits are equal for each entry', async ({
  page,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/payments')
  await page.getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByRole('heading', { name: 'Journal', level: 1 })).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'This year' }).click()
  await expect(page).toHaveURL(/from=\d{4}-01-01/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-01-01-to-\d{4}-\d\d-\d\d.*\.csv$/)
  const rows: Record<string, string>[] = parse(await readFile(await file.path()), {
    bom: true,
    columns: true,
  })
  expect(rows.length).toBeGreaterThan(2)
  const side = (entry: Record<string, string>[], name: string) =>
    entry.reduce((total, row) => total + hundredths(row[name] || '0.00'), 0n)
  const entries = Map.groupBy(rows, (row) => Object.values(row)[0])
  for (const entry of entries.values())
    expect(side(entry, 'Debit (USD)')).toBe(side(entry, 'Credit (USD)'))
  await page.setViewportSize(phone)
  await expectToFit(page)
  await expectSound(page)
})

test('BANK-573 a phone shows the period of the payments list, and its other filters once they are wanted', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/payments?from=2025-01-01')
  const method = page.getByLabel('Method', { exact: true })
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2025-01-01')
  await expect(method).toBeHidden()
  await page.getByLabel('Method, project and account').check()
  await method.selectOption({ label: 'Mobile money' })
  await expectSound(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/method=mobile-money/)
  await expect(method).toBeVisible()
  await expect(method).toHaveValue('mobile-money')
  await expectToFit(page)
})

test('BANK-413 screens of money in have no fault of accessibility, on a desk and a phone', async ({
  page,
}) => {
  test.slow()
  await comeIn(page, demoAdminEmail)
  await page.goto(`${transactions}?state=suggested`)
  const matching = await page.locator('a[href*="/match"]').first().getAttribute('href')
  for (const path of [
    ...[transactions, matching ?? '', `${transactions}/payers`, `${transactions}/proofs`],
    ...['/admin-dashboard/statements', '/admin-dashboard/exchange-rates'],
    ...['/admin-dashboard/exchange-rates/new', '/admin-dashboard/company/accounts/new'],
    '/admin-dashboard/payments',
  ])
    for (const size of [{ width: 1280, height: 900 }, phone]) {
      await page.setViewportSize(size)
      await page.goto(path)
      await expectToFit(page)
      await expectSound(page)
    }
})
