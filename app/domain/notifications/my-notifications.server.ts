import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type {
  InvestorActor,
  InvestorLookup,
  InvestorReader,
} from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import type { NotificationType } from './notification.ts'

/**
 * One notification as its recipient sees it; `isEdited` says that its words were changed since. `isRead` is this
 * person's own state.
 */
export type MyNotification = {
  id: string
  title: string
  message: string
  notificationType: NotificationType
  sentAt: Date
  isEdited: boolean
  isRead: boolean
}

const pageSize = 20

/** The reader's own notifications, newest first, a page of twenty; `total` counts them all. */
export async function listMyNotifications(reader: InvestorReader, { page }: { page: number }) {
  const count = reader.tx
    .selectFrom('notification_recipient')
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .where('investor_id', '=', reader.investorId)
  const onPage = (number: number) => newest(reader, pageSize, (number - 1) * pageSize)
  // The page that is asked for is nearly always there: it need not wait for the count.
  const [{ total }, rows] = await Promise.all([count.executeTakeFirstOrThrow(), onPage(page)])
  const shown = shownPage(page, total, pageSize)
  const notifications = shown === page ? rows : await onPage(shown)
  return { notifications, total: Number(total), page: shown, pageSize }
}

/** The first few of My Notifications, for the dashboard. */
export function latestNotifications(
  reader: InvestorReader | InvestorLookup,
  count: number,
): Promise<MyNotification[]> {
  return newest(reader, count, 0)
}

async function newest(
  reader: InvestorReader | InvestorLookup,
  count: number,
  offset: number,
): Promise<MyNotification[]> {
  const rows = await reader.tx
    .selectFrom('notification_recipient as copy')
    .innerJoin('notification', 'notification.id', 'copy.notification_id')
    .select([
      'notification.id',
      'title',
      'message',
      'notification_type',
      'copy.sent_at',
      'copy.read_at',
    ])
    .select('notification.edited_at')
    .where('copy.investor_id', '=', reader.investorId)
    .orderBy('copy.sent_at', 'desc')
    .orderBy('copy.notification_id', 'desc')
    .limit(count)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    message: row.message,
    notificationType: row.notification_type,
    sentAt: row.sent_at,
    isEdited: row.edited_at !== null,
    isRead: row.read_at !== null,
  }))
}

/** How many of the reader's notifications are unread, each counted once; the header's badge. */
export async function unreadCount(reader: InvestorReader): Promise<number> {
  const { unread } = await reader.tx
    .selectFrom('notification_recipient')
    .select((row) => row.fn.countAll<bigint>().as('unread'))
    .where('investor_id', '=', reader.investorId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/**
 * Marks the investor's own copy as read, for no one else, and never back again. One that was read already stays as
 * it was and publishes nothing. Publishes notification.read. Refused when it is not theirs.
 */
export async function markRead(
  investor: InvestorActor,
  notificationId: string,
): Promise<{ read: true } | { refused: 'not-found' }> {
  if (!isId(notificationId)) return { refused: 'not-found' }
  const copy = await investor.tx
    .selectFrom('notification_recipient')
    .select('read_at')
    .where('investor_id', '=', investor.investorId)
    .where('notification_id', '=', notificationId)
    .executeTakeFirst()
  if (!copy) return { refused: 'not-found' }
  if (copy.read_at) return { read: true }
  await investor.tx
    .updateTable('notification_recipient')
    .set({ read_at: clock.now() })
    .where('investor_id', '=', investor.investorId)
    .where('notification_id', '=', notificationId)
    .where('read_at', 'is', null)
    .execute()
  await publish(investor, { kind: 'notification.read', investorId: investor.investorId })
  return { read: true }
}

/**
 * Marks all of the investor's own copies as read that were sent by `upTo`: what came later, they have not seen. Publishes
 * notification.read when there were any.
 */
export async function markAllRead(investor: InvestorActor, upTo: Date): Promise<void> {
  const { numUpdatedRows } = await investor.tx
    .updateTable('notification_recipient')
    .set({ read_at: clock.now() })
    .where('investor_id', '=', investor.investorId)
    .where('read_at', 'is', null)
    // A page knows thousandths of a second, the database more.
    .where(sql<boolean>`date_trunc('milliseconds', sent_at) <= ${upTo}`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n)
    await publish(investor, { kind: 'notification.read', investorId: investor.investorId })
}
