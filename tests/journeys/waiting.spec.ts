import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { signIn, test } from './fixtures.ts'
import { anOpenInvestment } from './look.ts'

test('a dialog stays until its form is answered, whatever is clicked or pressed in the meantime', async ({
  page,
  program,
}) => {
  const { id } = await anOpenInvestment(program)
  await signIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/investments/${id}/payment`)
  const { promise: impatience, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/payment.data*', async (route) => {
    if (route.request().method() === 'POST') await impatience
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1')
  await page.getByRole('button', { name: /^Record payment/ }).click()
  await expect(page.getByRole('button', { name: 'Recording payment' })).toBeVisible()
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  letGo()
  await expect(page.getByText('Payment recorded', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a link that is followed right after a key in the search leads where it says', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/investors')
  const { promise: patience, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/admin-dashboard/projects.data*', async (route) => {
    await patience
    await route.continue()
  })
  const searches: string[] = []
  page.on('request', (request) => request.url().includes('q=Am') && searches.push(request.url()))
  await page.getByRole('searchbox').focus()
  await page.clock.install()
  // Both at the same time, sooner than the search begins by itself.
  await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
    field.value = 'Am'
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    document.querySelector<HTMLElement>('a[href="/admin-dashboard/projects"]')?.click()
  })
  await page.clock.runFor(2_000)
  letGo()
  await expect(page).toHaveURL('/admin-dashboard/projects')
  expect(searches).toEqual([])
})

test('who types in a dialog before its script has come goes on in the same field', async ({
  page,
  program,
}) => {
  const { id } = await anOpenInvestment(program)
  await signIn(page, demoAdminEmail)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/react-/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/admin-dashboard/investments/${id}/payment`, { waitUntil: 'commit' })
  const reference = page.getByLabel('Reference')
  await reference.pressSequentially('KCB')
  resolve()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.type(' 4471')
  await expect(reference).toHaveValue('KCB 4471')
})

test('who chooses a project before the script has come finds it in the searching field', async ({
  page,
}) => {
  await signIn(page, demoAdminEmail)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/react-/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/admin-dashboard/investments/new', { waitUntil: 'commit' })
  const plain = page.locator('dialog select[name=projectId]')
  const villas = plain.locator('option', { hasText: 'Coastal Villas' })
  await plain.selectOption(await villas.getAttribute('value'))
  resolve()
  const searching = page.locator('dialog input[role=combobox]').first()
  await expect(searching).toHaveValue('Coastal Villas')
})
