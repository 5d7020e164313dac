import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsChecks } from '../../../server/recovery/inconsistencies.ts'
import { asSuperuser, change } from '../../../tests/database.ts'
import { sendPayment, takeBack } from '../../../tests/ledger.ts'
import {
  aMilestone,
  aPlan,
  aReachedMilestone,
  aVoidedMilestone,
} from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import { addDays, daysBetween } from '../../values/calendar-date.ts'
import { type Cents, cents, sum, zero } from '../../values/money.ts'
import { duePayments } from '../investments/due.server.ts'
import { cashForecast, forecastByProject } from './forecast.server.ts'
import { describeOverdue, dueLinesOf, overdueLines } from './receivable-lines.server.ts'
import {
  notDueInAll,
  overdueIds,
  overdueInvestors,
  projectReceivables,
  summedUp,
} from './receivables.server.ts'

const admin = await anAdmin()
const people = await Promise.all(['Asha', 'Omar', 'Hodan'].map((name) => anInvestor(name)))
const projects = await Promise.all(['Pier House', 'Garden Villas'].map((name) => aProject(name)))
const milestones = await Promise.all(projects.map((projectId) => aMilestone(projectId)))
const today = clock.today()
const everything = { q: '', projectId: null, order: 'amount' as const, scope: 'overdue' as const }

type Step = { act: string; which: number; amounts: bigint[]; days: number }
const acts = [
  ...['invest', 'invest', 'plan', 'plan', 'pay', 'pay', 'void', 'date', 'cancel', 'archive'],
  ...['move', 'reach', 'unreach', 'delete'],
]
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(99),
  amounts: fc.array(fc.bigInt({ min: 1n, max: 90_000n }), { minLength: 1, maxLength: 5 }),
  days: fc.integer({ min: -130, max: 400 }),
})

const pick = <T>(list: T[], which: number) => list[which % Math.max(1, list.length)]
const investmentIds = async (condition = 'true') =>
  (await change(`select id from app.investment where ${condition} order by id`)).rows.map(
    ({ id }) => id,
  )
const open = `archived_at is null and status in ('pending', 'active')`

async function plan(which: number, amounts: bigint[], days: number) {
  const id = pick(await investmentIds(`${open} and received_cents = 0`), which)
  if (!id) return
  const { rows } = await change<{ project_id: string }>(
    'select project_id from app.investment where id = $1',
    [id],
  )
  const milestoneId = milestones[projects.indexOf(rows[0]?.project_id ?? '')] ?? ''
  const lines = amounts.map((amount, index) => ({
    amount: cents(amount),
    ...(index === 4
      ? { milestoneId, days: 5 }
      : { dueOn: addDays(today, Math.max(-280, days + (index - 2) * 31)) }),
  }))
  await aPlan(id, lines)
}

async function pay(which: number, amount: bigint) {
  const id = pick(await investmentIds(open), which)
  if (!id) return
  const { rows } = await change<{ left: string }>(
    'select amount_cents - received_cents as left from app.investment where id = $1',
    [id],
  )
  const left = BigInt(rows[0]?.left ?? 0)
  await sendPayment(admin, id, { amount: cents(amount < left ? amount : left) })
}

async function voidOne(which: number) {
  const { rows } = await change(
    `select id from app.ledger_entry e where kind = 'payment'
       and not exists (select from app.ledger_entry v where v.voids_id = e.id) order by id`,
  )
  const entry = pick(rows, which)
  if (entry) await takeBack(admin, entry.id, today)
}

const setOf = async (which: number, condition: string, assignments: string, value?: unknown) => {
  const id = pick(await investmentIds(condition), which)
  if (!id) return
  await change(
    `update app.investment set ${assignments} where id = $1`,
    value === undefined ? [id] : [id, value],
  )
}

async function move(which: number) {
  const isFree = `received_cents = 0 and ${open}
    and not exists (select from app.ledger_entry e where e.investment_id = investment.id)
    and not exists (select from app.plan_line l where l.investment_id = investment.id and milestone_id is not null)`
  await setOf(which, isFree, 'project_id = $2', pick(projects, which >> 2))
}

