import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import type { Cents } from '../../values/money.ts'
import { isOverdue } from '../investments/due.server.ts'
import {
  queueRemindersOf,
  type ReminderBlocker,
  remindableNow,
  reminderBlockers,
} from '../payment-reminders/queue-reminders.server.ts'
import { ofProject } from './overdue.server.ts'

/** An overdue investment; the email is about its earliest overdue day, of which `named` is open, and names all that is `due`. */
export type OverdueInvestment = {
  investmentId: string
  investor: string
  project: string
  dueOn: CalendarDate
  amount: Cents
  named: Cents
  due: Cents
}

/** Whom a reminder is for: selected investors, for one project or all. */
export type ReminderScope = { investorIds: string[]; projectId: string | null }

const mostReminded = 100

async function overdueInvestments(
  { tx }: AdminActor,
  { investorIds, projectId }: ReminderScope,
): Promise<OverdueInvestment[]> {
  const ids = investorIds.filter(isId).slice(0, mostReminded)
  const mayBeDue = sql<SqlBool>`due.investor_id = any(${ids}::uuid[]) and ${ofProject(projectId)}`
  const { rows } = await sql<OverdueInvestment>`
    select due.investment_id as "investmentId", investor.full_name as investor, project.name as project,
      due.first_on as "dueOn", sum(due.open_cents)::bigint as amount,
      (sum(due.open_cents) filter (where due.due_on = due.first_on))::bigint as named,
      (select sum(line.open_cents)::bigint from due_lines line
        where line.investment_id = due.investment_id and line.due_on <= ${clock.today()} and not line.nearly_paid) as due
    from (select due.investment_id, due.investor_id, due.project_id, due.due_on, due.open_cents,
        min(due.due_on) over (partition by due.investment_id) as first_on
      from due_lines due where ${mayBeDue} and ${isOverdue(clock.today())} and due.open_cents > 0) due
    join investor on investor.id = due.investor_id join project on project.id = due.project_id
    group by due.investment_id, due.first_on, investor.id, project.id
    order by ${byName('investor.full_name')}, investor.id, due.investment_id`.execute(tx)
  return rows
}

/** An overdue investment without a reminder, and why. */
export type UnremindedInvestment = OverdueInvestment & { blocker: ReminderBlocker }

/** Which overdue investments of these investors a reminder would be sent for now, and which ones not and why. */
export async function previewReminders(
  admin: AdminActor,
  scope: ReminderScope,
): Promise<{ ready: OverdueInvestment[]; others: UnremindedInvestment[] }> {
  const overdue = await overdueInvestments(admin, scope)
  const may = await remindableNow(
    admin,
    overdue.map(({ investmentId }) => investmentId),
  )
  const ids = new Set(may.map(({ investmentId }) => investmentId))
  const [ready, left] = [
    overdue.filter(({ investmentId }) => ids.has(investmentId)),
    overdue.filter(({ investmentId }) => !ids.has(investmentId)),
  ]
  const blockers = await reminderBlockers(
    admin,
    left.map(({ investmentId }) => investmentId),
  )
  const others = left.map((investment) => ({
    ...investment,
    blocker: blockers.get(investment.investmentId) ?? 'nearly-paid',
  }))
  return { ready, others }
}

/** Queues the reminders of the preview, each at most once a day. Refused where there is none. */
export async function remindOverdue(
  admin: AdminActor,
  scope: ReminderScope,
): Promise<{ queued: number } | { refused: 'nothing-to-send' }> {
  const overdue = await overdueInvestments(admin, scope)
  const queued = await queueRemindersOf(
    admin,
    overdue.map(({ investmentId }) => investmentId),
  )
  return queued === 0 ? { refused: 'nothing-to-send' } : { queued }
}
