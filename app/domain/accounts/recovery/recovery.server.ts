import { sql } from 'kysely'
import type { GuestActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { hashPassword } from '../../../platform/session/auth.server.ts'
import { tokenHash } from '../invitations/invitations.server.ts'
import type { PasswordFault } from '../password.ts'
import { checkPassword } from '../sign-in/check-password.server.ts'
import { requestLink } from './mail-requests.server.ts'

/**
 * `expired` may be replaced: the newest link, never used, and neither password nor email has
 * changed since. `closed` is every other.
 */
export type Recovery =
  | { state: 'open'; name: string; email: string }
  | { state: 'expired' | 'closed' }

/** Finds a recovery link. Opening it does not use it up, because email scanners open links. */
export async function findRecovery(guest: GuestActor, token: string): Promise<Recovery> {
  const link = await findLink(guest, token)
  if (!link) return { state: 'closed' }
  const { state, name, email } = link
  return state === 'open' ? { state, name, email } : { state }
}

/** Emails a new link for an expired one, limited like `requestLink`. Returns the link's current state. */
export async function requestFreshLink(
  guest: GuestActor,
  token: string,
): Promise<Recovery['state']> {
  const link = await findLink(guest, token)
  if (link?.state === 'expired') await requestLink(guest, link.email, 'recovery')
  return link?.state ?? 'closed'
}

export type RecoveryCompleted =
  | { completed: true }
  | { refused: 'password'; fault: PasswordFault }
  | { refused: 'link'; state: 'expired' | 'closed' }

type GuestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) => Promise<Result>

/**
 * Sets a new password, confirms the address, activates a pending account, and ends sessions and other links. The
 * password is hashed between two transactions; of concurrent uses one wins. Publishes recovery.used.
 */
export async function completeRecovery(
  guestCommand: GuestCommand,
  token: string,
  password: string,
): Promise<RecoveryCompleted> {
  const recovery = await guestCommand((guest) => findRecovery(guest, token))
  if (recovery.state !== 'open') return { refused: 'link', state: recovery.state }
  const fault = await checkPassword(password, recovery)
  if (fault) return { refused: 'password', fault }
  const passwordHash = await hashPassword(password)
  const userId = await guestCommand((guest) => usePassword(guest, token, passwordHash))
  return userId ? { completed: true } : { refused: 'link', state: 'closed' }
}

/** Null when the link was used or ended in the meantime. */
async function usePassword(
  guest: GuestActor,
  token: string,
  passwordHash: string,
): Promise<string | null> {
  const { rows } = await sql<{ user_id: string | null }>`
    select auth.use_recovery(${tokenHash(token)}, ${passwordHash}) as user_id`.execute(guest.tx)
  const userId = rows[0]?.user_id ?? null
  if (userId) await publish(guest, { kind: 'recovery.used', userId })
  return userId
}

async function findLink(guest: GuestActor, token: string) {
  const { rows } = await sql<{ state: 'open' | 'expired'; email: string; name: string }>`
    select state, email, name from auth.recovery_link(${tokenHash(token)})`.execute(guest.tx)
  return rows[0]
}
