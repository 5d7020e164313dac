import { sql } from 'kysely'
import type {
  Actor,
  AdminActor,
  GuestActor,
  WorkerActor,
} from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { keyedHash } from '../../../platform/session/keyed-hash.server.ts'

/** What a mailed link is asked for. */
export type LinkPurpose = 'recovery' | 'confirmation'

/**
 * Asks for a link to be mailed to an address. Known or not, the same statements run and the same nothing is
 * answered; the worker finds out whose address it is. Above three an hour for one address, asked for either
 * purpose, nothing more is mailed. Expects the email trimmed and in lower case. Publishes mail.requested.
 */
export async function requestLink(
  guest: GuestActor,
  email: string,
  purpose: LinkPurpose,
): Promise<void> {
  const requestId = await storeRequest(guest, email, purpose)
  if (requestId !== null) await publish(guest, { kind: 'mail.requested', requestId })
}

/** Asked for; or the id is unknown, the account is closed, or its address had its mails of this hour. */
export type RecoverySent = { sentTo: string } | { refused: 'unknown' | 'inactive' | 'too-many' }

/**
 * Mails a recovery link to someone because an administrator says so. It counts among the three an hour, and an
 * administrator, who knows the account, is told when they are used up. Publishes recovery.requested.
 */
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

/**
 * Queues the mail that was asked for, when there is an open account to send it to and, for a confirmation, something to
 * confirm. For the worker; a request is answered once. Publishes recovery.requested or confirmation.requested.
 */
export async function answerMailRequest(worker: WorkerActor, requestId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string; purpose: LinkPurpose }>`
    select user_id, purpose from auth.take_mail_request(${requestId})`.execute(worker.tx)
  const [requested] = rows
  if (requested)
    await publish(worker, { kind: `${requested.purpose}.requested`, userId: requested.user_id })
}

/** The number of the request, or null above the limit. The table keeps a keyed hash of the address, for an hour's count. */
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
