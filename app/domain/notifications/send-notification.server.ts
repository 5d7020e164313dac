import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { lockAudienceForMessage } from '../investors/audience-lock.server.ts'
import { audienceIds, readAudience } from './audience.server.ts'
import type { SendNotificationInput } from './notification-schema.ts'

export type NotificationSent =
  | { notificationId: string }
  | {
      refused:
        | 'nobody'
        | 'investor-missing'
        | 'investor-unknown'
        | 'recipients-unknown'
        | 'key-reused'
    }

/**
 * Sends a notification to an audience resolved now; an empty one is refused. Type project for a
 * project, otherwise general. Publishes notification.sent; the worker delivers to large audiences.
 */
export function sendNotification(
  admin: AdminActor,
  input: SendNotificationInput,
): Promise<NotificationSent> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'send-notification', key, facts, () => send(admin, input))
}

async function send(admin: AdminActor, input: SendNotificationInput): Promise<NotificationSent> {
  if (input.recipients === 'investor' && input.investorId === null)
    return { refused: 'investor-missing' }
  const audience = await readAudience(admin, input)
  if (!audience)
    return { refused: input.recipients === 'investor' ? 'investor-unknown' : 'recipients-unknown' }
  if (audience.audience === 'all' || audience.audience === 'active')
    await lockAudienceForMessage(admin)
  const [somebody] = await audienceIds(admin, audience, { count: 1 })
  if (!somebody) return { refused: 'nobody' }
  const { id: notificationId } = await admin.tx
    .insertInto('notification')
    .values({
      title: input.title,
      message: input.message,
      notification_type: audience.audience === 'project' ? 'project' : 'general',
      audience: audience.audience,
      project_id: audience.projectId,
      investor_id: audience.investorId,
      by_email: input.byEmail,
      sent_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, {
    kind: 'notification.sent',
    notificationId,
    projectId: audience.projectId,
    investorId: audience.investorId,
  })
  return { notificationId }
}
