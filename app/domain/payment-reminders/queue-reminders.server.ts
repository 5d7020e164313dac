import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { companyFacts } from '../company/company.server.ts'
import { reminderOffsets } from '../company/reminder-days.ts'

type Due = { investment_id: string; investor_id: string; due_on: CalendarDate }

/** Each is one database transaction, so that a process that is killed loses no more than this. */
const mostAtOnce = 100

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

/**
 * Job: queues today's reminders of payments, each once. Days on which no process ran are not made up for. The day is that
 * of the start, also when midnight passes. Returns how many were queued.
 */
export async function queueReminders(workerCommand: WorkerCommand): Promise<number> {
  const today = clock.today()
  for (let total = 0; ; ) {
    const queued = await workerCommand((worker) => queueBatch(worker, today))
    total += queued
    if (queued < mostAtOnce) return total
  }
}

async function queueBatch(worker: WorkerActor, today: CalendarDate): Promise<number> {
  const { reminders } = await companyFacts(worker)
  const days = reminderOffsets(reminders).map((offset) => addDays(today, -offset))
  if (days.length === 0) return 0
  const { rows } = await sql<Due>`
    select due.investment_id, due.investor_id, due.due_on from ${remindable(today)} due
    where due.due_on = any(${days}::date[])
    order by due.investment_id, due.due_on limit ${mostAtOnce}`.execute(worker.tx)
  for (const due of rows) await addReminder(worker, due, today)
  return rows.length
}

/** An undecided proof of the investment of `line` whose payment is not recorded. */
const proofWaits = sql<SqlBool>`exists (select from payment_proof proof
  where proof.investment_id = line.investment_id and proof.decision is null
    and not exists (select from ledger_entry entry where entry.investment_id = proof.investment_id
      and entry.kind = 'payment' and reference_key(entry.reference) = reference_key(proof.code)
      and not exists (select from ledger_entry void where void.voids_id = entry.id)))`

/** An open transaction that is first or probably a payment on the investment of `line`; unlikely ones would stop many reminders. */
const suggestionWaits = sql<SqlBool>`exists (select from bank_transaction transaction,
    jsonb_array_elements(transaction.suggestions) with ordinality as suggestion (found, place)
  where transaction.state = 'suggested'
    and transaction.suggestions @> jsonb_build_array(jsonb_build_object('investmentId', line.investment_id))
    and found ->> 'investmentId' = line.investment_id::text and (place = 1 or (found ->> 'score')::numeric >= 50))`

/**
 * Days on which payments are due that may be reminded of today: not paid but for less than 0.5%, of an active investor with
 * an account who neither declined reminders nor is paused, while no proof or likely suggestion of a payment waits.
 */
const remindable = (today: CalendarDate) => sql`(
  select line.investment_id, line.investor_id, line.due_on
  from due_lines line
  join investor on investor.id = line.investor_id
  left join mail_choice on mail_choice.investor_id = line.investor_id
  where not line.nearly_paid and line.due_on is not null
    and investor.user_id is not null and investor.archived_at is null and investor.reminders_paused_at is null
    and coalesce(mail_choice.reminders, true)
    and not exists (select from reminder where reminder.investment_id = line.investment_id
      and reminder.due_on = line.due_on and reminder.kind = ${today}::date - line.due_on)
    and not ${proofWaits} and not ${suggestionWaits}
  group by line.investment_id, line.investor_id, line.due_on)`

async function addReminder(
  actor: WorkerActor | AdminActor,
  { investment_id, investor_id, due_on }: Due,
  today: CalendarDate,
): Promise<boolean> {
  const added = await actor.tx
    .insertInto('reminder')
    .values({
      investment_id,
      due_on,
      kind: sql<number>`${today}::date - ${due_on}::date`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  const ids = { reminderId: added.id, investmentId: investment_id, investorId: investor_id }
  await publish(actor, { kind: 'payment.reminded', ...ids })
  return true
}

/** A payment of which an investor can be reminded now; `dueOn` is the earliest open day. */
export type Remindable = { investmentId: string; investorId: string; dueOn: CalendarDate }

/** Which of these investments can be reminded of an overdue payment now: by the rules of `queueReminders`, once a day. */
export async function remindableNow(
  { tx }: AdminActor,
  investmentIds: readonly string[],
): Promise<Remindable[]> {
  const today = clock.today()
  const { rows } = await sql<Due>`
    select distinct on (due.investment_id) due.investment_id, due.investor_id, due.due_on from ${remindable(today)} due
    where due.investment_id = any(${investmentIds}::uuid[]) and due.due_on < ${today}
      and not exists (select from reminder where reminder.investment_id = due.investment_id
        and reminder.due_on + reminder.kind = ${today})
    order by due.investment_id, due.due_on`.execute(tx)
  return rows.map((row) => ({
    investmentId: row.investment_id,
    investorId: row.investor_id,
    dueOn: row.due_on,
  }))
}

/** Why an investor is not reminded of an overdue payment. */
export type ReminderBlocker =
  | 'no-account'
  | 'archived'
  | 'paused'
  | 'declined'
  | 'reminded'
  | 'proof'
  | 'suggestion'
  | 'nearly-paid'

/** The first reason against a reminder of each of these investments with an overdue payment, by its id. */
export async function reminderBlockers(
  { tx }: AdminActor,
  investmentIds: readonly string[],
): Promise<Map<string, ReminderBlocker>> {
  const today = clock.today()
  const { rows } = await sql<{ id: string; blocker: ReminderBlocker }>`
    select distinct on (line.investment_id) line.investment_id as id, case
      when investor.user_id is null then 'no-account' when investor.archived_at is not null then 'archived'
      when investor.reminders_paused_at is not null then 'paused' when not coalesce(mail_choice.reminders, true) then 'declined'
      when exists (select from reminder where reminder.investment_id = line.investment_id
        and reminder.due_on + reminder.kind = ${today}) then 'reminded'
      when ${proofWaits} then 'proof' when ${suggestionWaits} then 'suggestion' else 'nearly-paid' end as blocker
    from due_lines line
    join investor on investor.id = line.investor_id
    left join mail_choice on mail_choice.investor_id = line.investor_id
    where line.investment_id = any(${investmentIds}::uuid[]) and line.due_on < ${today}`.execute(tx)
  return new Map(rows.map(({ id, blocker }) => [id, blocker]))
}

/**
 * Queues a reminder for each of these investments that `remindableNow` names; each at most once a day. Returns how many.
 * Publishes payment.reminded.
 */
export async function queueRemindersOf(
  admin: AdminActor,
  investmentIds: readonly string[],
): Promise<number> {
  const today = clock.today()
  let queued = 0
  for (const { investmentId, investorId, dueOn } of await remindableNow(admin, investmentIds)) {
    const due = { investment_id: investmentId, investor_id: investorId, due_on: dueOn }
    if (await addReminder(admin, due, today)) queued += 1
  }
  return queued
}
