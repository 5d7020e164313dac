import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, zero } from '../../values/money.ts'
import { isOverdue } from '../investments/due.server.ts'
import { ofProject } from './overdue.server.ts'
import type { Aged, PromiseToPay, RemindersState } from './receivable.ts'
import { type AgedRow, type NotDue, notDueOf, overdueOf } from './receivables.server.ts'

/** An investor who owes something, with what the office knows about their payments. */
export type InvestorReceivable = Aged &
  NotDue & {
    id: string
    name: string
    email: string
    phone: string | null
    lastPayment: { on: CalendarDate; amount: Cents } | null
    lastNote: { on: CalendarDate; note: string } | null
    promise: PromiseToPay | null
    reminders: RemindersState
  }

type Row = {
  id: string
  full_name: string
  email: string
  phone: string | null
  paid_on: CalendarDate | null
  paid_cents: Cents | null
  contacted_on: CalendarDate | null
  note: string | null
  promised_on: CalendarDate | null
  promised_cents: Cents | null
  kept_cents: Cents | null
  reminders: RemindersState
}

/**
 * Received after the promise of `promise` was made and in time for it, without voided payments. Of the day it was made, what
 * was recorded before the note counts only where the note came on a later day.
 */
export const receivedForPromise = sql<Cents>`(
  select coalesce(sum(entry.amount_cents), 0)::bigint from ledger_entry entry
  join investment on investment.id = entry.investment_id
  where investment.investor_id = promise.investor_id and entry.kind = 'payment'
    and investment.id = coalesce(promise.investment_id, investment.id)
    and entry.dated_on between promise.contacted_on and promise.promised_on
    and (entry.dated_on > promise.contacted_on or entry.recorded_at > promise.created_at
      or (promise.created_at at time zone 'Africa/Nairobi')::date > promise.contacted_on)
    and not exists (select from ledger_entry v where v.voids_id = entry.id))`

/** These overdue investors in the order of `aged`, with their last payment, contact and promise. */
export async function describeOverdue(
  admin: AdminActor,
  aged: AgedRow[],
  projectId: string | null,
): Promise<InvestorReceivable[]> {
  const ids = aged.map(({ id }) => id)
  if (ids.length === 0) return []
  const notDue = await notDueOf(admin, ids, projectId)
  const { rows } = await sql<Row>`
    select investor.id, investor.full_name, investor.email, investor.phone, paid.dated_on as paid_on,
      paid.amount_cents as paid_cents, latest.contacted_on, latest.note, promise.promised_on, promise.promised_cents,
      ${receivedForPromise} as kept_cents,
      case when investor.user_id is null then 'no-account' when investor.reminders_paused_at is not null then 'paused'
        when not coalesce(mail_choice.reminders, true) then 'declined' else 'on' end as reminders
    from investor
    left join mail_choice on mail_choice.investor_id = investor.id
    left join lateral (
      select entry.dated_on, entry.amount_cents from investment join ledger_entry entry on entry.investment_id = investment.id
      where investment.investor_id = investor.id and entry.kind = 'payment'
        and (${projectId}::uuid is null or investment.project_id = ${projectId})
        and not exists (select from ledger_entry v where v.voids_id = entry.id)
      order by entry.dated_on desc, entry.recorded_at desc limit 1) paid on true
    left join lateral (
      select contacted_on, note from contact_note where investor_id = investor.id order by id desc limit 1) latest on true
    left join lateral (
      select investor_id, investment_id, contacted_on, promised_on, promised_cents, created_at from contact_note
      where investor_id = investor.id and promised_on is not null order by id desc limit 1) promise on true
    where investor.id = any(${ids}::uuid[])`.execute(admin.tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  return aged.flatMap((line) => {
    const row = found.get(line.id)
    return row ? [{ ...line, ...(notDue.get(line.id) ?? nothingElse), ...described(row) }] : []
  })
}

const nothingElse: NotDue = { notDue: zero, soon: zero, nextOn: null }

function described(row: Row) {
  const { paid_on: paidOn, paid_cents: paid, promised_on: on, contacted_on: contactedOn } = row
  return {
    name: row.full_name,
    email: row.email,
    phone: row.phone && shownPhone(row.phone),
    lastPayment: paidOn && paid !== null ? { on: paidOn, amount: paid } : null,
    lastNote: contactedOn && row.note !== null ? { on: contactedOn, note: row.note } : null,
    promise: on && { on, amount: row.promised_cents, received: row.kept_cents ?? zero },
    reminders: row.reminders,
  }
}

/** These investors as the list shows them, in any order, for an export. */
export async function overdueLines(
  admin: AdminActor,
  ids: string[],
  projectId: string | null,
): Promise<InvestorReceivable[]> {
  return describeOverdue(admin, await overdueOf(admin, ids, projectId), projectId)
}

/** A payment that is due, or will be. `open` is what it still lacks. */
export type DueLine = {
  id: string
  investor: string
  email: string
  investmentId: string
  project: string
  reference: string | null
  /** Null for the next payment of an investment without a plan. */
  label: string | null
  dueOn: CalendarDate | null
  amount: Cents
  open: Cents
  isOverdue: boolean
  isNearlyPaid: boolean
  /** The milestone that a line without a day waits for. */
  waitsFor: string | null
}

/** Every line of these investors that lacks something, in the order of their days, those without a day last. */
export async function dueLinesOf(
  { tx }: AdminActor,
  investorIds: string[],
  projectId: string | null,
): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    select due.investor_id as id, investor.full_name as investor, investor.email, due.investment_id as "investmentId",
      project.name as project, reference.code as reference,
      coalesce(line.label, 'Instalment ' || line.position) as label, due.due_on as "dueOn", due.amount_cents as amount,
      due.open_cents as open, coalesce(${isOverdue(clock.today())}, false) as "isOverdue", due.nearly_paid as "isNearlyPaid",
      due.waits_for as "waitsFor"
    from due_lines due
    join investor on investor.id = due.investor_id
    join investment on investment.id = due.investment_id
    join project on project.id = due.project_id
    left join payment_reference reference on reference.investment_id = due.investment_id
    left join payment_plan plan on plan.investment_id = investment.id and plan.version = investment.plan_version
    left join plan_line line on line.plan_id = plan.id and line.position = due.position
    where due.investor_id = any(${investorIds}::uuid[]) and ${ofProject(projectId)} and due.open_cents > 0
    order by due.due_on nulls last, due.investment_id, due.position`.execute(tx)
  return rows
}
