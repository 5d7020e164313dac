import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type NotificationFilter, notificationCondition } from './search-notifications.server.ts'

/**
 * Puts aside every notification the search leaves, on all pages, as far as it was sent by `upTo`: what came later,
 * no one has seen yet. Changes the status of the back office only, and no recipient's read state. Answers how many
 * it were; publishes notifications.cleared.
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
    // A page knows thousandths of a second, the database more.
    .where(sql<boolean>`date_trunc('milliseconds', sent_at) <= ${upTo}`)
    .where(notificationCondition(filter))
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count > 0) await publish(admin, { kind: 'notifications.cleared' })
  return count
}
