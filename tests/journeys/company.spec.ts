import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { demoCompany } from '../../app/domain/company/demo-company.ts'
import { comeIn, expectRefused, openPage, test } from './fixtures.ts'
import { look } from './look.ts'

const path = '/admin-dashboard/company'

async function openSettings(page: Page) {
  await comeIn(page, demoAdminEmail)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Settings')
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

// The other files read the demo's company from the same program.
test.afterAll(async ({ program }) => {
  await look(program, async (query) => {
    await query('update app.company set facts = $1, version = version + 1', [
      JSON.stringify(demoCompany),
    ])
    await query("select pg_notify('msingi', 'public')")
  })
  const home = async () => (await fetch(program.origin)).text()
  await expect.poll(home).toContain(demoCompany.motto)
})

test('rows come and go without the server, a refusal keeps them, and Enter saves', async ({
  page,
}) => {
  await openSettings(page)
  await page.getByLabel('Motto').fill('Stone on stone.')
  await page.getByRole('button', { name: 'Add office' }).click()
  await expect(field(page, 'offices.2.city')).toBeFocused()
  await page.keyboard.type('Kismayo')
  await page.getByRole('button', { name: 'Move office 3 up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move office 2 up' })).toBeFocused()
  await expect(field(page, 'offices.1.city')).toHaveValue('Kismayo')
  await expect(page.getByText('2 changes not saved.')).toBeVisible()

  await page.getByLabel('Motto').press('Enter')
  await expectRefused(field(page, 'offices.1.address'), 'Address is required')
  await expect(page.getByRole('link', { name: '1 problem in Offices and hours' })).toBeVisible()
  await expect(page.getByLabel('Motto')).toHaveValue('Stone on stone.')

  await page.keyboard.type('Port Road, Kismayo')
  await save(page)
  await expect(page.getByText('Company settings saved')).toBeVisible()
  await expect(page.getByText(/not saved/)).toHaveCount(0)
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByText('Stone on stone.')).toBeVisible()
  await expect(page.getByText('Port Road, Kismayo')).toBeVisible()
})

test('ADM-023 of two administrators the second sees what changed and loses nothing', async ({
  page,
  browser,
  program,
}) => {
  await openSettings(page)
  await page.getByLabel('Headline').fill('Mine alone')
  await page.getByLabel('Motto').fill('Mine as well')

  const { page: other, complaints } = await openPage(browser, program)
  await openSettings(other)
  await other.getByLabel('Motto').fill('Theirs')
  await other.getByLabel('Tagline').fill('Theirs alone.')
  await save(other)
  await expect(other.getByText('Company settings saved')).toBeVisible()
  await expect(page.getByText('Someone else has just saved these settings.')).toBeVisible()
  await expect(page.getByLabel('Headline')).toHaveValue('Mine alone')

  await save(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'These settings changed while you were editing' }),
  ).toBeVisible()
  const changes = page.getByRole('region', { name: 'What changed' })
  await expect(changes).toContainText('Is now: Theirs alone.')
  await expect(changes).toContainText('You changed it too')
  await expect(page.getByLabel('Tagline')).toHaveValue('Theirs alone.')
  await expect(page.getByLabel('Motto')).toHaveValue('Mine as well')
  await save(page)
  await expect(changes).toHaveCount(0)
  await expect(page.getByText(/not saved/)).toHaveCount(0)
  await expect(other.getByLabel('Headline')).toHaveValue('Mine alone')
  expect(complaints).toEqual([])
  await other.context().close()
})

test('what is not saved is asked about before it is lost', async ({ page }) => {
  await openSettings(page)
  const motto = page.getByLabel('Motto')
  const stored = await motto.inputValue()
  await motto.fill('Half typed')
  await page.getByRole('link', { name: 'Manage Investors' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(path)
  await expect(motto).toHaveValue('Half typed')

  await page.getByRole('link', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(motto).toHaveValue(stored)
  await expect(page.getByText(/not saved/)).toHaveCount(0)

  await motto.fill('Half typed')
  const dialog = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const question = await dialog
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
  await motto.fill('Half typed')
  await page.getByRole('link', { name: 'Manage Investors' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/admin-dashboard/investors')
})

test('the settings work without script: a row more, a row less, and saved', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, { javaScriptEnabled: false })
  await openSettings(page)
  await page.getByLabel('Motto').fill('Without script.')
  await page.getByRole('button', { name: 'Add opening hours' }).click()
  await expect(page).toHaveURL(`${path}#hours-rows`)
  await expect(field(page, 'hours.3.days')).toHaveValue('')
  await expect(page.getByLabel('Motto')).toHaveValue('Without script.')
  await page.getByRole('button', { name: 'Remove opening hours 4' }).click()
  await expect(field(page, 'hours.3.days')).toHaveCount(0)
  await field(page, 'whatsapp').fill('0711 000 000')
  await save(page)
  await expect(field(page, 'whatsapp')).toHaveAccessibleDescription(
    /^Enter the number with its country code/,
  )
  await field(page, 'whatsapp').fill('+254 711 000 000')
  await page.getByLabel('Motto').press('Enter')
  await expect(page.getByText('Company settings saved')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Without script.')).toBeVisible()
  await expect(page.locator('a[href="https://wa.me/254711000000"]').first()).toBeVisible()
  expect(complaints).toEqual([])
  await page.context().close()
})