async function reach(which: number, isReached: boolean) {
  const id = pick(milestones, which) ?? ''
  const { rows } = await change(
    'select id from app.milestone where id = $1 and reached_id is not null',
    [id],
  )
  if (rows.length === 0 && isReached) await aReachedMilestone(id, addDays(today, -which))
  if (rows.length > 0 && !isReached) await aVoidedMilestone(id)
}

async function remove(which: number) {
  const isUnpaid =
    'not exists (select from app.ledger_entry e where e.investment_id = investment.id)'
  const id = pick(await investmentIds(isUnpaid), which)
  if (id) await change('delete from app.investment where id = $1', [id])
}

const steps: Record<string, (step: Step) => Promise<unknown>> = {
  invest: ({ which, amounts }) =>
    anInvestment(
      pick(people, which)?.investorId ?? '',
      pick(projects, which >> 2) ?? '',
      cents(amounts.reduce((all, amount) => all + amount, 10n)),
    ),
  plan: ({ which, amounts, days }) => plan(which, amounts, days),
  pay: ({ which, amounts }) => pay(which, amounts[0] ?? 1n),
  void: ({ which }) => voidOne(which),
  date: ({ which, days }) =>
    setOf(which, `${open} and plan_version is null`, 'next_payment_on = $2', addDays(today, days)),
  cancel: ({ which }) =>
    setOf(which, `status <> 'cancelled'`, `status = 'cancelled', cancelled_on = current_date`),
  archive: ({ which }) => setOf(which, `status = 'completed'`, 'archived_at = now()'),
  move: ({ which }) => move(which),
  reach: ({ which }) => reach(which, true),
  unreach: ({ which }) => reach(which, false),
  delete: ({ which }) => remove(which),
}

/** A simple reading of every line, without the functions under test. */
async function model() {
  const { rows } = await change<{
    open: string
    due: string | null
    amount: string
    investor: string
    project: string
  }>(
    `select l.open_cents as open, l.due_on::text as due, l.amount_cents as amount, i.investor_id as investor, i.project_id as project
     from app.investment i join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
     join app.plan_line l on l.plan_id = p.id where i.archived_at is null and i.status in ('pending', 'active')
     union all
     select coalesce(next_payment_cents, amount_cents - received_cents), next_payment_on::text,
       coalesce(next_payment_cents, amount_cents - received_cents), investor_id, project_id
     from app.investment where plan_version is null and next_payment_on is not null
       and archived_at is null and status in ('pending', 'active')`,
  )
  return rows.map((row) => {
    const [open, amount] = [BigInt(row.open), BigInt(row.amount)]
    const late = row.due === null ? 0 : daysBetween(row.due as typeof today, today)
    return { ...row, open: cents(open), late: open * 200n < amount ? 0 : late }
  })
}

async function compare() {
  const lines = await model()
  const due = (chosen: typeof lines) => sum(chosen.map((line) => line.open))
  const late = lines.filter((line) => line.late > 0)
  const within = (from: number, to: number) =>
    due(late.filter((line) => line.late >= from && line.late <= to))
  const ages = {
    to30: within(1, 30),
    to60: within(31, 60),
    to90: within(61, 90),
    over90: within(91, Number.POSITIVE_INFINITY),
  }
  await as(admin, async (actor) => {
    const figure = (await duePayments(actor)).overdue
    expect(figure.amount).toBe(due(late))
    const { aged, totals } = await overdueInvestors(actor, { ...everything, page: 1 })
    expect(totals).toEqual({ ...ages, total: due(late), count: aged.length })
    const described = await describeOverdue(actor, aged, null)
    for (const row of described) {
      const own = lines.filter(({ investor }) => investor === row.id)
      expect(row.total).toBe(due(own.filter((line) => line.late > 0)))
      expect(row.notDue).toBe(due(own.filter((line) => line.late <= 0)))
    }
    await compareScopes(actor, lines)
    const byProject = await projectReceivables(actor, everything)
    const notDue = due(lines.filter((line) => line.late <= 0))
    expect(summedUp(byProject)).toEqual({ ...ages, notDue, total: due(late) })
    expect(await notDueInAll(actor, null, figure.amount)).toBe(notDue)
    const ids = await overdueIds(actor, everything)
    const exported = await overdueLines(actor, ids, null)
    expect(sum(exported.map((row) => row.total))).toBe(due(late))
    const everyone = people.map(({ investorId }) => investorId)
    const rows = await dueLinesOf(actor, everyone, null)
    expect(sum(rows.filter((row) => row.isOverdue).map((row) => row.open))).toBe(due(late))
    expect(rows.filter((row) => row.isOverdue)).toHaveLength(figure.count)
    expect(sum(rows.map((row) => row.open))).toBe(due(lines))
    await compareForecast(actor, due(lines), due(late))
  })
}

