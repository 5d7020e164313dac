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
import { withOwnShares } from '../distributions/own-share.server.ts'
import type { NotificationType } from './notification.ts'

/** `isEdited`: its text has changed since. `isRead` is this person's own state. */
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

/** The reader's notifications, newest first, 20 a page; `total` counts all. */
export async function listMyNotifications(reader: InvestorReader, { page }: { page: number }) {
  const count = reader.tx
    .selectFrom('notification_recipient')
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .where('investor_id', '=', reader.investorId)
  const onPage = (number: number) => newest(reader, pageSize, (number - 1) * pageSize)
  // The requested page nearly always exists, so it is read in parallel with the count.
  const [{ total }, rows] = await Promise.all([count.executeTakeFirstOrThrow(), onPage(page)])
  const shown = shownPage(page, total, pageSize)
  const notifications = shown === page ? rows : await onPage(shown)
  return { notifications, total: Number(total), page: shown, pageSize }
}

/** The latest of the reader's notifications, for the dashboard. */
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
    .select(['notification.edited_at', 'distribution_id', 'sending_id', 'distribution_event'])
    .where('copy.investor_id', '=', reader.investorId)
    .orderBy('copy.sent_at', 'desc')
    .orderBy('copy.notification_id', 'desc')
    .limit(count)
    .offset(offset)
    .execute()
  const notices = await withOwnShares(reader, reader.investorId, rows)
  return notices.map((row) => ({
    id: row.id,
    title: row.title,
    message: row.message,
    notificationType: row.notification_type,
    sentAt: row.sent_at,
    isEdited: row.edited_at !== null,
    isRead: row.read_at !== null,
  }))
}

/** The number of unread notifications, for the header's badge. */
export async function unreadCount(reader: InvestorReader): Promise<number> {
  const { unread } = await reader.tx
    .selectFrom('notification_recipient')
    .select((row) => row.fn.countAll<bigint>().as('unread'))
    .where('investor_id', '=', reader.investorId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Marks the investor's own copy as read; idempotent. Refused when it is not theirs. Publishes notification.read. */
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

/** Marks copies sent by `upTo` as read; later ones are unseen. Publishes notification.read when there were any. */
export async function markAllRead(investor: InvestorActor, upTo: Date): Promise<void> {
  const { numUpdatedRows } = await investor.tx
    .updateTable('notification_recipient')
    .set({ read_at: clock.now() })
    .where('investor_id', '=', investor.investorId)
    .where('read_at', 'is', null)
    // JavaScript dates have milliseconds, the database microseconds.
    .where(sql<boolean>`date_trunc('milliseconds', sent_at) <= ${upTo}`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n)
    await publish(investor, { kind: 'notification.read', investorId: investor.investorId })
}
