import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import { shownPage } from '../../values/list-query.ts'
import { audienceLabels, type NotificationType } from './notification.ts'

/**
 * One card of Manage Notifications. `recipients` names the audience (MNO-005). It is read when everybody who can sign in
 * has read it, or when an administrator cleared it (W-35); until the worker has delivered it, nobody has a copy.
 */
export type ListedNotification = {
  id: string
  title: string
  message: string
  notificationType: NotificationType
  recipients: string
  sentAt: Date
  copies: number
  readCopies: number
  isRead: boolean
}

/** What the list is asked for: words to search, and which page. */
export type NotificationSearch = { q: string; page: number }

const pageSize = 12

/**
 * Notifications, newest first, twelve a page, searched by title, message and the name of audience or recipient (MNO-001,
 * MNO-002); `total` counts all matches.
 */
export async function listNotifications(admin: AdminActor, { q, page }: NotificationSearch) {
  const found = admin.tx
    .selectFrom(named(admin).as('card'))
    .where(matching(q, ['card.title', 'card.message', 'card.recipients']))
  const { total } = await found.select((row) => row.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const shown = shownPage(page, total, pageSize)
  const cards = await found
    .select(['id', 'title', 'message', 'notification_type', 'recipients', 'sent_at', 'cleared_at'])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const reading = await readingOf(
    admin,
    cards.map(({ id }) => id),
  )
  const notifications = cards.map((card): ListedNotification => {
    const { copies, readCopies, awaited } = reading.get(card.id) ?? { copies: 0, readCopies: 0, awaited: false }
    return {
      id: card.id,
      title: card.title,
      message: card.message,
      notificationType: card.notification_type,
      recipients: card.recipients,
      sentAt: card.sent_at,
      copies,
      readCopies,
      isRead: card.cleared_at !== null || (readCopies > 0 && !awaited),
    }
  })
  return { notifications, total: Number(total), page: shown, pageSize }
}

function named(admin: AdminActor) {
  return admin.tx
    .selectFrom('notification')
    .leftJoin('project', 'project.id', 'notification.project_id')
    .leftJoin('investor', 'investor.id', 'notification.investor_id')
    .select([
      'notification.id',
      'notification.title',
      'notification.message',
      'notification.notification_type',
      'notification.sent_at',
      'notification.cleared_at',
    ])
    .select(
      sql<string>`coalesce(project.name, investor.full_name,
        case audience when 'all' then ${audienceLabels.all} else ${audienceLabels.active} end)`.as('recipients'),
    )
}

type Reading = { copies: number; readCopies: number; awaited: boolean }

/** How many have a copy, how many have read it, and whether one who can sign in still has not. */
async function readingOf(admin: AdminActor, ids: string[]): Promise<Map<string, Reading>> {
  if (ids.length === 0) return new Map()
  const rows = await admin.tx
    .selectFrom('notification_recipient as copy')
    .select((row) => [
      'copy.notification_id',
      row.fn.countAll<bigint>().as('copies'),
      row.fn.count<bigint>('copy.read_at').as('read_copies'),
    ])
    .select(
      sql<boolean>`exists (select from notification_recipient unread
        join investor on investor.id = unread.investor_id
        join auth.sign_in_account account on account.id = investor.user_id
        where unread.notification_id = copy.notification_id and unread.read_at is null
          and account.status = 'active')`.as('awaited'),
    )
    .where('copy.notification_id', 'in', ids)
    .groupBy('copy.notification_id')
    .execute()
  return new Map(
    rows.map((row) => [
      row.notification_id,
      { copies: Number(row.copies), readCopies: Number(row.read_copies), awaited: row.awaited },
    ]),
  )
}
