import { type AdminActor, withReactionsRole } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate, isBefore } from '../values/calendar-date.ts'
import { cents, formatAmount } from '../values/money.ts'
import { daysAgo, instantOn, type Quarter, reportedMonths } from './days.ts'
import { type Announcement, announcements } from './notifications.ts'
import type { DemoPeople } from './people.server.ts'
import { demoInvestors, type InvestorKey, investorKeys } from './people.ts'
import type { ProjectKey } from './projects.ts'

/** Notifications of the last days are unread, except for active readers. */
const unreadDays = 10
const promptReaders: InvestorKey[] = ['wanjiku', 'mohamed', 'grace', 'brian']

type Copy = { notificationId: string; investor: InvestorKey; sentOn: CalendarDate; sentAt: Date }

/** Announcements, and a notification for every payment and void, with each recipient's read state. */
export async function addNotifications(
  admin: AdminActor,
  people: DemoPeople,
  projectIds: Record<ProjectKey, string>,
  { today, quarters }: { today: CalendarDate; quarters: Quarter[] },
): Promise<void> {
  const occasions = { today, quarters, reports: reportedMonths(today, 3) }
  const copies = await tellOfPayments(admin, people)
  for (const [index, announcement] of announcements(occasions).entries()) {
    copies.push(...(await announce(admin, people, projectIds, announcement, 240 + index)))
  }
  const rows = copies.map(({ notificationId, investor, sentOn, sentAt }) => ({
    notification_id: notificationId,
    investor_id: people.investorIds[investor],
    sent_at: sentAt,
    read_at: readOn(investor, sentOn, today),
  }))
  await withReactionsRole(admin, () =>
    admin.tx.insertInto('notification_recipient').values(rows).execute(),
  )
}

/** Later investors get older messages to everyone as read. Without an account nothing is read. */
function readOn(investor: InvestorKey, sentOn: CalendarDate, today: CalendarDate): Date | null {
  const { joinedDaysAgo, standing } = demoInvestors[investor]
  if (standing === 'inactive') return null
  const joinedLater = isBefore(sentOn, daysAgo(today, joinedDaysAgo))
  if (joinedLater || promptReaders.includes(investor)) return instantOn(sentOn, 600)
  return isBefore(sentOn, daysAgo(today, unreadDays)) ? instantOn(addDays(sentOn, 1), 90) : null
}

async function tellOfPayments(admin: AdminActor, { investorIds }: DemoPeople): Promise<Copy[]> {
  const entries = await admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select([
      'entry.kind',
      'entry.amount_cents',
      'entry.dated_on',
      'entry.recorded_at',
      'entry.reason',
    ])
    .select(['investment.investor_id', 'project.name as project'])
    .where('entry.kind', 'in', ['payment', 'void'])
    .orderBy('entry.recorded_at')
    .execute()
  const copies: Copy[] = []
  for (const entry of entries) {
    const investor = investorKeys.find((key) => investorIds[key] === entry.investor_id)
    if (!investor) throw new Error('a payment without an investor')
    const isVoid = entry.kind === 'void'
    const amount = formatAmount(
      isVoid ? cents(-entry.amount_cents) : entry.amount_cents,
      'when-needed',
    )
    const sentence = `Your payment of ${amount} for the ${entry.project} project has been`
    const notificationId = await insertNotification(admin, {
      title: isVoid ? 'Payment Voided' : 'Payment Received',
      message: isVoid ? `${sentence} voided. Reason: ${entry.reason}` : `${sentence} received.`,
      notification_type: 'investment',
      audience: 'investor',
      investor_id: entry.investor_id,
      sent_at: entry.recorded_at,
    })
    copies.push({ notificationId, investor, sentOn: entry.dated_on, sentAt: entry.recorded_at })
  }
  return copies
}

async function announce(
  admin: AdminActor,
  people: DemoPeople,
  projectIds: Record<ProjectKey, string>,
  { title, message, audience, sentOn }: Announcement,
  minutesAfterNine: number,
): Promise<Copy[]> {
  const isToAll = audience === 'all' || audience === 'active'
  const sentAt = instantOn(sentOn, minutesAfterNine)
  const notificationId = await insertNotification(admin, {
    title,
    message,
    notification_type: isToAll ? 'general' : 'project',
    audience: isToAll ? audience : 'project',
    project_id: isToAll ? null : projectIds[audience],
    sent_at: sentAt,
  })
  const investors = isToAll
    ? everybody(audience)
    : await holders(admin, people, projectIds[audience])
  return investors.map((investor) => ({ notificationId, investor, sentOn, sentAt }))
}

function everybody(audience: 'all' | 'active'): InvestorKey[] {
  return investorKeys.filter(
    (key) => audience === 'all' || demoInvestors[key].standing === 'active',
  )
}

/** Investors with an active or completed investment in the project. */
async function holders(
  admin: AdminActor,
  { investorIds }: DemoPeople,
  projectId: string,
): Promise<InvestorKey[]> {
  const rows = await admin.tx
    .selectFrom('investment')
    .select('investor_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('status', 'in', ['active', 'completed'])
    .execute()
  return investorKeys.filter((key) => rows.some((row) => row.investor_id === investorIds[key]))
}

type Notification = {
  title: string
  message: string
  notification_type: 'general' | 'project' | 'investment'
  audience: 'all' | 'active' | 'project' | 'investor'
  project_id?: string | null
  investor_id?: string
  sent_at: Date
}

async function insertNotification(admin: AdminActor, notification: Notification): Promise<string> {
  const { id } = await admin.tx
    .insertInto('notification')
    .values(notification)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
