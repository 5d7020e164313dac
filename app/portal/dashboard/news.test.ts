import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { markSent } from '../../../tests/distributions.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
  type Person,
} from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { visitOf } from '../../domain/investors/visits.server.ts'
import { recordPayment } from '../../domain/payments/record-payment.server.ts'
import { voidEntry } from '../../domain/payments/void-entry.server.ts'
import { newsSince } from '../../domain/reports/news.server.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'

const home = '/investment-dashboard'
const admin = await anAdmin()
setClock()
const start = clock.now().getTime()

/** Sets the application's clock this many minutes from now; sessions use the database's clock. */
const minutesFromNow = (minutes: number) => {
  const at = new Date(start + minutes * 60_000)
  setClock(() => at)
  return at
}
afterEach(() => setClock())

const lastVisitOf = async (person: Person) => (await asPerson(person, visitOf)).last

test('the last visit is the end of the one before, half an hour without a page being the end', async () => {
  const person = await anInvestor()
  const cookie = await cookiesOf(person)
  minutesFromNow(0)
  await ask(home, { cookie })
  expect(await lastVisitOf(person)).toBeNull()
  const end = minutesFromNow(10)
  await ask(`${home}/projects`, { cookie })
  minutesFromNow(35)
  await ask(`${home}/documents`, { cookie })
  expect(await lastVisitOf(person)).toBeNull()
  const later = minutesFromNow(60 * 24)
  expect(wordsOf((await ask(home, { cookie })).html)).toContain('Your last visit was on')
  await ask(`${home}/settings`, { cookie })
  const last = await lastVisitOf(person)
  expect(last?.getTime()).toBe(end.getTime() + 25 * 60_000)
  expect(last?.getTime()).toBeLessThan(later.getTime())
})

test('neither who looks on nor what a page asks for by itself moves the last visit', async () => {
  const person = await anInvestor()
  const cookie = await cookiesOf(person)
  const first = minutesFromNow(0)
  await ask(home, { cookie })
  const stored = () =>
    change('select * from app.portal_visit where investor_id = $1', [person.investorId])
  const before = (await stored()).rows
  minutesFromNow(60)
  await ask(`${home}?investorId=${person.investorId}`, { cookie: await cookiesOf(admin) })
  await ask(home, { cookie: `${cookie}; live=1` })
  expect((await stored()).rows).toEqual(before)
  expect(await lastVisitOf(person)).toEqual(first)
})

test('money, documents and progress are told once each, money first, to their own investor only', async () => {
  const [person, stranger] = [await anInvestor(), await anInvestor()]
  const project = await aProject('Acacia Towers')
  const investmentId = await anInvestment(person.investorId, project, usd('5,000'))
  const since = new Date(start - 60_000)
  const pay = (amount: string) =>
    as(admin, (actor) =>
      recordPayment(actor, investmentId, {
        key: randomUUID(),
        amount: usd(amount),
        receivedOn: day('2026-03-01'),
        method: 'bank-transfer',
        reference: null,
        note: null,
        nextPaymentOn: null,
        nextPaymentAmount: null,
      }),
    )
  await pay('1,000')
  const wrong = await pay('250.50')
  if ('refused' in wrong) throw new Error(wrong.refused)
  const entry = await change(
    'select id from app.ledger_entry where investment_id = $1 and amount_cents = 25050',
    [investmentId],
  )
  await as(admin, (actor) =>
    voidEntry(actor, {
      key: randomUUID(),
      entryId: entry.rows[0]?.id ?? '',
      reason: 'Booked twice',
      voidedOn: day('2026-03-02'),
    }),
  )
  await change(
    `insert into app.project_update (project_id, dated_on, progress_percent, body, created_at)
     values ($1, '2026-01-01', 40, 'Walls', now() - interval '1 year'), ($1, '2026-02-01', 55, 'Roof', now())`,
    [project],
  )
  await aDocument({ title: 'Deed', projectId: project })
  await aDocument({ title: 'Old deed', projectId: project, at: '2020-01-01' })
  const { news, total, documents } = await asPerson(person, (reader) =>
    newsSince(reader, since, 12),
  )
  expect(news.map(({ id: _, at: __, ...rest }) => rest)).toEqual([
    { kind: 'void', amount: -25050n, voided: 'payment', project: 'Acacia Towers', investmentId },
    { kind: 'payment', amount: 100000n, project: 'Acacia Towers', investmentId },
    { kind: 'investment', amount: 500000n, project: 'Acacia Towers', investmentId },
    { kind: 'documents', count: 1, title: 'Deed', project: 'Acacia Towers', investmentId: null },
    { kind: 'progress', percent: 55, formerPercent: 40, project: 'Acacia Towers', investmentId },
  ])
  expect({ total, documents }).toEqual({ total: 5, documents: 1 })
  expect(await asPerson(stranger, (reader) => newsSince(reader, since, 12))).toEqual({
    news: [],
    total: 0,
    documents: 0,
  })
  const words = wordsOf((await ask(home, { cookie: await cookiesOf(person) })).html)
  expect(words).toContain('New in the last 30 days')
  expect(words).toMatch(
    /Payment of \$250\.50 voided .*Payment of \$1,000 received .*New investment of \$5,000 .*Deed Acacia Towers .*Building progress 40% to 55%/,
  )
})

