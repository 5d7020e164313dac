import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { pressSearchKey } from './waits.ts'

const home = '/admin-dashboard/audit'

test('the audit log is sound at every width, whatever its address says', async ({ page }) => {
  await comeIn(page, demoAdminEmail)
  await page.goto(`${home}?kind=money`)
  await page
    .getByRole('link', { name: /^(Added|Changed|Recorded) / })
    .first()
    .click()
  await expect(page.getByText(/^Change \d+$/)).toBeVisible()
  const opened = page.url().replace(/^.*\/audit/, '')
  for (const query of [
    opened,
    '?q=nobody-has-this-name',
    '?from=2026-02-30&act=x&kind=nonsense&page=older-x',
    '?act=sign-in',
  ]) {
    await page.goto(`${home}${query}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Audit Log')
    await expectSound(page)
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectToFit(page)
    }
  }
})

test('the audit log is read, narrowed, paged and exported by keyboard alone', async ({
  page,
  program,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto(home)
  await pressSearchKey(page)

  const filters = page.getByText('User, action, subject and period')
  await filters.focus()
  await page.keyboard.press('Enter')
  const act = page.getByLabel('Action')
  // What is typed slowly is taken for several words.
  await expect(async () => {
    await act.focus()
    await page.keyboard.type('Signed in')
    await expect(act).toHaveValue('sign-in', { timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Apply' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/act=sign-in/)
  await expect(page.getByRole('row').filter({ hasText: 'Added' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Signed in' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^From (127\.0\.0\.1|::1)$/)).toBeVisible()

  await page.goto(home)
  const first = (await page.getByRole('row').nth(1).textContent()) ?? ''
  await page.getByRole('link', { name: 'Older' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=older-\d+/)
  const changeTagline = (tagline: unknown) =>
    look(program, (query) =>
      query(
        `with former as (select id, tagline from app.project where slug = 'twin-towers')
        update app.project p set tagline = $1 from former where p.id = former.id returning former.tagline`,
        [tagline],
      ),
    )
  const [{ tagline } = {}] = await changeTagline('Changed meanwhile')
  await page.getByRole('link', { name: 'Newer' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=newer-\d+/)
  await expect(page.getByRole('row').nth(1)).toHaveText(first)
  await changeTagline(tagline)

  await page.goto(`${home}?act=sign-in`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).focus()
  await page.keyboard.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toContain('Signed in')
})

test('without script the log is narrowed and opened all the same', async ({ browser, program }) => {
  const { page } = await openPage(browser, program, { javaScriptEnabled: false })
  await comeIn(page, demoAdminEmail)
  await page.goto(home)
  await page.getByText('User, action, subject and period').click()
  await page.getByLabel('Action').selectOption('Signed in')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('link', { name: 'Signed in' }).first().click()
  await expect(page.getByText(/^From (127\.0\.0\.1|::1)$/)).toBeVisible()
  await page.context().close()
})
