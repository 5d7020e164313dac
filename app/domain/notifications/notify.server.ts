import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { Actor } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import { queueNotificationMails } from '../outbox/outbox.server.ts'
import type { Audience } from './audience.server.ts'
import type { NotificationType } from './notification.ts'

/** `documentId` is the announced document; `distribution` the one whose share each person's copy states. */
export type Message = {
  title: string
  message: string
  notificationType: NotificationType
  documentId?: string
  distribution?: {
    distributionId: string
    sendingId: string | null
    event: 'declared' | 'sent' | 'voided'
  }
}

/** Ids; or `many`, to whom the worker delivers. */
export type Recipients = string[] | 'many'

/** Sends one investor an unread notification in the same transaction. For reactions. */
export async function notifyInvestor(
  actor: Actor,
  { investorId, ...message }: Message & { investorId: string },
) {
  await notify(actor, message, { audience: 'investor', projectId: null, investorId }, [investorId])
}

/** `accounts` are those who want email. */
export type AudienceRecipients = { audience: Audience; recipients: Recipients; mailed: string[] }

/**
 * Sends a notification of a document, progress or a distribution, with email for those who want it;
 * the worker delivers to many. For reactions.
 */
export async function notifyOfNews(
  actor: Actor,
  message: Message,
  recipients: AudienceRecipients,
): Promise<void> {
  const id = await notify(actor, message, recipients.audience, recipients.recipients, {
    byEmail: true,
  })
  if (id) await queueNotificationMails(actor, id, recipients.mailed)
}

/**
 * Inserts a notification and unread copies in the same transaction; nothing without recipients.
 * With `byEmail` the worker also queues emails for many. Returns its id.
 */
async function notify(
  actor: Actor,
  { title, message, notificationType, documentId, distribution }: Message,
  { audience, projectId, investorId }: Audience,
  recipients: Recipients,
  how: { byEmail?: boolean } = {},
): Promise<string | null> {
  if (recipients.length === 0) return null
  const sentAt = clock.now()
  const { id } = await actor.tx
    .insertInto('notification')
    .values({
      title,
      message,
      notification_type: notificationType,
      document_id: documentId ?? null,
      distribution_id: distribution?.distributionId ?? null,
      sending_id: distribution?.sendingId ?? null,
      distribution_event: distribution?.event ?? null,
      audience,
      project_id: projectId,
      investor_id: investorId,
      sent_at: sentAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deliverOrQueue(actor, { id, sentAt, ...how }, recipients)
  return id
}

/** Delivers to each recipient, or queues the job for many. For reactions. */
export async function deliverOrQueue(
  actor: Actor,
  notification: { id: string; sentAt: Date; byEmail?: boolean },
  recipients: Recipients,
): Promise<void> {
  const job = { notificationId: notification.id, ...(notification.byEmail && { byEmail: true }) }
  if (recipients === 'many') await enqueue(actor, 'fan-out-notification', job)
  else await deliver(actor, notification, recipients)
}

/** Inserts unread copies; existing copies stay. For reactions and the worker. */
export async function deliver(
  actor: Actor,
  { id, sentAt }: { id: string; sentAt: Date },
  investorIds: string[],
): Promise<void> {
  await sql`insert into notification_recipient (notification_id, investor_id, sent_at)
    select ${id}, investor_id, ${sentAt} from unnest(${investorIds}::uuid[]) as investor_id
    on conflict do nothing`.execute(actor.tx)
}

/** Inserts copies of earlier messages as read, with their original time. For reactions. */
export async function deliverMarkedRead(
  actor: Actor,
  investorId: string,
  earlier: { id: string; sentAt: Date }[],
): Promise<void> {
  await sql`insert into notification_recipient (notification_id, investor_id, sent_at, read_at)
    select id, ${investorId}, sent_at, ${clock.now()}
    from unnest(${earlier.map(({ id }) => id)}::uuid[], ${earlier.map(({ sentAt }) => sentAt)}::timestamptz[])
      as earlier (id, sent_at)
    on conflict do nothing`.execute(actor.tx)
}
