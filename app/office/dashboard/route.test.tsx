import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { clock } from '../../platform/clock.server.ts'
import { formatMonth } from '../../values/calendar-date.ts'
import { cents, usd } from '../../values/money.ts'
import OfficeLayout, { loader as layoutLoader } from '../layout.tsx'
import type { Route } from './+types/route.ts'
import { NeedsAttention } from './needs-attention.tsx'
import { ReceivedChart } from './received-chart.tsx'
import { RecentActivities } from './recent-activities.tsx'
import Dashboard, { ErrorBoundary, loader } from './route.tsx'

const admin = await anAdmin('Amina Yusuf')
const path = '/admin-dashboard'
const noMoneyIn = {
  ...{ open: [], suggested: 0, reversed: [], unexplained: [] },
  ...{ month: clock.today(), received: [] },
}

test('ADM-009 (W-53) eight figures are named after their quantities, money in whole dollars', async () => {
  const investor = await anInvestor('Hodan Ali')
  await anInvestment(investor.investorId, await aProject('Corner Plaza'), usd('1,250.50'))
  const html = htmlOf(
    Dashboard,
    path,
    await loader(requestBy(admin, path) as unknown as Route.LoaderArgs),
  )
  const labels = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt>/g)].map(([, label]) => label)
  expect(labels).toEqual([
    'Total Investors',
    'Total Investment',
    'Received Payments',
    'Remaining Payment',
    'Ongoing Projects',
    'Upcoming Projects',
    'Closed Projects',
    'Documents',
  ])
  const words = wordsOf(html)
  expect(words).toContain('Total Investment $1,251 1 investment')
  expect(words).toMatch(/Recent Activities Hodan Ali invested \$1,250\.50 Corner Plaza Just now/)
})

