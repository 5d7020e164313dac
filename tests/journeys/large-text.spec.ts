import { type CDPSession, expect, type Page } from '@playwright/test'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { openPage, signIn, test } from './fixtures.ts'
import { aReceipt, look } from './look.ts'
import { anInvestor, aProject, aRequest, putAway } from './own-data.ts'

const office = '/admin-dashboard'
const portal = '/investment-dashboard'
const pages = {
  guest: [
    '/',
    '/investments',
    '/investment/twin-towers',
    '/investment/retail-clothing',
    '/contact',
    '/verify',
  ].concat([
    '/login',
    '/login/forgot',
    '/reset-password',
    '/invitation',
    '/confirm',
    '/no-such-page',
  ]),
  investor: [
    '',
    '/investments',
    '/projects',
    '/documents',
    '/notifications',
    '/statements',
    '/settings',
  ]
    .map((path) => `${portal}${path}`)
    .concat('/investment/retail-clothing/invest'),
  admin: [
    '',
    '/investors',
    '/projects',
    '/investments',
    '/documents',
    '/notifications',
    '/users',
    '/inquiries',
  ]
    .concat([
      '/requests',
      '/distributions',
      '/outbox',
      '/import',
      '/audit',
      '/company',
      '/company/logo',
      '/security',
    ])
    .concat([
      '/investors/new',
      '/projects/new',
      '/documents/new',
      '/notifications/new',
      '/investments/new',
    ])
    .concat([
      '/approvals',
      '/approvals?show=decided',
      '/approvals/limits',
      '/transactions',
      '/transactions/payers',
      '/transactions/proofs',
      '/transactions/reconciliation',
      '/statements',
      '/payments',
      '/payments/journal',
      '/receivables',
      '/receivables?by=project',
      '/forecast',
      '/exchange-rates',
      '/exchange-rates/new',
      '/company/accounts/new',
    ])
    .concat(['/distributions/new', '/users/promote', '/users/update-email'])
    .concat(['/users/batch-emails', '/import/investors', '/import/payment-plans'])
    .map((path) => `${office}${path}`),
}

/** Pixels of width, percent of text. */
const views = [
  { width: 320, text: 100 },
  { width: 390, text: 150 },
  { width: 390, text: 200 },
  { width: 768, text: 200 },
  { width: 1280, text: 200 },
]

const hidden =
  'details:not([open]) > :not(summary), noscript, [inert], [aria-hidden=true], .sr-only, thead'

/** A page that scrolls sideways, words broken letter by letter, controls outside the window. */
async function lost(page: Page) {
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  const [scrollWidth = 0, clientWidth = 0] = widths
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  return [
    ...wide,
    ...(await page.evaluate(brokenWords, hidden)),
    ...(await page.evaluate(controlsOutside, hidden)),
  ]
}

/** Runs in the page. */
function brokenWords(hidden: string) {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent?.trim() ?? ''
    const isSeen = text.parentElement?.checkVisibility({ visibilityProperty: true })
    if (words.length < 4 || !isSeen || text.parentElement?.closest(hidden)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    const isBroken =
      text.parentElement?.closest('h1, h2, h3, button, label, th') &&
      lines > words.split(/[\s-]+/).length
    if (isBroken || (lines >= 4 && words.length / lines < 2))
      found.push(`"${words.slice(0, 30)}" takes ${lines} lines`)
  }
  return found
}

/** Runs in the page. What stands in a part that scrolls by itself can be reached. */
function controlsOutside(hidden: string) {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  return [...document.querySelectorAll('a, button, summary, input, select, textarea')]
    .filter((control) =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    .filter((control) => !control.closest(hidden) && !scrolls(control.parentElement))
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1)
    })
    .map((control) => `"${control.getAttribute('aria-label') ?? control.textContent}" is outside`)
}

/** Sets the browser's own size of text, which media queries in rem follow too. */
async function show(page: Page, session: CDPSession, { width, text }: (typeof views)[number]) {
  const standard = (16 * text) / 100
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await page.setViewportSize({ width, height: 900 })
  const shown = () =>
    page.evaluate(() => [innerWidth, getComputedStyle(document.documentElement).fontSize])
  await expect.poll(shown).toEqual([width, `${standard}px`])
}

async function expectNothingLost(page: Page, paths: readonly string[], shown = views) {
  const session = await page.context().newCDPSession(page)
  const found: string[] = []
  for (const path of paths) {
    await page.goto(path)
    for (const { width, text } of shown) {
      await show(page, session, { width, text })
      for (const fault of await lost(page))
        found.push(`${path} at ${width} px and ${text}%: ${fault}`)
    }
  }
  expect(found).toEqual([])
}

