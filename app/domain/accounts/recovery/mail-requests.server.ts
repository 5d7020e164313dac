import { sql } from 'kysely'
import type {
  Actor,
  AdminActor,
  GuestActor,
  WorkerActor,
} from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { keyedHash } from '../../../platform/session/keyed-hash.server.ts'

export type LinkPurpose = 'recovery' | 'confirmation'

/**
 * Requests a link for an address. Known or unknown addresses run the same statements. At most three
 * an hour for one address are sent. Expects a normalised email. Publishes mail.requested.
 */
export async function requestLink(
  guest: GuestActor,
  email: string,
  purpose: LinkPurpose,
): Promise<void> {
  const requestId = await storeRequest(guest, email, purpose)
  if (requestId !== null) await publish(guest, { kind: 'mail.requested', requestId })
}

export type RecoverySent = { sentTo: string } | { refused: 'unknown' | 'inactive' | 'too-many' }

/** Emails a recovery link for an administrator, within the limit of three an hour. Publishes recovery.requested. */
export async function requestRecoveryFor(admin: AdminActor, userId: string): Promise<RecoverySent> {
  const account = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select(['email', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) return { refused: 'unknown' }
  if (account.status === 'inactive') return { refused: 'inactive' }
  if ((await storeRequest(admin, account.email, 'recovery')) === null)
    return { refused: 'too-many' }
  await publish(admin, { kind: 'recovery.requested', userId })
  return { sentTo: account.email }
}

/** Queues a requested email once. For the worker. Publishes recovery.requested or confirmation.requested. */
export async function answerMailRequest(worker: WorkerActor, requestId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string; purpose: LinkPurpose }>`
    select user_id, purpose from auth.take_mail_request(${requestId})`.execute(worker.tx)
  const [requested] = rows
  if (requested)
    await publish(worker, { kind: `${requested.purpose}.requested`, userId: requested.user_id })
}

/** Null above the limit. The table stores a keyed hash of the address. */
async function storeRequest(
  actor: Actor,
  email: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const { rows } = await sql<{ request: bigint | null }>`select
    auth.request_mail(${email}, ${keyedHash('mail request', email)}, ${purpose}) as request`.execute(
    actor.tx,
  )
  return rows[0]?.request?.toString() ?? null
}
