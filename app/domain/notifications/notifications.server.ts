import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { tallyOf } from '../../platform/tally.server.ts'
import { shownPage } from '../../values/list-query.ts'
import {
  audienceLabels,
  mostCopies,
  type NotificationAudience,
  type NotificationType,
} from './notification.ts'
import {
  asked,
  hasUnread,
  isAwaited,
  lookUp,
  many,
  type NotificationFilter,
  newestFirst,
} from './search-notifications.server.ts'

/**
 * One card of Manage Notifications. `recipients` names the audience (MNO-005). It is read when everybody who can sign in
 * has read it, or when an administrator cleared it (W-35); until the worker has delivered it, nobody has a copy. Copies
 * are counted up to one more than ten thousand.
 */
export type ListedNotification = {
  id: string
  title: string
  message: string
  notificationType: NotificationType
  recipients: string
  sentAt: Date
  isEdited: boolean
  byEmail: boolean
  copies: number
  readCopies: number
  isRead: boolean
}

/** What the list is asked for: words to search, a type or all, and which page. */
export type NotificationSearch = NotificationFilter & { page: number }

const pageSize = 12
const mostCounted = many + 1

/**
 * Notifications, newest first, twelve a page, searched by title, message and the name of audience or recipient (MNO-001,
 * MNO-002). `total` counts all matches, up to one more than ten thousand; `hasUnread` says whether one of them is unread.
 */
export async function listNotifications(
  admin: AdminActor,
  { page, ...filter }: NotificationSearch,
) {
  const asPaged = { skipped: (page - 1) * pageSize, pageSize }
  const found = filter.q.trim() === '' ? null : await lookUp(admin, filter, asPaged)
  const total =
    found?.total ?? (filter.q.trim() === '' ? await keptCount(admin, filter) : mostCounted)
  const shown = shownPage(page, total, pageSize)
  const finding = total > many ? 'newest-first' : 'by-index'
  const onPage = admin.tx
    .selectFrom('notification')
    .where(asked(filter, finding))
    .select('notification.id')
    .orderBy(newestFirst(finding))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  const rows = await cards(admin)
    .where(
      sql<SqlBool>`notification.id = any(${found && shown === page ? sql`${found.onPage}::uuid[]` : sql`array(${onPage})`})`,
    )
    .orderBy('notification.sent_at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute()
  return {
    notifications: rows.map(listed),
    total,
    hasUnread: await hasUnread(admin, filter, finding, found?.latest ?? null),
    page: shown,
    pageSize,
  }
}

/** Kept for each type (migration 0038). */
async function keptCount(admin: AdminActor, { type }: NotificationFilter): Promise<number> {
  const kept = (await tallyOf(admin, 'notification')).filter(
    ({ kind }) => type === null || kind === type,
  )
  return Math.min(
    mostCounted,
    kept.reduce((sum, { count }) => sum + count, 0),
  )
}

/** The ids of all that the list shows on all its pages, in its order: for a file of it. */
export async function notificationIds(
  admin: AdminActor,
  filter: NotificationFilter,
): Promise<string[]> {
  const rows = await admin.tx
    .selectFrom('notification')
    .where(asked(filter))
    .select('notification.id')
    .orderBy('notification.sent_at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

function cards(admin: AdminActor) {
  return admin.tx
    .selectFrom('notification')
    .leftJoin('project', 'project.id', 'notification.project_id')
    .leftJoin('investor', 'investor.id', 'notification.investor_id')
    .select([
      'notification.id',
      'notification.title',
      'notification.message',
      'notification_type',
      'audience',
    ])
    .select(['notification.sent_at', 'cleared_at', 'edited_at', 'by_email', 'notification.version'])
    .select([
      'project.id as project_id',
      'project.name as project',
      'project.archived_at as project_archived_at',
    ])
    .select([
      'investor.id as investor_id',
      'investor.full_name as investor',
      'investor.email as investor_email',
    ])
    .select(
      sql<bigint>`(select count(*) from (select from notification_recipient copy
        where copy.notification_id = notification.id limit ${mostCopies + 1}) as few)`.as('copies'),
    )
    .select(
      sql<bigint>`(select count(*) from (select from notification_recipient copy
        where copy.notification_id = notification.id and copy.read_at is not null limit ${mostCopies + 1}) as few)`.as(
        'read_copies',
      ),
    )
    .select(isAwaited(sql.ref('notification.id')).as('awaited'))
}

type Row = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>

function listed(row: Row): ListedNotification {
  const [copies, readCopies] = [Number(row.copies), Number(row.read_copies)]
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    notificationType: row.notification_type,
    recipients:
      row.project ?? row.investor ?? audienceLabels[row.audience === 'active' ? 'active' : 'all'],
    sentAt: row.sent_at,
    isEdited: row.edited_at !== null,
    byEmail: row.by_email,
    copies,
    readCopies,
    isRead: row.cleared_at !== null || (readCopies > 0 && !row.awaited),
  }
}

/** A notification as its dialogs need it; `version` goes up with every change of it. */
export type NotificationInFull = ListedNotification & {
  audience: NotificationAudience
  project: { id: string; name: string; isArchived: boolean } | null
  investor: { id: string; name: string; email: string } | null
  version: number
}

/** One notification in full, or null when nothing has this id. */
export async function findNotification(
  admin: AdminActor,
  notificationId: string,
): Promise<NotificationInFull | null> {
  const row = await cards(admin).where('notification.id', '=', notificationId).executeTakeFirst()
  if (!row) return null
  const { project_id, project, investor_id, investor, investor_email } = row
  return {
    ...listed(row),
    audience: row.audience,
    project:
      project_id === null
        ? null
        : { id: project_id, name: project ?? '', isArchived: row.project_archived_at !== null },
    investor:
      investor_id === null
        ? null
        : { id: investor_id, name: investor ?? '', email: investor_email ?? '' },
    version: row.version,
  }
}
