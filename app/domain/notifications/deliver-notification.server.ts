import { sql } from 'kysely'
import type { Actor, WorkerActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type Audience, audienceIds } from './audience.server.ts'
import { recipientsWithPreference } from './mail-preferences.server.ts'
import type { MailChoice } from './mail-preferences-schema.ts'
import { type AudienceRecipients, deliver, type Recipients } from './notify.server.ts'

/** Up to this many copies are written in the sending transaction; the worker writes more in batches of this size. */
const batch = 500

/** The ids of a small audience; `many` when the worker delivers. */
async function recipientsOf(actor: Actor, audience: Audience): Promise<Recipients> {
  const ids = await audienceIds(actor, audience, { count: batch + 1 })
  return ids.length > batch ? 'many' : ids
}

/** Recipients of a document or progress update, with those who want email. For reactions. */
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

/** Several groups of recipients of news, each with its accounts that want email. For reactions. */
export async function newsRecipients(
  actor: Actor,
  groups: { audience: Audience; investorIds: string[] }[],
): Promise<AudienceRecipients[]> {
  const everyone = groups.flatMap(({ investorIds }) => investorIds)
  const accounts = new Map(
    (await listAccountsToMail(actor, 'news', everyone)).map((row) => [row.investorId, row.id]),
  )
  return groups.map(({ audience, investorIds }) => ({
    audience,
    recipients: investorIds,
    mailed: investorIds.flatMap((investorId) => accounts.get(investorId) ?? []),
  }))
}

/** Recipients of a notification being sent; null when this actor may not see it. For reactions. */
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

/** Accounts of these investors that want email of this kind; others get the portal copy only. */
async function accountsToMail(
  actor: Actor,
  kind: keyof MailChoice,
  recipients: string[],
): Promise<string[]> {
  return (await listAccountsToMail(actor, kind, recipients)).map(({ id }) => id)
}

async function listAccountsToMail(actor: Actor, kind: keyof MailChoice, recipients: string[]) {
  const investorIds = await recipientsWithPreference(actor, kind, recipients)
  return actor.tx
    .selectFrom('investor')
    .innerJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select(['account.id', 'investor.id as investorId'])
    .where(sql<boolean>`investor.id = any(${investorIds}::uuid[])`)
    .where('account.status', '<>', 'inactive')
    .execute()
}

/** Serialises delivery and edits, so that no copy is made for a former audience. */
export async function lockDelivery({ tx }: Actor, notificationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi notification'), hashtext(${notificationId}))`.execute(
    tx,
  )
}

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

/**
 * Delivers to a large audience in batches, each in its own transaction. With `byEmail` queues emails too. Idempotent.
 * Publishes notification.mailed for a batch and notification.delivered after the last.
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

/** The accounts of a batch, between two ids. For reactions. */
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
    .select(['distribution_id', 'sending_id'])
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
  const distribution = row.distribution_id && {
    distributionId: row.distribution_id,
    sendingId: row.sending_id,
  }
  return { audience, projectId, investorId, sentAt, byEmail, distribution: distribution || null }
}
