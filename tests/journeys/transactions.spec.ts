import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, test } from './fixtures.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'
import { phone } from './well-built.ts'

const home = '/admin-dashboard/transactions'

/** Lines of a new account's statement: each has a reference with one wrong character, so that a person confirms it. */
async function uploadLines(program: Program, count: number) {
  return look(program, async (query) => {
    const [account] = await query(
      `insert into app.payment_account (kind, name, number, currency) values ('bank', 'Keyboard Bank', $1, 'USD') returning id`,
      [randomUUID().slice(0, 12)],
    )
    const lines = await query(
      `with file as (insert into app.statement_file (payment_account_id, name, sha256, profile, from_on, to_on, lines, new_lines)
         values ($1, 'month.csv', encode(sha256(convert_to($3, 'UTF8')), 'hex'), 'equity', current_date, current_date, $2, $2)
         returning id),
       chosen as (select p.code, v.full_name from app.investment i join app.payment_reference p on p.investment_id = i.id
         join app.investor v on v.id = i.investor_id where i.status = 'active' and i.archived_at is null
           and i.amount_cents - i.received_cents > 100000 order by i.amount_cents - i.received_cents desc limit 1)
       insert into app.bank_transaction (payment_account_id, statement_file_id, line_number, provider_number, leg,
         occurred_at, value_on, minor, currency, payer_name, typed_reference, narrative, raw)
       select $1, file.id, n, 'FT' || n || $3, 'payment', now() - n * interval '1 minute', current_date, 100 + n, 'USD',
         'PAYER ' || n, left(chosen.code, 6) || case when right(chosen.code, 1) = '0' then '1' else '0' end, 'Transfer', ''
       from file, chosen, generate_series(1, $2) n returning id`,
      [account?.id, count, randomUUID().slice(0, 8)],
    )
    await query(`insert into pgboss.job (name, data) values ('match-transactions', '{}')`)
    return { accountId: String(account?.id), ids: lines.map(({ id }) => String(id)) }
  })
}

test.afterEach(({ program }) =>
  look(program, (query) =>
    query(
      "update app.payment_account set closed_at = now() where name = 'Keyboard Bank' and closed_at is null",
    ),
  ),
)

const rows = (page: Page) => page.locator('[data-transaction]')

