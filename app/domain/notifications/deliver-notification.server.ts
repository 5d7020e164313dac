import type { Actor, WorkerActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type Audience, audienceIds } from './audience.server.ts'
import { deliver, type Recipients } from './notify.server.ts'

/** Up to so many copies are written in the transaction that sends; more are the worker's, in batches of this size. */
const batch = 500

/** Who gets a copy at once, by id: everybody of a small audience; `many` when their copies are the worker's. */
export async function recipientsOf(actor: Actor, audience: Audience): Promise<Recipients> {
  const ids = await audienceIds(actor, audience, { count: batch + 1 })
  return ids.length > batch ? 'many' : ids
}

/** The recipients of a notification that is being sent; null when this actor may not see it. For reactions. */
export async function recipientsOfSent(
  actor: Actor,
  notificationId: string,
): Promise<{ sentAt: Date; recipients: Recipients } | null> {
  const found = await findAudience(actor, notificationId)
  return found && { sentAt: found.sentAt, recipients: await recipientsOf(actor, found) }
}

type AsWorker = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

/**
 * Gives everybody of a large audience their copy, in batches with a transaction each, so that none is held open long.
 * May be run again after a crash: who has a copy keeps it. Publishes notification.delivered with the last one.
 */
export async function fanOutNotification(notificationId: string, asWorker: AsWorker): Promise<void> {
  let after: string | null = null
  do {
    const last: string | null = after
    after = await asWorker((worker) => deliverNext(worker, notificationId, last))
  } while (after)
}

async function deliverNext(worker: WorkerActor, notificationId: string, after: string | null): Promise<string | null> {
  const found = await findAudience(worker, notificationId)
  if (!found) return null
  const ids = await audienceIds(worker, found, { after, count: batch })
  await deliver(worker, { id: notificationId, sentAt: found.sentAt }, ids)
  if (ids.length === batch) return ids.at(-1) ?? null
  const { projectId, investorId } = found
  await publish(worker, { kind: 'notification.delivered', notificationId, projectId, investorId })
  return null
}

async function findAudience(actor: Actor, notificationId: string): Promise<(Audience & { sentAt: Date }) | null> {
  const row = await actor.tx
    .selectFrom('notification')
    .select(['audience', 'project_id', 'investor_id', 'sent_at'])
    .where('id', '=', notificationId)
    .executeTakeFirst()
  if (!row) return null
  return { audience: row.audience, projectId: row.project_id, investorId: row.investor_id, sentAt: row.sent_at }
}