test('a return is news with its sum, and again when it is voided; an empty share and an imported payment are no news', async () => {
  const [person, small] = [await anInvestor(), await anInvestor()]
  const project = await aProject('Baobab Court')
  const investmentId = await anInvestment(person.investorId, project, usd('5,000'))
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, imported)
     values ($1, 'payment', 40000, '2026-03-01', true)`,
    [investmentId],
  )
  const made = await change(
    `with made as (insert into app.distribution (project_id, total_cents, dated_on) values ($1, 600, '2026-03-02') returning id)
     insert into app.distribution_share select id, share.* from made,
       (values ($2::uuid, 600), ($3::uuid, 0)) share
     returning distribution_id as id`,
    [project, investmentId, await anInvestment(small.investorId, project, usd('1'))],
  )
  const newsOf = async (reader = person) => {
    const { news } = await asPerson(reader, (investor) => newsSince(investor, new Date(0), 12))
    return news.map(({ kind, investmentId: about, ...rest }) => [
      kind,
      about,
      'amount' in rest && rest.amount,
    ])
  }
  expect(await newsOf()).toEqual([['declared', investmentId, 600n]])
  await markSent(made.rows[0]?.id ?? '', '2026-03-05')
  expect(await newsOf()).toEqual([['return', investmentId, 600n]])
  const ofSmall = [['investment', expect.any(String), 100n]]
  expect(await newsOf(small)).toEqual(ofSmall)
  await change(
    "insert into app.distribution_void (distribution_id, reason) values ($1, 'Wrong sum')",
    [made.rows[0]?.id],
  )
  expect(await newsOf()).toEqual([['return-void', investmentId, 600n]])
  expect(await newsOf(small)).toEqual(ofSmall)
})

test('OWN-012 a corrected amount, a cancellation and that it was taken back are told to whom the investment belonged then', async () => {
  const [person, next] = [await anInvestor(), await anInvestor()]
  const investmentId = await anInvestment(
    person.investorId,
    await aProject('Dune View'),
    usd('5,000'),
  )
  const amend = (changes: string) =>
    change(`update app.investment set ${changes} where id = $1`, [investmentId])
  const newsOf = async (reader: Person, since = new Date(start - 60_000)) => {
    const { news } = await asPerson(reader, (investor) => newsSince(investor, since, 12))
    return news.map(({ id: _, at: __, project: ___, ...rest }) => rest)
  }
  await amend('amount_cents = 450000')
  const corrected = { kind: 'amount', formerAmount: 500000n, amount: 450000n, investmentId }
  // As added, and what happened to it since.
  expect(await newsOf(person)).toEqual([
    corrected,
    { kind: 'investment', amount: 500000n, investmentId },
  ])
  await amend("created_at = '2026-01-01'")
  expect(await newsOf(person)).toEqual([corrected])
  expect(wordsOf((await ask(home, { cookie: await cookiesOf(person) })).html)).toContain(
    'Amount $5,000 to $4,500 Dune',
  )
  await amend("status = 'cancelled', cancelled_on = (now() at time zone 'Africa/Nairobi')::date")
  const cancelled = { kind: 'cancelled', amount: 450000n, investmentId }
  expect(await newsOf(person)).toEqual([cancelled, corrected])
  await amend("status = 'active', cancelled_on = null")
  expect(await newsOf(person)).toEqual([{ ...cancelled, kind: 'resumed' }, corrected])
  await amend("status = 'cancelled', cancelled_on = (now() at time zone 'Africa/Nairobi')::date")
  expect(await newsOf(person)).toEqual([cancelled, corrected])
  // The demo cancels on past days.
  await amend("status = 'active', cancelled_on = null")
  await amend("status = 'cancelled', cancelled_on = '2020-01-01'")
  expect(await newsOf(person)).toEqual([corrected])
  const { rows } = await change(
    "select max(amended_at) filter (where kind = 'cancelled' and amended_at < '2020-02-01') as at from app.amendment where investment_id = $1",
    [investmentId],
  )
  // The end of the day in Nairobi: what was recorded in its last minute comes before it.
  expect(rows).toEqual([{ at: new Date('2020-01-01T20:59:59.999Z') }])
  await amend(`investor_id = '${next.investorId}', amount_cents = 440000`)
  for (const investor of [person, next]) expect(await newsOf(investor)).toEqual([])
})

test('many documents are one line below the money, which leads to them alone; what has no room is counted', async () => {
  const person = await anInvestor()
  const project = await aProject('Cedar House')
  const investmentId = await anInvestment(person.investorId, project, usd('5,000'))
  await change("update app.investment set created_at = '2026-01-01' where id = $1", [investmentId])
  const book = (cents: number, at: number) =>
    change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason, recorded_at)
       values ($1, 'adjustment', $2, '2026-03-01', 'Exchange rate', $3)`,
      [investmentId, cents, new Date(at)],
    )
  const day = 24 * 60 * 60_000
  for (let index = 1; index <= 3; index += 1) await book(100 * index, start - 5 * day + index)
  for (let index = 1; index <= 9; index += 1)
    await aDocument({ title: `Report ${index}`, investorId: person.investorId })
  await aDocument({ title: 'Old report', investorId: person.investorId, at: '2020-01-01' })
  const cookie = await cookiesOf(person)
  const dashboard = async () => (await ask(home, { cookie })).html
  expect(wordsOf(await dashboard())).toMatch(
    /of \+ ?\$3 .*of \+ ?\$2 .*of \+ ?\$1 .*9 new documents The latest on/,
  )
  for (let index = 4; index <= 20; index += 1) await book(100 * index, start - 5 * day + index)
  const html = await dashboard()
  const words = wordsOf(html)
  expect(words).toMatch(
    /\$20 .*\$19 .*\$18 .*9 new documents .*17 more .*\$17 .*\$10 .*9 more in My Investments/,
  )
  expect(html).toContain('href="/investment-dashboard/documents?new=yes"')
  const fresh = wordsOf((await ask(`${home}/documents?new=yes`, { cookie })).html)
  expect(fresh).toContain('Report 9')
  expect(fresh).not.toContain('Old report')
  expect(wordsOf((await ask(`${home}/documents`, { cookie })).html)).toMatch(
    /New in 30 days 9 .*Old report/,
  )
  const searched = async (query: string) =>
    wordsOf((await ask(`${home}/documents?${query}`, { cookie })).html)
  expect(await searched('q=report+3')).toContain('New in 30 days 1')
  for (const query of ['q=old', 'type=tax'])
    expect(await searched(query)).not.toContain('New in 30 days')
})
