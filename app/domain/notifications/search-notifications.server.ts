import { type Expression, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import { audienceLabels, type NotificationType } from './notification.ts'

/** What the list is narrowed to: words of a title, a message or a recipient's name, and a type or all. */
export type NotificationFilter = { q: string; type: NotificationType | null }

/**
 * The condition of a search, for a query of `notification`. Projects and people are asked by themselves, so that indexes
 * answer; the two audiences without a name are searched by their labels.
 */
export function asked({ q, type }: NotificationFilter): Expression<SqlBool> {
  const ofType = type === null ? sql`true` : sql`notification.notification_type = ${type}`
  if (q.trim() === '') return sql<SqlBool>`${ofType}`
  return sql<SqlBool>`${ofType} and (${matching(q, ['notification.title', 'notification.message'])}
    or notification.project_id in (select project.id from project where ${matching(q, ['project.name'])})
    or notification.investor_id in (select investor.id from investor where ${matching(q, ['investor.full_name'])})
    or notification.audience = any(${audiencesNamed(q)}::text[]))`
}

/** By the rule of every search: below three characters beginnings, else parts. */
function audiencesNamed(q: string): string[] {
  const words = q.trim().toLowerCase()
  const isShort = [...words].length < 3
  return Object.entries(audienceLabels)
    .filter(([, label]) => (isShort ? label.toLowerCase().startsWith(words) : label.toLowerCase().includes(words)))
    .map(([audience]) => audience)
}

/** Whether somebody who can sign in has a copy of this notification and has not read it. */
export function isAwaited(id: Expression<string>) {
  return sql<boolean>`exists (select from notification_recipient unread
    join investor on investor.id = unread.investor_id
    join auth.sign_in_account account on account.id = investor.user_id
    where unread.notification_id = ${id} and unread.read_at is null and account.status = 'active')`
}

/** So many are looked at for one that is unread: the latest of those that nobody put aside. */
const mostLookedAt = 1000

/**
 * Whether the search leaves a notification that is unread in the back office (W-35), among the latest thousand that no
 * administrator has put aside.
 */
export async function hasUnread(admin: AdminActor, filter: NotificationFilter): Promise<boolean> {
  const latest = admin.tx
    .selectFrom('notification')
    .select('id')
    .where('cleared_at', 'is', null)
    .where(asked(filter))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostLookedAt)
  const found = await admin.tx
    .selectFrom(latest.as('latest'))
    .select('latest.id')
    .where(
      sql<boolean>`(not exists (select from notification_recipient seen
        where seen.notification_id = latest.id and seen.read_at is not null) or ${isAwaited(sql.ref('latest.id'))})`,
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
