import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type NotificationFilter, notificationCondition } from './search-notifications.server.ts'

/**
 * Marks matching notifications sent by `upTo` as read in the back office, on all pages; recipients'
 * copies stay unchanged. Returns how many; publishes notifications.cleared.
 */
export async function clearNotifications(
  admin: AdminActor,
  filter: NotificationFilter,
  upTo: Date,
): Promise<number> {
  const { numUpdatedRows } = await admin.tx
    .updateTable('notification')
    .set({ cleared_at: clock.now() })
    .where('cleared_at', 'is', null)
    // JavaScript dates have milliseconds, the database microseconds.
    .where(sql<boolean>`date_trunc('milliseconds', sent_at) <= ${upTo}`)
    .where(notificationCondition(filter))
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count > 0) await publish(admin, { kind: 'notifications.cleared' })
  return count
}
