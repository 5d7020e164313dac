import { expect } from '@playwright/test'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { expectRoomForMillions, expectWellBuilt, phone, type Screen } from './well-built.ts'

test('the portal’s screens are sound at every width', async ({ page }) => {
  await comeIn(page, demoInvestorEmail)
  const at = '/investment-dashboard'
  const screens: Screen[] = [
    [at, 'Dashboard · Msingi', /^Welcome back, /],
    [`${at}/investments`, 'My Investments · Msingi', 'My Investments'],
    [`${at}/projects`, 'My Projects · Msingi', 'My Projects'],
    [`${at}/documents`, 'My Documents · Msingi', 'My Documents'],
    [`${at}/notifications`, 'My Notifications · Msingi', 'My Notifications'],
    [`${at}/contact`, 'Contact us · Msingi', 'Contact us'],
    [`${at}/settings`, 'Profile Settings · Msingi', 'Profile Settings'],
    [
      '/investment/coastal-villas/invest',
      'Invest in Coastal Villas · Msingi',
      'Invest in Coastal Villas',
    ],
    [
      '/login/second-factor/set-up',
      'Set up your second factor · Msingi',
      'Set up your second factor',
    ],
    ['/login/new-password', 'New password · Msingi', 'Change your password'],
    ['/login/sessions?end=others', 'Confirm your identity · Msingi', 'Confirm your identity'],
    [`${at}/nothing-stands-here`, 'Page not found · Msingi', 'Page not found'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, phone)
  await page.goto(`${at}/investments`)
  const held = await page
    .getByRole('list', { name: 'Investments' })
    .getByRole('link')
    .first()
    .getAttribute('href')
  await expectWellBuilt(page, [held ?? '', / · Msingi$/, /\S/], phone)
})

test('millions with their cents have room in a ledger with what was voided', async ({ page }) => {
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard/investments')
  await page
    .getByRole('list', { name: 'Investments' })
    .getByRole('link', { name: 'Twin Towers Muthaiga' })
    .click()
  await expect(page.getByText('The same transfer was recorded twice').first()).toBeVisible()
  await expectRoomForMillions(page)
})

test('the first screen of a phone says what has come back, and what is new', async ({ page }) => {
  await page.setViewportSize(phone)
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard')
  await expect(page.getByText('Returns received').first()).toBeInViewport({ ratio: 1 })
  const tabs = await page.locator('.tab-bar').boundingBox()
  const news = await page.locator('#whats-new ~ ul li').first().boundingBox()
  expect((news?.y ?? 0) + 40).toBeLessThan(tabs?.y ?? 0)
})

test('a receipt, a statement and what strangers see of one are sound at every width', async ({
  page,
  program,
}) => {
  const [{ number, code, id } = {}] = await look(program, (query) =>
    query(
      `select r.number, s.code, s.id from app.receipt r join app.statement s using (investor_id)
       join app.investor i on i.id = r.investor_id join app.ledger_entry v on v.voids_id = r.entry_id
       where i.email = $1 order by s.issued_at limit 1`,
      [demoInvestorEmail],
    ),
  )
  await comeIn(page, demoInvestorEmail)
  const at = '/investment-dashboard'
  const screens: Screen[] = [
    [`${at}/receipts/${number}`, `Receipt ${number} · Msingi`, `Receipt ${number}`],
    [`${at}/statements`, 'Statements · Msingi', 'Statements'],
    [`${at}/statements/${id}`, /^Statement, .+ · Msingi$/, /^Statement, /],
    [`/verify/${code}`, 'Check a receipt or statement · Msingi', /^This statement/],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, phone)
})
