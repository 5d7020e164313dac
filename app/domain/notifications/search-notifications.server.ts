import { type Expression, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import { countLimit } from '../../values/capped-count.ts'
import { folded } from '../../values/folded.ts'
import { audienceLabels, type NotificationType } from './notification.ts'

/** What the list is narrowed to: words of a title, a message or a recipient's name, and a type or all. */
export type NotificationFilter = { q: string; type: NotificationType | null }

/**
 * How matches are found: by the indexes of what is searched, or, where they are many, by going through the newest until
 * there are enough. Under row security the database guesses that a search always finds few.
 */
export type Finding = 'by-index' | 'newest-first'

/**
 * The condition of a search, for a query of `notification`. Projects and people are asked by themselves and once; as
 * arrays, indexes answer for them. The two audiences without a name are searched by their labels.
 */
export function notificationCondition(
  { q, type }: NotificationFilter,
  finding: Finding = 'by-index',
): Expression<SqlBool> {
  const ofType = type === null ? sql`true` : sql`notification.notification_type = ${type}`
  if (q.trim() === '') return sql<SqlBool>`${ofType}`
  const audiences = audiencesNamed(q)
  const ofAudience =
    audiences.length === 0 ? sql`` : sql`or notification.audience = any(${audiences}::text[])`
  const projects = sql`select project.id from project where ${matching(q, ['project.name'])}`
  const people = sql`select investor.id from investor where ${matching(q, ['investor.full_name'])}`
  const ofParty =
    finding === 'by-index'
      ? sql`notification.project_id = any(array(${projects})) or notification.investor_id = any(array(${people}))`
      : sql`notification.project_id in (${projects}) or notification.investor_id in (${people})`
  return sql<SqlBool>`${ofType} and (${matching(q, ['notification.title'], ['notification.message'])}
    or ${ofParty} ${ofAudience})`
}

/** The ids of the notifications that words and type leave, the newest first. */
export function newestFirst(
  admin: AdminActor,
  filter: NotificationFilter,
  finding: Finding = 'by-index',
) {
  const found = admin.tx
    .selectFrom('notification')
    .where(notificationCondition(filter, finding))
    .select(['notification.id', 'notification.sent_at', 'notification.cleared_at'])
  return foundFirst(admin, found, filter.q.trim() !== '' && finding === 'by-index')
    .selectFrom('found')
    .select('found.id')
    .orderBy('found.sent_at', 'desc')
    .orderBy('found.id', 'desc')
}

/** By the rule of every search: below three characters beginnings, else parts. */
function audiencesNamed(q: string): string[] {
  const words = folded(q).trim()
  const isShort = [...words].length < 3
  return Object.entries(audienceLabels)
    .filter(([, label]) =>
      isShort ? label.toLowerCase().startsWith(words) : label.toLowerCase().includes(words),
    )
    .map(([audience]) => audience)
}

/**
 * Whether someone who can sign in has a copy of this notification and has not read it. The limit keeps the database
 * to the copies of this one: without it, it would read those of all.
 */
export function hasUnreadCopy(id: Expression<string>) {
  return sql<boolean>`(select true from notification_recipient unread
    join investor on investor.id = unread.investor_id
    join auth.sign_in_account account on account.id = investor.user_id
    where unread.notification_id = ${id} and unread.read_at is null and account.status = 'active'
    limit 1) is not null`
}

/** So many are looked at for one that is unread: the latest of those that no one put aside. */
const mostLookedAt = 1000

/** What a search found: how many, the ids on its page, and those of the latest that no administrator has put aside. */
type Found = { total: number; onPage: string[]; latest: string[] }

/**
 * Looks words up once for everything that the list shows of them; null when they find too many for that. `skipped` is how
 * many come before the page, `taken` how many are on it.
 */
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

/**
 * Whether the search leaves a notification that is unread in the back office, among the latest thousand that no
 * administrator has put aside; `known` are these, when they were found already.
 */
export async function hasUnread(
  admin: AdminActor,
  filter: NotificationFilter,
  finding: Finding,
  known: string[] | null,
): Promise<boolean> {
  const latest = known
    ? sql<{ id: string }>`(select unnest(${known}::uuid[]) as id)`
    : newestFirst(admin, filter, finding).where('found.cleared_at', 'is', null).limit(mostLookedAt)
  // Found first and by itself: asked for one row alone, the database would go through the whole list for it.
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
