import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as, asPerson, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { type Cents, sum, usd } from '../../values/money.ts'
import { findInvestment } from './find-investment.server.ts'
import type { InvestmentOrder, InvestmentStatus } from './investment.ts'
import { findInvestmentInFull } from './investment-in-full.server.ts'
import { investmentTotals } from './investment-totals.server.ts'
import { type InvestmentSearch, listInvestments } from './investments.server.ts'
import { firstInvestments } from './portfolio.server.ts'

const admin = await anAdmin()
const hodan = await anInvestor('Hodan Abdi')
const omar = await anInvestor('Omar Said')
const towers = await aProject('Twin Towers Muthaiga')
const plaza = await aProject('Corner Plaza')

function put(
  investorId: string,
  projectId: string,
  facts: {
    amount: Cents
    on: string
    received?: Cents
    status?: InvestmentStatus
    next?: string
    archived?: boolean
  },
) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on, next_payment_on, archived_at)
       values ($1, $2, $3, $4, $5, case when $6 then now() end) returning id`,
      [investorId, projectId, facts.amount, facts.on, facts.next ?? null, false],
    )
    const id = rows[0]?.id ?? ''
    if (facts.received) {
      await client.query(
        "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, $3)",
        [id, facts.received, facts.on],
      )
    }
    const { status, archived = false } = facts
    if (status === 'cancelled')
      await client.query(
        "update app.investment set status = 'cancelled', cancelled_on = '2026-06-01' where id = $1",
        [id],
      )
    if (archived)
      await client.query('update app.investment set archived_at = now() where id = $1', [id])
    return id
  })
}

const half = await put(hodan.investorId, towers, {
  amount: usd('35,000'),
  received: usd('17,500'),
  on: '2026-03-10',
  next: '2026-06-30',
})
const newest = await put(omar.investorId, plaza, {
  amount: usd('12,000.40'),
  on: '2026-05-02',
  next: '2026-07-01',
})
const paid = await put(hodan.investorId, plaza, {
  amount: usd('20,000'),
  received: usd('20,000'),
  on: '2025-12-09',
})
const cancelled = await put(omar.investorId, towers, {
  amount: usd('9,000'),
  received: usd('1,000.25'),
  on: '2026-01-05',
  status: 'cancelled',
})
await put(omar.investorId, towers, { amount: usd('500'), on: '2024-01-05', archived: true })

const list = (changes: Partial<InvestmentSearch> = {}) =>
  as(admin, (actor) =>
    listInvestments(actor, {
      q: '',
      status: null,
      due: null,
      order: 'newest',
      page: 1,
      ...changes,
    }),
  )
const ids = async (changes: Partial<InvestmentSearch>) =>
  (await list(changes)).investments.map(({ id }) => id)

test('MIV-001 (W-25) the three figures cover every investment that is not cancelled, and agree with the ledger', async () => {
  setClock(() => new Date('2026-07-01T09:00:00Z'))
  expect(await as(admin, investmentTotals)).toEqual({
    total: usd('67,500.40'),
    received: usd('37,500'),
    remaining: usd('30,000.40'),
    toRefund: usd('1,000.25'),
    investments: 4,
    investors: 2,
    overdue: 1,
  })
})

test('MIV-002 the search finds parts of a project or investor name in any case', async () => {
  expect(await ids({ q: 'corner' })).toEqual([newest, paid])
  expect(await ids({ q: 'HODAN' })).toEqual([half, paid])
  expect(await ids({ q: 'ho' })).toEqual([half, paid])
  expect(await ids({ q: '%%%' })).toEqual([])
})

test('MIV-003 investments come newest first, in pages, and archived ones are left out', async () => {
  expect(await ids({})).toEqual([newest, half, cancelled, paid])
  const { total, counts, page } = await list({ page: 99 })
  expect({ total, page }).toEqual({ total: 4, page: 1 })
  expect(counts).toEqual({ all: 4, pending: 1, active: 1, completed: 1, cancelled: 1, archived: 1 })
})

test('status and order come from the database', async () => {
  expect(await ids({ status: 'completed' })).toEqual([paid])
  expect(await list({ status: 'completed' })).toMatchObject({ total: 1, counts: { pending: 1 } })
  const ordered: Record<InvestmentOrder, string[]> = {
    newest: [newest, half, cancelled, paid],
    oldest: [paid, cancelled, half, newest],
    largest: [half, paid, newest, cancelled],
    remaining: [half, newest, ...[cancelled, paid].toSorted().reverse()],
    'next-payment': [half, newest, paid, cancelled],
  }
  for (const [order, expected] of Object.entries(ordered))
    expect(await ids({ order: order as InvestmentOrder })).toEqual(expected)
})

test('LIST-001 (issue 31) the list is limited to one project, with its counts and the money of what is listed', async () => {
  expect(await ids({ projectId: plaza })).toEqual([newest, paid])
  const { total, counts, listed } = await list({ projectId: towers })
  expect(total).toBe(2)
  expect(counts).toEqual({ all: 2, pending: 0, active: 1, completed: 0, cancelled: 1, archived: 1 })
  expect(listed).toEqual({
    amount: usd('35,000'),
    received: usd('17,500'),
    remaining: usd('17,500'),
    cancelled: 1,
  })
  expect(await ids({ projectId: plaza, investorId: hodan.investorId })).toEqual([paid])
})

test('LIST-002 (issue 31) the money of a list follows its status; cancelled ones owe nothing', async () => {
  expect((await list({ status: 'cancelled' })).listed).toEqual({
    amount: usd('9,000'),
    received: usd('1,000.25'),
    remaining: null,
    cancelled: 0,
  })
  expect((await list({ status: 'archived' })).listed).toMatchObject({ amount: usd('500') })
  expect((await list({ q: 'nothing of that name' })).listed).toMatchObject({ amount: usd('0') })
  const whole = { amount: usd('67,000.40'), received: usd('37,500'), remaining: usd('29,500.40') }
  expect((await list()).listed).toEqual({ ...whole, cancelled: 1 })
  const found = [await list({ q: 'hodan' }), await list({ q: 'omar' })].map(({ listed }) => listed)
  expect(sum(found.map(({ amount }) => amount))).toBe(whole.amount)
})

test('MIV-013 (W-25) what remains is computed from the ledger, never stored', async () => {
  const { investments } = await list({ q: 'hodan' })
  expect(investments[0]).toMatchObject({
    received: usd('17,500'),
    remaining: usd('17,500'),
    progress: 5000,
  })
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select from information_schema.columns where table_schema = 'app' and column_name ~ 'remaining'",
    ),
  )
  expect(rows).toEqual([])
})

test('the progress is received over amount and below the whole never rounds up to it', async () => {
  const almost = await put(hodan.investorId, towers, {
    amount: usd('35,000'),
    received: usd('34,999.99'),
    on: '2020-01-01',
  })
  const { investments } = await list({ order: 'oldest' })
  expect(investments.find(({ id }) => id === almost)).toMatchObject({
    progress: 9999,
    status: 'active',
  })
})

test('a next payment is overdue the day after it was expected, in Nairobi', async () => {
  setClock(() => new Date('2026-06-30T20:59:00Z'))
  expect((await list({ q: 'hodan' })).investments[0]).toMatchObject({
    overdue: false,
    nextPaymentOn: '2026-06-30',
  })
  setClock(() => new Date('2026-06-30T21:00:00Z'))
  expect((await list({ q: 'hodan' })).investments[0]).toMatchObject({ overdue: true })
})

test('MIV-006 MIV-007 (W-24) the next payment date is a column that always exists, read with the rest', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select data_type from information_schema.columns where column_name = 'next_payment_on'",
    ),
  )
  expect(rows).toEqual([{ data_type: 'date' }])
  expect((await list({ status: 'pending' })).investments[0]).toMatchObject({
    nextPaymentOn: day('2026-07-01'),
  })
})

test('of what is paid in full no next payment is awaited, though an import left its date', async () => {
  const whole = { amount: usd('700'), received: usd('700'), on: '2025-01-05', next: '2025-02-01' }
  const person = await anInvestor('Imported Once')
  const id = await put(person.investorId, plaza, whole)
  const [card] = (await list({ q: 'imported once' })).investments
  expect(card).toMatchObject({ id, status: 'completed', nextPaymentOn: null, overdue: false })
  const full = await as(admin, (actor) => findInvestmentInFull(actor, id))
  expect(full).toMatchObject({ status: 'completed', nextPaymentOn: null, overdue: false })
  expect(await as(admin, (actor) => findInvestment(actor, id))).toMatchObject({
    nextPaymentOn: null,
  })
  const mine = await asPerson(person, (investor) => firstInvestments(investor, 5))
  expect(mine.map(({ nextPayment }) => nextPayment)).toEqual([null])
})

test('one investment, and null for an id that no one has', async () => {
  expect(await as(admin, (actor) => findInvestment(actor, half))).toMatchObject({
    project: { name: 'Twin Towers Muthaiga' },
    investor: { name: 'Hodan Abdi', hasAccount: true },
    remaining: usd('17,500'),
    isArchived: false,
  })
  const nobodys = '0190a000-0000-7000-8000-000000000000'
  expect(await as(admin, (actor) => findInvestment(actor, nobodys))).toBeNull()
})

test('MIV-008 an investment whose project or investor cannot be found is still listed, by the fallback names', async () => {
  const lost = await put(omar.investorId, await aProject('Gone'), {
    amount: usd('700'),
    on: '2019-01-01',
  })
  await asSuperuser(async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query("delete from app.project where name = 'Gone'")
    await client.query('update app.investment set investor_id = gen_random_uuid() where id = $1', [
      lost,
    ])
  })
  const { investments } = await list({ order: 'oldest' })
  expect(investments[0]).toMatchObject({
    id: lost,
    project: 'Unknown Project',
    investor: 'Unknown Investor',
    cover: null,
  })
})

test('OPS-323 when the database fails, the first page of the list fails and the process goes on', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const search: InvestmentSearch = { q: '', status: null, due: null, order: 'newest', page: 1 }
  const listing = as(admin, async (actor) => {
    await sql`select 1 / 0`.execute(actor.tx).catch(() => undefined)
    return listInvestments(actor, search)
  })
  await expect(listing).rejects.toThrow('current transaction is aborted')
  await setImmediate()
  expect(unhandled).toEqual([])
})