test('LIM-490 public and sign-in pages lose nothing at 320 px, at 150% and at 200% text', async ({
  page,
}) => {
  test.slow()
  await expectNothingLost(page, pages.guest)
})

test('LIM-491 the portal loses nothing at 320 px, at 150% and at 200% text', async ({ page }) => {
  test.slow()
  await signIn(page, demoInvestorEmail)
  await expectNothingLost(page, pages.investor)
})

test('LIM-492 the office loses nothing at 320 px, at 150% and at 200% text', async ({
  page,
  program,
}) => {
  test.slow()
  // The heads of its pages have a button more while a request is open.
  const { id: projectId } = await aProject(program, 'Requested Rooms', { published: true })
  await aRequest(program, (await anInvestor(program, 'Raho Asking')).id, projectId)
  const email = 'nasteexo.guhaad-warsame@a-long-name.example.com'
  const input = JSON.stringify({ name: 'Nasteexo', email, roles: ['manager'] })
  const [{ proposal } = {}] = await look(program, (query) =>
    query(
      `insert into app.proposal (command, key, input, title, proposed_by) select 'add-staff', gen_random_uuid(), $2,
       'New staff member', id from auth."user" where email = $1 returning id as proposal`,
      [demoAdminEmail, input],
    ),
  )
  await signIn(page, demoAdminEmail)
  await expectNothingLost(page, [...pages.admin, `${office}/approvals/${proposal}`])
  await look(program, (query) => query('delete from app.proposal where id = $1', [proposal]))
  await putAway(program, projectId)
})

test('PLAN-124 plans and milestones lose nothing at 360 px and 200% text, for office and investor', async ({
  page,
  program,
  browser,
}) => {
  test.slow()
  const [{ id, project, milestone, investor } = {}] = await look(program, (query) =>
    query(
      `select i.id, i.project_id as project, m.id as milestone, i.investor_id as investor from app.investment i
      join app.investor v on v.id = i.investor_id join app.milestone m on m.project_id = i.project_id
      where i.plan_version is not null and v.email = $1 and i.status = 'active' and m.reached_id is null
      order by m.position limit 1`,
      [demoInvestorEmail],
    ),
  )
  const small = [...views, { width: 360, text: 200 }]
  await signIn(page, demoAdminEmail)
  const milestones = `${office}/projects/${project}/milestones`
  await expectNothingLost(
    page,
    [
      `${office}/investments/${id}`,
      `${office}/investments/${id}/plan`,
      milestones,
      `${milestones}/new`,
      `${milestones}/${milestone}/edit`,
      `${milestones}/${milestone}/reached`,
      `${office}/projects/${project}/plans/new`,
      `${office}/receivables`,
      `${office}/receivables?by=project&due=open`,
      `${office}/receivables/${investor}/note`,
      `${office}/forecast`,
    ],
    small,
  )
  const { page: own, complaints } = await openPage(browser, program)
  await signIn(own, demoInvestorEmail)
  await expectNothingLost(own, [`${portal}/investments/${id}`, '/investment/twin-towers'], small)
  await own.context().close()
  expect(complaints).toEqual([])
})

test('LIM-493 dialogs of money in lose nothing, and a long file name stays in its box', async ({
  page,
  program,
}) => {
  test.slow()
  await signIn(page, demoAdminEmail)
  await page.goto(`${office}/transactions?state=suggested`)
  await expect(page.locator('[data-transaction]').first()).toBeVisible()
  const dialogs = await page
    .locator('[data-transaction]')
    .first()
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(dialogs.length).toBeGreaterThan(2)
  await expectNothingLost(page, dialogs)
  await page.context().clearCookies()
  await signIn(page, demoInvestorEmail)
  const { investment } = await aReceipt(program, demoInvestorEmail)
  await page.goto(`${portal}/investments/${investment}`)
  await page.getByRole('link', { name: 'I have paid' }).click()
  const name = `${'slip_of_the_bank_'.repeat(8)}.png`
  const file = { name, mimeType: 'image/png', buffer: Buffer.from('x') }
  await page.getByLabel('Slip').setInputFiles(file)
  const session = await page.context().newCDPSession(page)
  for (const { width, text: size } of views) {
    await show(page, session, { width, text: size })
    const [box, text] = await Promise.all([
      page.locator('label:has(input[type=file])').boundingBox(),
      page.getByText(name).boundingBox(),
    ])
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0))
    expect(await lost(page)).toEqual([])
  }
})

test('RT-481 lists whose filters have buttons without script lose nothing either', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { javaScriptEnabled: false })
  await signIn(page, demoAdminEmail)
  await expectNothingLost(
    page,
    ['/outbox', '/audit', '/investments', '/investors'].map((path) => `${office}${path}`),
  )
  await page.context().close()
})
