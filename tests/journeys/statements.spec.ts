import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { workbookOf } from '../workbook.ts'
import { comeIn, expectRefused, expectSound, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'
import { openPalette } from './waits.ts'
import { desk, phone } from './well-built.ts'

const home = '/admin-dashboard/statements'
const nameA = 'ORG_600966_Utility Account_Completed_20261105071244.csv'
const fileA = {
  name: nameA,
  mimeType: 'text/csv',
  buffer: readFileSync(join(import.meta.dirname, '../files/bank', nameA)),
}

/** A paybill and a bank account of this number, without statements. */
async function openAccounts(program: Program, bank: string) {
  await look(program, async (query) => {
    await query(
      `update app.payment_account set closed_at = now() where number in ('600966', $1) and closed_at is null`,
      [bank],
    )
    await query(
      `insert into app.payment_account (kind, name, number, currency)
       values ('paybill', 'Paybill of the journey', '600966', 'KES'), ('bank', 'Bank of the journey', $1, 'KES')`,
      [bank],
    )
  })
}

/** Closes them, and opens the demo's paybill again, whose number one of them has. */
const closeAccounts = (program: Program) =>
  look(program, async (query) => {
    await query(
      "update app.payment_account set closed_at = now() where name like '% of the journey' and closed_at is null",
    )
    await query("update app.payment_account set closed_at = null where name = 'M-Pesa'")
  })

const fileField = (page: Page) => page.getByLabel('Statement', { exact: true })
const check = (page: Page) => page.getByRole('button', { name: 'Check the statement' }).click()

async function uploadMpesa(page: Page) {
  await page.goto(`${home}/new`)
  await fileField(page).setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('%PDF-1.7\n'),
  })
  await check(page)
  await expectRefused(
    fileField(page),
    'This file is a PDF. Download the statement as CSV or Excel (.xlsx) from the M-Pesa portal or online banking, and choose that file.',
  )
  await expectSound(page)
  await fileField(page).setInputFiles(fileA)
  await check(page)
  await page.waitForURL(/statements\/drafts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('row', { name: /YUSUF/ }).first()).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: /^Excluded 12/ }).click()
  await expect(page.getByText('Sweep to the settlement account')).toBeVisible()
  await page.getByRole('button', { name: 'Add 20 transactions' }).click()
  await expect(page.getByText('20 transactions added')).toBeVisible()
}

async function uploadOther(page: Page) {
  await page.goto(`${home}/new`)
  await page
    .getByLabel('Payment account')
    .selectOption({ label: 'Bank of the journey, 1234567890, KES' })
  const rows = [
    'Posted date,Particulars,Ref,Amount',
    '02/11/2026,FROM HODAN,R1,100.00',
    '03/11/2026,FEE,R2,-5.00',
  ]
  await fileField(page).setInputFiles({
    name: 'other.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  })
  await check(page)
  await page.waitForURL(/\/columns$/)
  await expect(page.getByLabel('Posted date')).toHaveValue('date')
  await expectSound(page)
  await page.getByLabel('Ref').selectOption('date')
  await check(page)
  await expectRefused(page.getByLabel('Ref'), '“Posted date” is already chosen for this.')
  await page.getByLabel('Ref').selectOption('number')
  await check(page)
  await page.waitForURL(/\/totals$/)
  await page.getByLabel('Total money in').fill('105')
  await page.getByLabel('Total money out').fill('5')
  await check(page)
  await expect(page.getByLabel('Total money in')).toHaveAccessibleDescription(
    /adds up to KES 100\.00 in the file, but the statement shows KES 105\.00/,
  )
  await expectSound(page)
  await page.getByLabel('Total money in').fill('100')
  await check(page)
  await page.getByRole('button', { name: 'Add 2 transactions' }).click()
  await expect(page.getByText('2 transactions added')).toBeVisible()
  await page.goto(home)
  await expectSound(page)
  await page
    .getByRole('row', { name: /Bank of the journey/ })
    .getByRole('link')
    .first()
    .click()
  await expect(
    page.getByRole('row', { name: /FROM HODAN.*(Unmatched|Suggested)/ }).first(),
  ).toBeVisible()
  await expectSound(page)
}

for (const [name, viewport] of Object.entries({ desk, phone }))
  test(`BANK-344 statements of a known and an unknown layout are uploaded (${name})`, async ({
    browser,
    program,
  }) => {
    await openAccounts(program, '1234567890')
    const { page, complaints } = await openPage(browser, program, { viewport })
    await comeIn(page, demoAdminEmail)
    await page.goto(home)
    await uploadMpesa(page)
    await uploadOther(page)
    await closeAccounts(program)
    await page.context().close()
    expect(complaints).toEqual([])
  })

const headings = ['Siku', 'Maelezo', 'Namba', 'Mlipaji', 'Ingia', 'Toka', 'Salio']
const uses = ['date', 'narrative', 'number', 'payerName', 'in', 'out', 'balance']

/** A workbook of one month with titles before its headings, which no one can guess. */
const month = (name: string, rows: (string | number | Date)[][]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    workbookOf([['Benki ya Safari'], ['Akaunti', '9876543210'], headings, ...rows]),
  ),
})
const october = month('october.xlsx', [
  [new Date('2026-10-02T09:15:00Z'), 'Transfer', 'R-1', 'HODAN ABDI', 1500.5, '', 2500.5],
  [new Date('2026-10-03'), 'Ledger fee', 'R-2', '', '', 20, 2480.5],
  [new Date('2026-10-05'), 'Transfer', 'R-3', 'PETER MUTUA', 750, '', 3230.5],
])
const november = month('november.xlsx', [
  [new Date('2026-11-02'), 'Transfer', 'R-4', 'HODAN ABDI', 1000, '', 4230.5],
])

