import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { Actor } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import { queueNotificationMails } from '../outbox/outbox.server.ts'
import type { Audience } from './audience.server.ts'
import type { NotificationType } from './notification.ts'

/** What a notification says, and what it is about; `documentId` is the document that it announces. */
export type Message = {
  title: string
  message: string
  notificationType: NotificationType
  documentId?: string
}

/** Who gets a copy now, by id; or `many`, to whom the worker gives theirs. */
export type Recipients = string[] | 'many'

/** Sends one investor a notification, unread, in the transaction of what it tells of. For reactions. */
export async function notifyInvestor(
  actor: Actor,
  { investorId, ...message }: Message & { investorId: string },
) {
  await notify(actor, message, { audience: 'investor', projectId: null, investorId }, [investorId])
}

/**
 * What is notified of a document, of progress or of a distribution: whom it concerns, and the accounts of those who
 * want such news by mail.
 */
export type AudienceRecipients = { audience: Audience; recipients: Recipients; mailed: string[] }

/** Notifies of a document, of progress or of a distribution, by mail too whoever wants it; of many the worker finds them. For reactions. */
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
 * Writes a notification and the recipients' own unread copies, in the transaction of what it tells of; nothing at
 * all for no one. With `byEmail` the worker, who gives many theirs, queues mails as well. Its id, for who queues
 * the others.
 */
async function notify(
  actor: Actor,
  { title, message, notificationType, documentId }: Message,
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

/** Gives each recipient their copy now, or, when they are many, queues the job that does. For reactions. */
export async function deliverOrQueue(
  actor: Actor,
  notification: { id: string; sentAt: Date; byEmail?: boolean },
  recipients: Recipients,
): Promise<void> {
  const job = { notificationId: notification.id, ...(notification.byEmail && { byEmail: true }) }
  if (recipients === 'many') await enqueue(actor, 'fan-out-notification', job)
  else await deliver(actor, notification, recipients)
}

/** Gives each of these investors their own unread copy; who has one already keeps it. For reactions and the worker. */
export async function deliver(
  actor: Actor,
  { id, sentAt }: { id: string; sentAt: Date },
  investorIds: string[],
): Promise<void> {
  await sql`insert into notification_recipient (notification_id, investor_id, sent_at)
    select ${id}, investor_id, ${sentAt} from unnest(${investorIds}::uuid[]) as investor_id
    on conflict do nothing`.execute(actor.tx)
}

/** Gives one investor copies of earlier messages, read already, at the time they were sent. For reactions. */
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