async function openSuggested(page: Page, accountId: string, count: number) {
  await expect(async () => {
    await page.goto(`${home}?state=suggested&account=${accountId}`)
    await expect(rows(page)).toHaveCount(count, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}

/** The administrator sees this many lines of a new account. */
async function openLines(page: Page, program: Program, count: number) {
  const uploaded = await uploadLines(program, count)
  await comeIn(page, demoAdminEmail)
  await openSuggested(page, uploaded.accountId, count)
  return uploaded
}

const statesOf = (program: Program, ids: string[]) =>
  look(program, (query) =>
    query('select state, count(*)::int from app.bank_transaction where id = any ($1) group by 1', [
      ids,
    ]),
  )

/** A second press within 300 ms is a slip and matches nothing. */
const slip = 320

test('BANK-379 twenty transactions are confirmed with the keyboard in under sixty keystrokes', async ({
  page,
  program,
}) => {
  const { ids } = await openLines(page, program, 20)
  await expectSound(page)
  let keystrokes = 0
  const press = async (key: string) => {
    keystrokes += 1
    await page.keyboard.press(key)
  }
  await press('j')
  for (let place = 0; place < 20; place += 1) {
    await press('Enter')
    await page.waitForTimeout(slip)
  }
  await expect(rows(page)).toHaveCount(0, { timeout: 20_000 })
  expect(await statesOf(program, ids)).toEqual([{ state: 'matched', count: 20 }])
  expect(keystrokes).toBeLessThan(60)
})

test('BANK-526 a double click or a double Enter matches one transaction', async ({
  page,
  program,
}) => {
  const { ids } = await openLines(page, program, 4)
  await rows(page).first().locator('[data-key="Enter"] button').dblclick()
  await expect(rows(page)).toHaveCount(3)
  await page.waitForTimeout(slip)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  expect(await statesOf(program, ids)).toContainEqual({ state: 'matched', count: 2 })
})

test('BANK-529 u takes the last matches back, one after another, and says when there is none', async ({
  page,
  program,
}) => {
  const { ids } = await openLines(page, program, 2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await page.waitForTimeout(slip)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect.poll(() => statesOf(program, ids)).toContainEqual({ state: 'matched', count: 1 })
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('u')
  await expect(rows(page)).toHaveCount(2)
  expect(await statesOf(program, ids)).toEqual([{ state: 'suggested', count: 2 }])
  await page.keyboard.press('u')
  await expect(page.getByText('Nothing to undo', { exact: true })).toBeVisible()
})

test('BANK-380 the keys move, open each dialog and return, select several, and undo', async ({
  page,
  program,
}) => {
  const { accountId, ids } = await openLines(page, program, 4)
  const focused = page.locator('[data-transaction]:focus')
  await page.keyboard.press('?')
  await expect(page.getByRole('heading', { name: 'Keys of this list' })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  for (const [key, title] of [
    ['m', 'Match by hand'],
    ['x', 'Exclude transaction'],
    ['b', 'Money sent back'],
  ] as const) {
    await page.keyboard.press('j')
    const id = await focused.getAttribute('id')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(page.locator(`#${id}`)).toBeFocused()
  }
  await page.keyboard.press('k')
  await page.keyboard.press('s')
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Match 2 selected, USD 2\.\d\d$/ }).click()
  await expect(page.getByText('2 transactions matched', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.goto(`${home}?state=matched&account=${accountId}`)
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { name: 'Undo match' })).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('Matched by mistake')
  await expectSound(page)
  await page.getByRole('button', { name: 'Undo match' }).click()
  await expect(page.getByText('Match undone', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(await statesOf(program, ids)).toContainEqual({ state: 'matched', count: 1 })
})

test('BANK-538 Shift and Enter match what is selected, and u takes it back', async ({
  page,
  program,
}) => {
  const { ids } = await openLines(page, program, 3)
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('Nothing is selected', { exact: true })).toBeVisible()
  for (const key of ['s', 'j', 's']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: /^Match 2 selected/ })).toBeVisible()
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('2 transactions matched', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(await statesOf(program, ids)).toContainEqual({ state: 'matched', count: 2 })
  await page.keyboard.press('u')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('u')
  await expect(rows(page)).toHaveCount(3)
})

test('BANK-593 typing in the dialog of a match replaces the suggested investment, and another one begins in its field', async ({
  page,
  program,
}) => {
  await openLines(page, program, 1)
  await page.keyboard.press('j')
  await page.keyboard.press('m')
  const investments = page.getByRole('combobox', { name: /^Investment/ })
  await expect(investments).toHaveValue(/\S/)
  await expect(investments).toBeFocused()
  await page.keyboard.type('zzz')
  await expect(investments).toHaveValue('zzz')
  await page.getByRole('button', { name: 'Another investment' }).click()
  await expect(investments.nth(1)).toBeFocused()
})

test('BANK-381 five transactions are confirmed on a phone', async ({ page, program }) => {
  const { accountId, ids } = await uploadLines(program, 5)
  await page.setViewportSize(phone)
  await comeIn(page, demoAdminEmail)
  await openSuggested(page, accountId, 5)
  await expectToFit(page)
  await expectSound(page)
  for (let left = 5; left > 0; left -= 1) {
    await page
      .getByRole('button', { name: /^Match USD 1\.\d\d$/ })
      .first()
      .click()
    await expect(rows(page)).toHaveCount(left - 1)
    await page.waitForTimeout(slip)
  }
  expect(await statesOf(program, ids)).toEqual([{ state: 'matched', count: 5 }])
})
