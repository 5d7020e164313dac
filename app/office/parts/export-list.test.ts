import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aMilestone, aPlan } from '../../../tests/payment-plans.ts'
import { aDocument, anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { usd } from '../../values/money.ts'
import { loader as distributions } from '../distributions/export/route.ts'
import { loader as documents } from '../documents/export/route.ts'
import { loader as inquiries } from '../inquiries/export/route.ts'
import { loader as investments } from '../investments/export/route.ts'
import { loader as payments } from '../investments/export-payments/route.ts'
import { loader as plans } from '../investments/export-plans/route.ts'
import { loader as investors } from '../investors/export/route.ts'
import { loader as notifications } from '../notifications/export/route.ts'
import { loader as projects } from '../projects/export/route.ts'
import { loader as users } from '../users/export/route.ts'

const admin = await anAdmin()
const home = '/admin-dashboard'

type Loader = (args: never) => Promise<Response>

async function exported(loader: Loader, path: string, init?: RequestInit) {
  const answer = await loader(requestBy(admin, `${home}${path}`, init) as never)
  // `text()` would strip the byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  return { headers: answer.headers, text }
}

/** Without the byte order mark and the final empty line. */
const linesOf = (text: string) => text.slice(1).split('\r\n').slice(0, -1)

const long = `Omar ${'a'.repeat(195)}`

test('DATA-024 investors are exported as the list is narrowed and sorted, on all its pages, and it is in the log', async () => {
  for (const name of ['Hodan Abdi', '=SUM(A1)', 'حليمة عثمان', long]) await anInvestor(name)
  await anInvestor('Hodan Pending', 'pending')
  const { headers, text } = await exported(
    investors,
    '/investors/export?q=hodan&status=active&sort=newest&page=3&who=Hodan',
  )
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="investors-\d{4}-\d\d-\d\d\.csv"/,
  )
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(text.startsWith('\uFEFFFull name,Email,Phone,Status,Join date,')).toBe(true)
  expect(linesOf(text).slice(1)).toEqual([
    expect.stringMatching(/^Hodan Abdi,hodan[^,]+,,Active,2025-01-15,0\.00,/),
  ])
  const all = linesOf((await exported(investors, '/investors/export')).text).slice(1)
  expect(all.map((line) => line.split(',')[0])).toEqual([
    `"'=SUM(A1)"`,
    'Hodan Abdi',
    'Hodan Pending',
    long,
    'حليمة عثمان',
  ])
  const { rows } = await change<{ after: unknown }>(
    "select after from app.audit_log where act = 'export' and subject = 'investor' order by id limit 1",
  )
  expect(rows).toEqual([{ after: { status: 'active', sort: 'newest', searched: true, rows: 1 } }])
})

test('DATA-024 a list of more than one batch is whole, in order and without a double', async () => {
  await change(
    `insert into app.investor (email, full_name, joined_on)
     select 'crowd' || n || '@example.com', 'Crowd ' || lpad(n::text, 5, '0'), '2026-01-01' from generate_series(1, 2105) n`,
  )
  const lines = linesOf((await exported(investors, '/investors/export?q=crowd')).text).slice(1)
  expect(lines).toHaveLength(2105)
  expect(lines.map((line) => line.slice(0, 11))).toEqual(
    Array.from({ length: 2105 }, (_, n) => `Crowd ${String(n + 1).padStart(5, '0')}`),
  )
})