test('ADM-024 ADM-025 what waits leads to its list, and the months are told in words, bars and a table', async () => {
  const { investorId } = await anInvestor('Omar Said')
  const late = await anInvestment(investorId, await aProject('Coastal Villas'), usd('3,000'))
  await change("update app.investment set next_payment_on = '2026-02-01' where id = $1", [late])
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 120000, $2)`,
    [late, clock.today()],
  )
  await change(
    `insert into app.inquiry (source, name, email, message, received_at)
     values ('contact', 'Hibo Said', 'hibo@example.com', 'Is a unit left?', now() - interval '2 days')`,
  )
  await change(
    `insert into app.outbox (template, user_id, state) values ('notification', $1, 'failed')`,
    [admin.userId],
  )
  const html = htmlOf(
    Dashboard,
    path,
    await loader(requestBy(admin, path) as unknown as Route.LoaderArgs),
  )
  const words = wordsOf(html)
  expect(words).toContain('$1,800 overdue 1 payment due since 1 Feb 2026')
  expect(words).toContain('1 new inquiry 2 days ago')
  expect(words).toContain('1 email could not be delivered')
  expect(words).not.toContain('fall due')
  const leads = [...html.matchAll(/aria-label="(?:Show|Open): [^"]*"[^>]*href="([^"]+)"/g)].map(
    ([, to]) => to,
  )
  expect(leads).toEqual([
    '/admin-dashboard/receivables',
    expect.stringMatching(/projects\/[\w-]+\/verification$/),
    '/admin-dashboard/inquiries?status=new',
    '/admin-dashboard/outbox?state=failed',
  ])
  const month = formatMonth(clock.today())
  expect(words).toContain(`$1,200 in the last twelve months, the most in ${month}: $1,200.`)
  expect(html).toContain(`title="${month}: $1,200"`)
  expect(words).toContain(`${month} $1,200 $0 $1,200`)
})

test('ADM-024 ADM-025 ADM-330 with nothing to do and nothing received the dashboard says so, and that email is not set up', () => {
  const none = { count: 0, amount: usd('0'), first: null }
  const attention = {
    due: { overdue: none, week: none, undated: none, until: clock.today() },
    verification: { projects: [], count: 0, expired: 0 },
    unverified: [],
    updates: [],
    requests: { count: 0, amount: usd('0'), oldest: null },
    approvals: 0,
    inquiries: { count: 0, newest: null },
    undelivered: 0,
    hasMailServer: true,
    withoutFile: [],
    withoutPicture: [],
    withoutVerification: [],
  }
  expect(
    wordsOf(
      htmlOf(
        () => <NeedsAttention attention={attention} moneyIn={noMoneyIn} now={clock.now()} />,
        path,
      ),
    ),
  ).toContain('Nothing needs your attention')
  const withoutMail = { ...attention, hasMailServer: false }
  const mailNotice = wordsOf(
    htmlOf(
      () => <NeedsAttention attention={withoutMail} moneyIn={noMoneyIn} now={clock.now()} />,
      path,
    ),
  )
  expect(mailNotice).toContain('Email is not set up')
  expect(mailNotice).not.toContain('Nothing needs your attention')
  const titles = ['Sale agreement', 'Deed', 'Plan', 'Permit', 'Map', 'Lease']
  const missing = {
    ...attention,
    withoutFile: titles.map((title, id) => ({ id: String(id), title })),
  }
  const missingHtml = htmlOf(
    () => <NeedsAttention attention={missing} moneyIn={noMoneyIn} now={clock.now()} />,
    path,
  )
  expect(wordsOf(missingHtml)).toMatch(
    /files of 6 documents are missing Sale agreement · Deed · Plan · Permit · Map and 1 more ?: an investor asked for them/,
  )
  expect(missingHtml).toMatch(/<a [^>]*href="\/admin-dashboard\/documents\/4"[^>]*><bdi>Map/)
  const places = (['updates', 'pictures'] as const).map((of) => ({
    projectId: 'one',
    project: 'Sea View',
    of,
  }))
  const unseen = htmlOf(
    () => (
      <NeedsAttention
        attention={{ ...attention, withoutPicture: places, unverified: places.slice(1) }}
        moneyIn={noMoneyIn}
        now={clock.now()}
      />
    ),
    path,
  )
  expect(wordsOf(unseen)).toMatch(
    /Pictures are missing Progress of Sea View · Sea View ?: someone opened the page/,
  )
  expect(unseen).toContain('href="/admin-dashboard/projects/one/updates"')
  expect(wordsOf(unseen)).toMatch(/1 open project shows visitors nothing to check Sea View/)
  expect(unseen).toContain('href="/admin-dashboard/projects/one/verification"')
  const back = {
    month: clock.today(),
    payments: usd('0'),
    corrections: cents(-500n),
    received: cents(-500n),
  }
  const html = htmlOf(() => <ReceivedChart months={[back]} />, path)
  expect(wordsOf(html)).toContain('Nothing was received in the last twelve months.')
  expect(html).toContain('bg-negative')
})

test('until there is an address to write to the dashboard says so, with the way to the settings', async () => {
  const shown = async () =>
    htmlOf(Dashboard, path, await loader(requestBy(admin, path) as unknown as Route.LoaderArgs))
  const store = (email: string) =>
    change(
      `update app.company set facts = facts || jsonb_build_object('contactEmail', $1::text, 'supportEmail', $1)`,
      [email],
    )
  await store('no-reply@msingi.test')
  expect(wordsOf(await shown())).toContain(
    'People cannot see how to reach you: no contact email is set.',
  )
  expect(await shown()).toContain('/company#contacts')
  await store('office@msingi.test')
  expect(wordsOf(await shown())).not.toContain('contact email')
})

test('ADM-018 DATA-023 (W-50) a failed load raises a toast and leaves a way to try again', () => {
  const words = wordsOf(htmlOf(ErrorBoundary, path))
  expect(words).toContain('Error fetching dashboard data Please try again later.')
  expect(words).toContain('Try again')
})

test('ADM-001 ADM-020 under one address an admin sees the totals and manages each of the six areas', async () => {
  const cookie = await cookiesOf(admin)
  const screens = [
    ['', 'Dashboard'],
    ['/investors', 'Investor'],
    ['/projects', 'Project'],
    ['/investments', 'Investment Management'],
    ['/documents', 'Document'],
    ['/notifications', 'Notification'],
    ['/users', 'Manage Users'],
  ]
  for (const [below, heading] of screens) {
    const { status, html } = await ask(`${path}${below}`, { cookie })
    expect([below, status]).toEqual([below, 200])
    expect(wordsOf(/<h1[^>]*>.*?<\/h1>/s.exec(html)?.[0] ?? ''), below).toContain(heading)
  }
})

test('ADM-004 the sidebar names the seven areas in their order, then what was added, Visit Website and Logout', async () => {
  const { html } = await ask(path, { cookie: await cookiesOf(admin) })
  const sidebar = /<aside.*?<\/aside>/s.exec(html)?.[0] ?? ''
  const [, ...labels] = [...sidebar.matchAll(/class="folded:sr-only"[^>]*>([^<]+)</g)].map(
    ([, label]) => label,
  )
  expect(labels.slice(0, 7)).toEqual([
    'Dashboard',
    'Manage Investors',
    'Manage Projects',
    'Manage Investments',
    'Manage Documents',
    'Manage Notifications',
    'Manage Users',
  ])
  expect(labels.slice(-2)).toEqual(['Visit Website', 'Logout'])
})

test('ADM-011 ADM-021 LIM-021 (decisions §1) totals stand in whole US dollars and add up, what is single with its cents', async () => {
  const { investorId } = await anInvestor('Hibo Said')
  const id = await anInvestment(investorId, await aProject('Sea View'), usd('900'))
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 12030, '2026-03-01')`,
    [id],
  )
  const cookie = await cookiesOf(admin)
  for (const screen of [path, `${path}/investments`]) {
    const { html } = await ask(screen, { cookie })
    const totals =
      /<section aria-label="(?:Totals|All investments)".*?<\/section>/s.exec(html)?.[0] ?? ''
    const figures = [...totals.matchAll(/<dd class="num [^>]*>(.*?)<\/dd>/gs)].map(
      ([, figure = '']) => wordsOf(figure),
    )
    const amounts = figures.filter((figure) => figure.startsWith('$'))
    expect(amounts, screen).toHaveLength(3)
    for (const amount of amounts) expect(amount, screen).toMatch(/^\$[\d,]+$/)
    const [total = 0, received = 0, remaining] = amounts.map((amount) =>
      Number(amount.replace(/[$,]/g, '')),
    )
    expect(remaining, screen).toBe(total - received)
  }
  const dashboard = wordsOf((await ask(path, { cookie })).html)
  const { rows } = await change<{ total: string; received: string }>(
    `select to_char(round(sum(amount_cents) / 100), 'FM999,999') as total,
       to_char(round(sum(received_cents) / 100), 'FM999,999') as received from app.investment where status <> 'cancelled'`,
  )
  expect(dashboard).toContain(`Total Investment $${rows[0]?.total} `)
  expect(dashboard).toContain(`Received Payments $${rows[0]?.received} `)
  expect(wordsOf((await ask(`${path}/investments`, { cookie })).html)).toContain(
    'Received $120.30 Remaining $779.70',
  )
  expect(wordsOf((await ask(`${path}/investments/${id}`, { cookie })).html)).toContain('$120.30')
})