type ModelLine = Awaited<ReturnType<typeof model>>[number]

/** Whom each scope lists, with the same overdue amounts, and what is due within 30 days. */
async function compareScopes(actor: Parameters<typeof cashForecast>[0], lines: ModelLine[]) {
  const until = addDays(today, 30)
  const isLate = ({ late }: ModelLine) => late > 0
  const isSoon = ({ due }: ModelLine) => due !== null && due >= today && due <= until
  const isNearlyPaid = ({ open, amount }: ModelLine) => open * 200n < BigInt(amount)
  const chosen = {
    soon: lines.filter((line) => isLate(line) || (isSoon(line) && !isNearlyPaid(line))),
    open: lines.filter((line) => line.open > 0n),
  }
  for (const scope of ['soon', 'open'] as const) {
    const ids = await overdueIds(actor, { ...everything, scope })
    expect([...ids].sort()).toEqual([...new Set(chosen[scope].map((line) => line.investor))].sort())
    const rows = await overdueLines(actor, ids, null)
    for (const row of rows) {
      const own = lines.filter(({ investor }) => investor === row.id)
      expect(row.total).toBe(sum(own.filter(isLate).map((line) => line.open)))
      expect(row.soon).toBe(sum(own.filter(isSoon).map((line) => line.open)))
    }
    const { totals } = await overdueInvestors(actor, { ...everything, scope, page: 1 })
    expect(totals.count).toBe(ids.length)
    expect(totals.total).toBe(sum(lines.filter(isLate).map((line) => line.open)))
  }
}

async function compareForecast(actor: Parameters<typeof cashForecast>[0], all: Cents, late: Cents) {
  const { overdue, expected, later, undated, months } = await cashForecast(actor, null)
  expect(overdue).toBe(late)
  expect(sum([overdue, expected, later, undated])).toBe(all)
  const received = sum(months.map((month) => month.received ?? zero))
  const { rows } = await change<{ sum: string }>(
    'select coalesce(sum(amount_cents), 0)::bigint as sum from app.ledger_entry where dated_on >= $1',
    [months[0]?.month],
  )
  expect(received).toBe(BigInt(rows[0]?.sum ?? 0))
  const byProject = await forecastByProject(actor)
  expect(sum(byProject.map((row) => row.received))).toBe(received)
  const each = await Promise.all(projects.map((id) => cashForecast(actor, id)))
  for (const name of ['overdue', 'expected', 'later', 'undated'] as const)
    expect(sum(each.map((row) => row[name]))).toBe({ overdue, expected, later, undated }[name])
}

test('RECV-001 RECV-002 FCST-001 after every step dashboard, receivables, export and forecast agree to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (drawn) => {
      for (const next of drawn) {
        await steps[next.act]?.(next)
        await compare()
      }
    }),
    { numRuns: 12 },
  )
  const found = await asSuperuser(async (client) => {
    const all: unknown[] = []
    for (const query of Object.values(totalsChecks)) all.push(...(await client.query(query)).rows)
    await client.query('select app.fold_cash_counters()')
    for (const query of Object.values(totalsChecks)) all.push(...(await client.query(query)).rows)
    return all
  })
  expect(found).toEqual([])
}, 180_000)