test('DATA-024 investments and their ledgers are exported in the order of the list, amounts with their cents', async () => {
  const { investorId } = await anInvestor('Sahra Jama')
  const project = await aProject('Comma, Plaza')
  const small = await anInvestment(investorId, project, usd('100'))
  const large = await anInvestment(investorId, project, usd('2,000.50'))
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason)
     values ($1, 'payment', 5005, '2026-03-02', null), ($1, 'refund', -505, '2026-03-03', 'Too much'),
            ($2, 'payment', 100, '2026-03-01', null)`,
    [large, small],
  )
  const args = `?investor=${investorId}&sort=largest`
  const lines = linesOf((await exported(investments, `/investments/export${args}`)).text)
  expect(lines.slice(1).map((line) => line.slice(line.indexOf('@example.com,') + 13))).toEqual([
    `,2000.50,45.00,1955.50,Active,2026-02-01,,,,,no,${large}`,
    `,100.00,1.00,99.00,Active,2026-02-01,,,,,no,${small}`,
  ])
  expect(lines[1]).toMatch(/^"Comma, Plaza",p-/)
  const ledger = linesOf((await exported(payments, `/investments/export-payments${args}`)).text)
  expect(ledger.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['2026-03-02', 'payment', '50.05'],
    ['2026-03-03', 'refund', '-5.05'],
    ['2026-03-01', 'payment', '1.00'],
  ])
  expect(linesOf((await exported(projects, '/projects/export?q=comma')).text)[1]).toMatch(
    /^"Comma, Plaza",p-[^,]+,Nairobi,Ongoing,1000000\.00,0,/,
  )
})

test('PLAN-111 payment plans are exported with a row for each line of the current version', async () => {
  const { investorId } = await anInvestor('Planned Owner')
  const projectId = await aProject('Planned, House')
  const investmentId = await anInvestment(investorId, projectId, usd('3,000'))
  const milestoneId = await aMilestone(projectId, '=Roof')
  await aPlan(investmentId, [{ amount: usd('3,000'), dueOn: '2026-03-01' }])
  await aPlan(investmentId, [
    { amount: usd('1,000.50'), dueOn: '2026-03-01', label: 'Deposit, first' },
    { amount: usd('1,999.50'), milestoneId, days: 14 },
  ])
  const args = `?investor=${investorId}`
  const lines = linesOf((await exported(plans, `/investments/export-plans${args}`)).text)
  expect(lines[0]).toMatch(
    /^Payment reference,Investor,Investor email,Project,Agreed on,Version,Reason for this version,Line,Label,.*,Still due \(USD\),Reason,Investment$/,
  )
  expect(lines.slice(1).map((line) => line.slice(line.indexOf('"Planned, House"')))).toEqual([
    `"Planned, House",2026-02-01,2,Agreed,1,"Deposit, first",1000.50,2026-03-01,,,1000.50,,${investmentId}`,
    `"Planned, House",2026-02-01,2,Agreed,2,,1999.50,,"'=Roof",14,1999.50,,${investmentId}`,
  ])
})

test('DATA-024 of an address the log keeps words and ids only, and what no text can hold breaks nothing', async () => {
  const typed = ['status', 'sort', 'due', 'type', 'role', 'mark', 'investor', 'state', 'mail']
    .map((name) => `${name}=a%00b%20Hodan`)
    .join('&')
  for (const [loader, list] of [
    [investors, 'investors/export'],
    [projects, 'projects/export'],
    [investments, 'investments/export'],
    [payments, 'investments/export-payments'],
    [plans, 'investments/export-plans'],
    [distributions, 'distributions/export'],
    [documents, 'documents/export'],
    [inquiries, 'inquiries/export'],
    [notifications, 'notifications/export'],
    [users, 'users/export'],
  ] as const) {
    const { text } = await exported(loader as Loader, `/${list}?${typed}`)
    expect(text.length, list).toBeGreaterThan(10)
    const { rows } = await change<{ after: object }>(
      "select after from app.audit_log where act = 'export' order by id desc limit 1",
    )
    expect(Object.keys(rows[0]?.after ?? {}).toSorted(), list).toEqual(['rows', 'searched'])
  }
})

test('DATA-024 what is asked for without its body reads no list; an investor and a guest find nothing', async () => {
  expect((await exported(investors, '/investors/export', { method: 'HEAD' })).text).toBe('')
  for (const stranger of [await anInvestor('A Stranger'), null]) {
    const args = requestBy(stranger, `${home}/investors/export`)
    await expect(investors(args as never)).rejects.toMatchObject({ status: 404 })
  }
})

test('DATA-025 users, documents, notifications, inquiries and distributions are exported as their lists are narrowed', async () => {
  const hibo = await anInvestor('Hibo Nur')
  const project = await aProject('Palm Court')
  await aDocument({ title: 'Palm deed', projectId: project, about: 'A,B' })
  await aDocument({ title: 'Palm report', type: 'report', projectId: project })
  await change(
    `insert into app.notification (title, message, notification_type, audience) values ('Palm news', 'Read "this"', 'general', 'all')`,
  )
  await change(
    `insert into app.inquiry (source, name, email, message, received_at)
     values ('contact', 'Palm Asker', 'palm@example.com', '=HYPERLINK("x")', '2026-11-01T08:00:00Z')`,
  )
  await change(
    `with paid as (
       insert into app.distribution (project_id, total_cents, dated_on) values ($1, 123456, '2026-06-30') returning id)
     insert into app.distribution_share (distribution_id, investment_id, amount_cents) select id, $2, 123456 from paid`,
    [project, await anInvestment(hibo.investorId, project, usd('10'))],
  )
  const first = async (loader: Loader, path: string) => {
    const lines = linesOf((await exported(loader, path)).text).slice(1)
    expect([path, lines.length]).toEqual([path, 1])
    return lines[0] ?? ''
  }
  expect(await first(users, '/users/export?q=hibo%20nur&role=investor')).toMatch(
    new RegExp(`^Hibo Nur,${hibo.email},Investor,,Active,yes,yes,no,2025-01-15,,`),
  )
  expect(await first(documents, '/documents/export?q=palm&type=legal')).toMatch(
    /^Palm deed,Legal Document,"A,B",Palm Court,,,.*,paper\.pdf,application\/pdf,4200000,[0-9a-f]{64},no,/,
  )
  expect(await first(notifications, '/notifications/export?q=palm&type=general')).toMatch(
    /,Palm news,"Read ""this""",General,All Investors,,,,no,,/,
  )
  expect(await first(inquiries, '/inquiries/export?q=palm&status=new')).toMatch(
    /^2026-11-01T08:00:00\.000Z,Palm Asker,palm@example\.com,,,"'=HYPERLINK\(""x""\)",,,,,Contact page,New,no,/,
  )
  expect(await first(distributions, '/distributions/export?q=palm')).toMatch(
    /^2026-06-30,Palm Court,1234\.56,0\.00,Declared,1,0,,,/,
  )
  for (const [loader, path] of [
    [documents, '/documents/export?q=palm&type=archived'],
    [inquiries, '/inquiries/export?q=palm&status=spam'],
    [notifications, '/notifications/export?q=palm&type=alert'],
  ] as const)
    expect(linesOf((await exported(loader, path)).text), path).toHaveLength(1)
})
