import { type SqlBool, sql } from 'kysely'
import { cappedCount, cappedPage } from '../../platform/database/capped-count.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { countLimit } from '../../values/capped-count.ts'
import {
  audienceLabels,
  mostCopies,
  type NotificationAudience,
  type NotificationType,
} from './notification.ts'
import {
  hasUnread,
  hasUnreadCopy,
  lookUp,
  type NotificationFilter,
  newestFirst,
  notificationCondition,
} from './search-notifications.server.ts'

/**
 * `recipients` names the audience. Read when everyone who can sign in has read it, or an
 * administrator cleared it. Copies exist once the worker has delivered it.
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

export type NotificationSearch = NotificationFilter & { page: number }

const pageSize = 12

/**
 * Notifications, newest first, 12 a page, by title, message and audience. `total` is exact up to
 * ten thousand; `hasUnread` whether any is unread.
 */
export async function listNotifications(
  admin: AdminActor,
  { page, ...filter }: NotificationSearch,
) {
  const isSearched = filter.q.trim() !== ''
  const found = isSearched
    ? await lookUp(admin, filter, { skipped: (page - 1) * pageSize, taken: pageSize + 1 })
    : null
  const counted = isSearched
    ? (found?.total ?? countLimit + 1)
    : await countUpToLimit(admin, filter)
  const mode = counted > countLimit ? 'newest-first' : 'by-index'
  const cardsOn = (shown: number) => {
    const onPage = newestFirst(admin, filter, mode)
      .limit(pageSize + 1)
      .offset((shown - 1) * pageSize)
    return cards(admin)
      .where(
        sql<SqlBool>`notification.id = any(${found && shown === page ? sql`${found.onPage}::uuid[]` : sql`array(${onPage})`})`,
      )
      .orderBy('notification.sent_at', 'desc')
      .orderBy('notification.id', 'desc')
      .execute()
  }
  const { rows, ...shown } = await cappedPage({ page, pageSize, total: counted }, cardsOn, () =>
    countAll(admin, filter),
  )
  return {
    notifications: rows.map(listed),
    ...shown,
    hasUnread: await hasUnread(admin, filter, mode, found?.latest ?? null),
    pageSize,
  }
}

const matches = (admin: AdminActor, filter: NotificationFilter) =>
  admin.tx.selectFrom('notification').where(notificationCondition(filter, 'newest-first'))

async function countUpToLimit(admin: AdminActor, filter: NotificationFilter): Promise<number> {
  const { total } = await admin.tx
    .selectNoFrom(cappedCount(matches(admin, filter)).as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function countAll(admin: AdminActor, filter: NotificationFilter): Promise<number> {
  const { total } = await matches(admin, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** All matching ids in list order, for an export. */
export async function notificationIds(
  admin: AdminActor,
  filter: NotificationFilter,
): Promise<string[]> {
  return (await newestFirst(admin, filter).execute()).map(({ id }) => id)
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
    .select(hasUnreadCopy(sql.ref('notification.id')).as('awaited'))
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

/** `version` increases with every change. */
export type NotificationInFull = ListedNotification & {
  audience: NotificationAudience
  project: { id: string; name: string; isArchived: boolean } | null
  investor: { id: string; name: string; email: string } | null
  version: number
}

/** One notification; null when the id is unknown. */
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