test('ADM-003 ADM-005 the sidebar says whose panel it is; Visit Website opens in another tab', async () => {
  const { data } = await layoutLoader(
    requestBy(admin, path) as unknown as Parameters<typeof layoutLoader>[0],
  )
  const html = htmlOf(OfficeLayout, path, data)
  expect(wordsOf(html)).toContain('Admin Panel')
  expect(wordsOf(html)).toContain('Logged in as Amina Yusuf')
  const link = /<a [^>]*title="Visit Website"[^>]*>/.exec(html)?.[0]
  expect(link).toContain('href="/"')
  expect(link).toContain('target="_blank"')
})

test('ADM-017 (W-37, W-53) each activity is dated by how long ago it was recorded', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const activities = [
    ['a', '2026-11-20T08:59:40Z'],
    ['b', '2026-11-20T08:48:00Z'],
    ['c', '2026-11-20T06:00:00Z'],
    ['d', '2026-11-19T09:00:00Z'],
    ['e', '2026-11-15T09:00:00Z'],
    ['f', '2026-11-02T09:00:00Z'],
  ].map(([title = '', at = '']) => ({
    kind: 'document' as const,
    id: title,
    title,
    project: null,
    at: new Date(at),
  }))
  const html = htmlOf(() => <RecentActivities activities={activities} now={now} />, path)
  expect(wordsOf(html)).toBe(
    'Recent Activities a Document Just now b Document 12 minutes ago c Document 3 hours ago d Document Yesterday ' +
      'e Document 5 days ago f Document 2 Nov 2026',
  )
})
