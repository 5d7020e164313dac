import { sql } from 'kysely'
import type { Actor, WorkerActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type Audience, audienceIds } from './audience.server.ts'
import { recipientsWithPreference } from './mail-preferences.server.ts'
import type { MailChoice } from './mail-preferences-schema.ts'
import { type AudienceRecipients, deliver, type Recipients } from './notify.server.ts'

/** Up to so many copies are written in the transaction that sends; more are the worker's, in batches of this size. */
const batch = 500

/** Who gets a copy at once, by id: everyone of a small audience; `many` when their copies are the worker's. */
async function recipientsOf(actor: Actor, audience: Audience): Promise<Recipients> {
  const ids = await audienceIds(actor, audience, { count: batch + 1 })
  return ids.length > batch ? 'many' : ids
}

/**
 * Whom news of a document or of progress goes to: everyone of its audience, and by mail who wants that. For
 * reactions.
 */
export async function recipientsOfAudience(
  actor: Actor,
  audience: Audience,
): Promise<AudienceRecipients> {
  const recipients = await recipientsOf(actor, audience)
  return {
    audience,
    recipients,
    mailed: recipients === 'many' ? [] : await accountsToMail(actor, 'news', recipients),
  }
}

/** The recipients of a notification that is being sent; null when this actor may not see it. For reactions. */
export async function recipientsOfSent(
  actor: Actor,
  notificationId: string,
): Promise<{ sentAt: Date; byEmail: boolean; recipients: Recipients; mailed: string[] } | null> {
  const found = await findAudience(actor, notificationId)
  if (!found) return null
  const recipients = await recipientsOf(actor, found)
  const mailed =
    found.byEmail && recipients !== 'many'
      ? await accountsToMail(actor, 'messages', recipients)
      : []
  return { sentAt: found.sentAt, byEmail: found.byEmail, recipients, mailed }
}

/**
 * Of these investors the accounts that a notice of this kind goes to by mail: who has none, one that is closed, or does not
 * want it, gets a copy in the portal only.
 */
async function accountsToMail(
  actor: Actor,
  kind: keyof MailChoice,
  recipients: string[],
): Promise<string[]> {
  const investorIds = await recipientsWithPreference(actor, kind, recipients)
  if (investorIds.length === 0) return []
  const rows = await actor.tx
    .selectFrom('investor')
    .innerJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select('account.id')
    .where('investor.id', 'in', investorIds)
    .where('account.status', '<>', 'inactive')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whoever delivers or changes a notification takes turns, so that no copy is made for an audience that was just left. */
export async function lockDelivery({ tx }: Actor, notificationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi notification'), hashtext(${notificationId}))`.execute(
    tx,
  )
}

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

/**
 * Gives everyone of a large audience their copy, in batches with a transaction each, so that none is held open
 * long. With `byEmail` their mails are queued in the same batch. May be run again after a crash: who has a copy
 * keeps it, and who has a mail gets no second. Publishes notification.mailed for a batch, and
 * notification.delivered with the last one.
 */
export async function fanOutNotification(
  { notificationId, byEmail = false }: { notificationId: string; byEmail?: boolean },
  workerCommand: WorkerCommand,
): Promise<void> {
  let after: string | null = null
  do {
    const last: string | null = after
    after = await workerCommand((worker) => deliverNext(worker, { notificationId, byEmail }, last))
  } while (after)
}

async function deliverNext(
  worker: WorkerActor,
  { notificationId, byEmail }: { notificationId: string; byEmail: boolean },
  after: string | null,
): Promise<string | null> {
  await lockDelivery(worker, notificationId)
  const found = await findAudience(worker, notificationId)
  if (!found) return null
  const ids = await audienceIds(worker, found, { after, count: batch })
  await deliver(worker, { id: notificationId, sentAt: found.sentAt }, ids)
  const upTo = ids.at(-1) ?? null
  if (byEmail && upTo)
    await publish(worker, { kind: 'notification.mailed', notificationId, after, upTo })
  if (ids.length === batch) return upTo
  const { projectId, investorId } = found
  await publish(worker, { kind: 'notification.delivered', notificationId, projectId, investorId })
  return null
}

/** The accounts of a batch of a large audience, after one id up to another. For reactions. */
export async function accountsOfBatch(
  actor: Actor,
  { notificationId, after, upTo }: { notificationId: string; after: string | null; upTo: string },
): Promise<string[]> {
  const found = await findAudience(actor, notificationId)
  if (!found) return []
  const ids = await audienceIds(actor, found, { after, count: batch })
  return accountsToMail(
    actor,
    found.byEmail ? 'messages' : 'news',
    ids.filter((id) => id <= upTo),
  )
}

type Sent = Audience & { sentAt: Date; byEmail: boolean }

async function findAudience(actor: Actor, notificationId: string): Promise<Sent | null> {
  const row = await actor.tx
    .selectFrom('notification')
    .select(['audience', 'project_id', 'investor_id', 'sent_at', 'by_email'])
    .where('id', '=', notificationId)
    .executeTakeFirst()
  if (!row) return null
  const {
    audience,
    project_id: projectId,
    investor_id: investorId,
    sent_at: sentAt,
    by_email: byEmail,
  } = row
  return { audience, projectId, investorId, sentAt, byEmail }
}
