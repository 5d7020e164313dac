import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPaymentAccount, aTransaction } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { aHolding, aPayment, cancelInvestment } from '../../../tests/ledger.ts'
import { aMilestone, aPlan, aReachedMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { addDays, calendarDate, daysBetween } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import { newCompany } from '../company/new-company.ts'
import { setMailPreferences } from '../notifications/mail-preferences.server.ts'
import {
  queueReminders,
  queueRemindersOf,
  remindableNow,
  reminderBlockers,
} from './queue-reminders.server.ts'
import { pauseReminders, remindersOf } from './reminders.server.ts'

const admin = await anAdmin()

/** Nine in the morning in Nairobi. */
const morningOf = (on: string) => setClock(() => new Date(`${on}T06:00:00Z`))
const remind = (on: string) => {
  morningOf(on)
  return queueReminders(workerCommand)
}
const blockersOf = async (id: string, today: string) => {
  morningOf(today)
  return [...(await as(admin, (actor) => reminderBlockers(actor, [id]))).values()]
}

const sentFor = async (investmentId: string) => {
  const { rows } = await change<{ due_on: string; kind: number }>(
    'select due_on::text, kind from app.reminder where investment_id = $1 order by due_on + kind, due_on',
    [investmentId],
  )
  return rows.map(({ due_on: dueOn, kind }) => `${dueOn} ${kind}`)
}
const mailsFor = async (investmentId: string) => {
  const { rows } = await change<{ id: string; user_id: string; subject_id: string }>(
    `select o.id, o.user_id, o.subject_id from app.outbox o join app.reminder r on r.id = o.subject_id
     where o.template = 'payment-reminder' and r.investment_id = $1 order by o.created_at`,
    [investmentId],
  )
  return rows
}
const sentTo = async (userId: string) => {
  const { rows } = await change<{ reminders: number; mails: number }>(
    `select (select count(*)::int from app.reminder r join app.investment i on i.id = r.investment_id
         join app.investor v on v.id = i.investor_id where v.user_id = $1) as reminders,
       (select count(distinct subject_id)::int from app.outbox where user_id = $1 and template = 'payment-reminder') as mails`,
    [userId],
  )
  return rows[0]
}
const remindersAre = (before: string, after: string) =>
  change('update app.company set facts = facts || $1', [{ reminders: { before, after } }])

beforeEach(async () => {
  await change('delete from app.reminder')
  await change(
    'update app.investment set archived_at = now() where archived_at is null and received_cents = amount_cents',
  )
  await remindersAre('7, 1, 0', '7')
})
afterEach(() => setClock())

/** An investment with payments due on these days, of 1,000 dollars each. */
async function due(...days: string[]) {
  const holding = await aHolding()
  await aPlan(
    holding.investmentId,
    days.map((dueOn) => ({ amount: usd('1,000'), dueOn })),
  )
  return holding
}

test('REM-001 a fresh company reminds 7 and 1 days before, on the day and 7 days after', async () => {
  expect(newCompany('office@example.com').reminders).toEqual({ before: '7, 1, 0', after: '7' })
  const { investmentId } = await due('2027-03-10')
  for (let on = calendarDate('2027-02-20'); on <= '2027-04-10'; on = addDays(on, 1))
    await remind(on)
  expect(await sentFor(investmentId)).toEqual([
    '2027-03-10 -7',
    '2027-03-10 -1',
    '2027-03-10 0',
    '2027-03-10 7',
  ])
  expect(await mailsFor(investmentId)).toHaveLength(4)
})

test('REM-002 a simulated year reminds on exactly the days of a table', async () => {
  const roof = await aHolding()
  const milestone = await aMilestone(roof.projectId, 'Roof')
  await aPlan(roof.investmentId, [
    { amount: usd('1,000'), dueOn: '2027-02-01' },
    { amount: usd('2,000'), milestoneId: milestone, days: 14 },
    { amount: usd('3,000'), dueOn: '2027-12-31' },
  ])
  // Without a plan the agreed next payment counts.
  const single = await aHolding()
  await change(
    'update app.investment set next_payment_on = $2, next_payment_cents = 50000 where id = $1',
    [single.investmentId, '2027-05-05'],
  )
  const monthly = await due('2027-03-31', '2027-04-30')
  const happens: Record<string, () => Promise<unknown>> = {
    '2027-01-31': () => aPayment(admin, roof.investmentId, ['1,000', '2027-01-31']),
    // All but 0.4% of the line, which no one is reminded of.
    '2027-04-01': () => aPayment(admin, monthly.investmentId, ['996', '2027-04-01']),
    '2027-05-01': () => aPayment(admin, single.investmentId, ['100', '2027-05-01']),
    '2027-06-10': () => aReachedMilestone(milestone, '2027-06-10'),
    '2027-12-30': () => as(admin, (actor) => pauseReminders(actor, roof.investor.investorId, true)),
  }
  const isDown = (on: string) => on === '2027-06-17' || on === '2027-05-04'
  for (let on = calendarDate('2027-01-01'); on <= '2027-12-31'; on = addDays(on, 1)) {
    morningOf(on)
    await happens[on]?.()
    if (isDown(on)) continue
    await remind(on)
    await remind(on)
  }
  expect(await sentFor(roof.investmentId)).toEqual([
    '2027-02-01 -7',
    // 31 January was paid before; the week before 24 June was missed.
    '2027-06-24 -1',
    '2027-06-24 0',
    '2027-06-24 7',
    '2027-12-31 -7',
  ])
  expect(await sentFor(single.investmentId)).toEqual([
    '2027-05-05 -7',
    '2027-05-05 0',
    '2027-05-05 7',
  ])
  expect(await sentFor(monthly.investmentId)).toEqual([
    '2027-03-31 -7',
    '2027-03-31 -1',
    '2027-03-31 0',
    '2027-04-30 -7',
    '2027-04-30 -1',
    '2027-04-30 0',
    '2027-04-30 7',
  ])
}, 60_000)

test('REM-003 no reminder of what is paid, cancelled, archived, paused, declined or without an account', async () => {
  const holdings = await Promise.all(Array.from({ length: 6 }, () => due('2027-03-10')))
  const [paid, cancelled, archived, paused, declined, closed] = holdings
  if (!paid || !cancelled || !archived || !paused || !declined || !closed)
    throw new Error('too few')
  morningOf('2027-03-01')
  await aPayment(admin, paid.investmentId, ['1,000', '2027-03-01'])
  await cancelInvestment(admin, cancelled.investmentId)
  await change('update app.investment set archived_at = now() where id = $1', [
    archived.investmentId,
  ])
  await as(admin, (actor) => pauseReminders(actor, paused.investor.investorId, true))
  await asPerson(declined.investor, (investor) =>
    setMailPreferences(investor, { messages: true, news: true, reminders: false }),
  )
  await change('update app.investor set user_id = null where id = $1', [closed.investor.investorId])
  await remind('2027-03-09')
  for (const { investmentId } of holdings) expect(await sentFor(investmentId)).toEqual([])
  await as(admin, (actor) => pauseReminders(actor, paused.investor.investorId, false))
  await remind('2027-03-10')
  expect(await sentFor(paused.investmentId)).toEqual(['2027-03-10 0'])
  await remindersAre('', '')
  await remind('2027-03-17')
  expect(await sentFor(paused.investmentId)).toEqual(['2027-03-10 0'])
})

test('REM-004 no reminder while a proof or a suggestion of a payment waits', async () => {
  const [proven, suggested] = [await due('2027-03-10'), await due('2027-03-10')]
  morningOf('2027-03-05')
  await change(
    `insert into app.payment_proof (investment_id, message, code, minor, currency, paid_on, submitted_by)
     values ($1, 'UC58ZQ1X2Y Confirmed', 'UC58ZQ1X2Y', 2500000, 'KES', '2027-03-05', $2)`,
    [proven.investmentId, proven.investor.userId],
  )
  const account = await aPaymentAccount()
  const transactionId = await aTransaction(account, { minor: 2_500_000n })
  await change('update app.bank_transaction set suggestions = $2 where id = $1', [
    transactionId,
    JSON.stringify([
      { kind: 'investment', investmentId: suggested.investmentId, reason: 'x', score: 50 },
    ]),
  ])
  await remind('2027-03-09')
  expect(await sentFor(proven.investmentId)).toEqual([])
  expect(await sentFor(suggested.investmentId)).toEqual([])
  await change(
    "update app.payment_proof set decision = 'declined', reason = 'No', decided_at = now()",
  )
  await change("update app.bank_transaction set suggestions = '[]'")
  await remind('2027-03-10')
  expect(await sentFor(proven.investmentId)).toEqual(['2027-03-10 0'])
  expect(await sentFor(suggested.investmentId)).toEqual(['2027-03-10 0'])
})

test('PLAN-132 a proof whose payment is recorded, and an unlikely suggestion, stop no reminder', async () => {
  const [proven, other, likely] = await Promise.all(
    Array.from({ length: 3 }, () => due('2027-03-10', '2027-03-20')),
  )
  if (!proven || !other || !likely) throw new Error('too few')
  morningOf('2027-03-05')
  await change(
    `insert into app.payment_proof (investment_id, message, code, minor, currency, paid_on, submitted_by)
     values ($1, 'UC58ZQ1X2Z Confirmed', 'UC58ZQ1X2Z', 10000, 'USD', '2027-03-05', $2)`,
    [proven.investmentId, proven.investor.userId],
  )
  const suggestions = [other, likely, proven].map(({ investmentId }, place) => ({
    kind: 'investment',
    investmentId,
    reason: 'x',
    score: [40, 50, 49][place],
  }))
  const transactionId = await aTransaction(await aPaymentAccount(), { minor: 10_000n })
  await change('update app.bank_transaction set suggestions = $2 where id = $1', [
    transactionId,
    JSON.stringify(suggestions),
  ])
  await remind('2027-03-09')
  for (const { investmentId } of [proven, other, likely])
    expect(await sentFor(investmentId)).toEqual([])
  expect(await blockersOf(proven.investmentId, '2027-03-21')).toEqual(['proof'])
  expect(await blockersOf(other.investmentId, '2027-03-21')).toEqual(['suggestion'])
  await aPayment(admin, proven.investmentId, ['100', '2027-03-05'], { reference: 'uc58-zq1x2z' })
  await remind('2027-03-10')
  expect(await sentFor(proven.investmentId)).toEqual(['2027-03-10 0'])
  expect(await sentFor(other.investmentId)).toEqual([])
  expect(await sentFor(likely.investmentId)).toEqual([])
})

test('REM-005 several processes send each of many reminders once, also after some were killed', async () => {
  const { investor, projectId } = await aHolding()
  await change(
    `insert into app.investment (investor_id, project_id, amount_cents, invested_on, next_payment_on)
     select $1, $2, 100000, '2026-02-01', '2027-03-10' from generate_series(1, 350)`,
    [investor.investorId, projectId],
  )
  morningOf('2027-03-10')
  let commands = 0
  const killed: typeof workerCommand = (work) => {
    commands += 1
    const isLast = commands === 2
    return workerCommand(async (worker) => {
      const result = await work(worker)
      if (isLast) throw new Error('killed')
      return result
    })
  }
  await expect(queueReminders(killed)).rejects.toThrow('killed')
  const { reminders = 0, mails } = (await sentTo(investor.userId)) ?? {}
  expect(reminders).toBeGreaterThan(80)
  expect(mails).toBe(reminders)
  expect(reminders).toBeLessThanOrEqual(100)
  await Promise.allSettled(Array.from({ length: 3 }, () => queueReminders(workerCommand)))
  await queueReminders(workerCommand)
  expect(await sentTo(investor.userId)).toEqual({ reminders: 350, mails: 350 })
})

test('REM-006 midnight in Nairobi during a run neither doubles nor loses a reminder', async () => {
  const { investmentId } = await due('2027-03-10')
  let now = new Date('2027-03-10T20:59:59.900Z')
  setClock(() => now)
  const crossing: typeof workerCommand = (work) => {
    now = new Date('2027-03-10T21:00:00.100Z')
    return workerCommand(work)
  }
  await queueReminders(crossing)
  expect(clock.today()).toBe('2027-03-11')
  await queueReminders(workerCommand)
  expect(await sentFor(investmentId)).toEqual(['2027-03-10 0'])
})

test('REM-008 the office reminds of overdue payments now, each investment once a day', async () => {
  const [late, early] = [await due('2027-01-10', '2027-02-10'), await due('2027-09-10')]
  morningOf('2027-03-10')
  const ids = [late.investmentId, early.investmentId]
  expect(await as(admin, (actor) => remindableNow(actor, ids))).toEqual([
    { investmentId: late.investmentId, investorId: late.investor.investorId, dueOn: '2027-01-10' },
  ])
  expect(await as(admin, (actor) => queueRemindersOf(actor, ids))).toBe(1)
  expect(await as(admin, (actor) => queueRemindersOf(actor, ids))).toBe(0)
  const kind = daysBetween(calendarDate('2027-01-10'), calendarDate('2027-03-10'))
  expect(await as(admin, (actor) => remindersOf(actor, late.investmentId))).toMatchObject([
    { dueOn: '2027-01-10', kind },
  ])
  expect(
    await asPerson(late.investor, (investor) => remindersOf(investor, late.investmentId)),
  ).toHaveLength(1)
  expect(
    await asPerson(early.investor, (investor) => remindersOf(investor, late.investmentId)),
  ).toEqual([])
})