async function chooseMonth(page: Page, file: ReturnType<typeof month>) {
  await page.goto(`${home}/new`)
  await page
    .getByLabel('Payment account')
    .selectOption({ label: 'Bank of the journey, 9876543210, KES' })
  await fileField(page).setInputFiles(file)
  await check(page)
}

async function addMonth(page: Page, paidIn: string, paidOut: string, count: number) {
  await page.waitForURL(/\/totals$/)
  await page.getByLabel('Total money in').fill(paidIn)
  await page.getByLabel('Total money out').fill(paidOut)
  await check(page)
  const transactions = count === 1 ? '1 transaction' : `${count} transactions`
  await expect(page.getByText(/Balance: KES .*3,230\.50/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: `Add ${transactions}` }).click()
  await expect(page.getByText(`${transactions} added`)).toBeVisible()
}

test('BANK-572 the columns of a workbook are chosen by hand, and kept for the next month', async ({
  browser,
  program,
}) => {
  await openAccounts(program, '9876543210')
  const { page, complaints } = await openPage(browser, program, { viewport: phone })
  await comeIn(page, demoAdminEmail)
  await chooseMonth(page, october)
  await page.waitForURL(/\/columns$/)
  await expect(page.getByLabel('Siku')).toHaveValue('date')
  await expect(page.getByLabel('Ingia')).toHaveValue('')
  await expectSound(page)
  for (const [place, heading] of headings.entries())
    await page.getByLabel(heading, { exact: true }).selectOption(uses[place] ?? '')
  await page.getByLabel('Ingia').selectOption('out')
  await page.getByLabel('Toka').selectOption('in')
  await check(page)
  await expect(
    page.getByText(/Line 5: the balance does not follow.*Check the columns/),
  ).toBeVisible()
  await expect(page.getByLabel('Mlipaji')).toHaveValue('payerName')
  await page.getByLabel('Ingia').selectOption('in')
  await page.getByLabel('Toka').selectOption('out')
  await check(page)
  await addMonth(page, '2,250.50', '20', 3)
  await chooseMonth(page, november)
  await addMonth(page, '1000', '0', 1)
  await page.goto('/admin-dashboard/transactions?q=HODAN+ABDI')
  await expect(
    page.locator('[data-transaction]', { hasText: 'KES 1,500.50' }).first(),
  ).toBeVisible()
  await closeAccounts(program)
  await page.context().close()
  expect(complaints).toEqual([])
})

test('BANK-344 the palette leads to the upload of a statement', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard')
  await openPalette(page)
  await page.keyboard.type('mpesa')
  await page.getByRole('option', { name: /Upload a statement/ }).click()
  await page.waitForURL(`**${home}/new`)
})
