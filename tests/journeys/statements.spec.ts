import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
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

const closeAccounts = (program: Program) =>
  look(program, (query) =>
    query(
      "update app.payment_account set closed_at = now() where name like '% of the journey' and closed_at is null",
    ),
  )

const fileField = (page: Page) => page.getByLabel('Statement', { exact: true })
const check = (page: Page) => page.getByRole('button', { name: 'Check the statement' }).click()

async function uploadMpesa(page: Page) {
  await page.goto(`${home}/new`)
  await fileField(page).setInputFiles({
    ...{ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7\n') },
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
    ...{ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) },
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

test('BANK-344 the palette leads to the upload of a statement', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard')
  await openPalette(page)
  await page.keyboard.type('mpesa')
  await page.getByRole('option', { name: /Upload a statement/ }).click()
  await page.waitForURL(`**${home}/new`)
})
