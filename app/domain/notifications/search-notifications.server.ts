import { type Expression, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import { countLimit } from '../../values/capped-count.ts'
import { folded } from '../../values/folded.ts'
import { audienceLabels, type NotificationType } from './notification.ts'

/** `projectId`: those sent to the investors of this project. */
export type NotificationFilter = {
  q: string
  type: NotificationType | null
  projectId?: string | null
}

/** With many matches scanning from the newest is faster than the index, which PostgreSQL would choose. */
export type SearchMode = 'by-index' | 'newest-first'

/** The condition for a query of `notification`. Projects and people are passed as arrays for the indexes. */
export function notificationCondition(
  { q, type, projectId = null }: NotificationFilter,
  mode: SearchMode = 'by-index',
): Expression<SqlBool> {
  const inProject = projectId === null ? sql`` : sql`and notification.project_id = ${projectId}`
  const isOfType = type === null ? sql`true` : sql`notification.notification_type = ${type}`
  const ofType = sql`${isOfType} ${inProject}`
  if (q.trim() === '') return sql<SqlBool>`${ofType}`
  const audiences = audiencesNamed(q)
  const ofAudience =
    audiences.length === 0 ? sql`` : sql`or notification.audience = any(${audiences}::text[])`
  const projects = sql`select project.id from project where ${matching(q, ['project.name'])}`
  const people = sql`select investor.id from investor where ${matching(q, ['investor.full_name'])}`
  const ofParty =
    mode === 'by-index'
      ? sql`notification.project_id = any(array(${projects})) or notification.investor_id = any(array(${people}))`
      : sql`notification.project_id in (${projects}) or notification.investor_id in (${people})`
  return sql<SqlBool>`${ofType} and (${matching(q, ['notification.title'], ['notification.message'])}
    or ${ofParty} ${ofAudience})`
}

/** The ids of the matching notifications, newest first. */
export function newestFirst(
  admin: AdminActor,
  filter: NotificationFilter,
  mode: SearchMode = 'by-index',
) {
  const found = admin.tx
    .selectFrom('notification')
    .where(notificationCondition(filter, mode))
    .select(['notification.id', 'notification.sent_at', 'notification.cleared_at'])
  return foundFirst(admin, found, filter.q.trim() !== '' && mode === 'by-index')
    .selectFrom('found')
    .select('found.id')
    .orderBy('found.sent_at', 'desc')
    .orderBy('found.id', 'desc')
}

/** By the rules of every search: prefixes below three characters, else parts. */
function audiencesNamed(q: string): string[] {
  const words = folded(q).trim()
  const isShort = [...words].length < 3
  return Object.entries(audienceLabels)
    .filter(([, label]) =>
      isShort ? label.toLowerCase().startsWith(words) : label.toLowerCase().includes(words),
    )
    .map(([audience]) => audience)
}

/** Whether someone who can sign in has an unread copy. The limit, instead of `exists`, has only its own copies read. */
export function hasUnreadCopy(id: Expression<string>) {
  return sql<boolean>`(select true from notification_recipient unread
    join investor on investor.id = unread.investor_id
    join auth.sign_in_account account on account.id = investor.user_id
    where unread.notification_id = ${id} and unread.read_at is null and account.status = 'active'
    limit 1) is not null`
}

/** Only this many of the latest uncleared notifications are searched for an unread one. */
const mostLookedAt = 1000

/** `latest` are those no administrator has cleared. */
type Found = { total: number; onPage: string[]; latest: string[] }

/** One search for everything the list shows; null when it matches too many. `skipped` and `taken` give the page. */
export async function lookUp(
  admin: AdminActor,
  filter: NotificationFilter,
  { skipped, taken }: { skipped: number; taken: number },
): Promise<Found | null> {
  const matches = admin.tx
    .selectFrom('notification')
    .select(['notification.id', 'notification.sent_at', 'notification.cleared_at'])
    .where(notificationCondition(filter))
    .limit(countLimit + 1)
  const found = await foundFirst(admin, matches)
    .selectFrom('found')
    .select(sql<number>`count(*)::int`.as('total'))
    .select(
      sql<string[]>`array(select id from found order by sent_at desc, id desc
        limit ${taken} offset ${skipped})`.as('onPage'),
    )
    .select(
      sql<
        string[]
      >`array(select id from found where cleared_at is null order by sent_at desc, id desc
        limit ${mostLookedAt})`.as('latest'),
    )
    .executeTakeFirstOrThrow()
  return found.total > countLimit ? null : found
}

/** Whether one of the latest thousand uncleared matches is unread; `known` are these, if found already. */
export async function hasUnread(
  admin: AdminActor,
  filter: NotificationFilter,
  mode: SearchMode,
  known: string[] | null,
): Promise<boolean> {
  const latest = known
    ? sql<{ id: string }>`(select unnest(${known}::uuid[]) as id)`
    : newestFirst(admin, filter, mode).where('found.cleared_at', 'is', null).limit(mostLookedAt)
  // Materialized: with a limit of one PostgreSQL would scan the whole list. Unread is what no one, or not everyone, has read.
  const found = await admin.tx
    .with(
      (name) => name('latest').materialized(),
      () => latest,
    )
    .selectFrom('latest')
    .select('latest.id')
    .where(
      sql<boolean>`((select true from notification_recipient seen
        where seen.notification_id = latest.id and seen.read_at is not null limit 1) is null
        or ${hasUnreadCopy(sql.ref('latest.id'))})`,
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
