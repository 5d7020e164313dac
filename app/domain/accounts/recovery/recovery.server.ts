import { sql } from 'kysely'
import type { GuestActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { hashPassword } from '../../../platform/session/auth.server.ts'
import { tokenHash } from '../invitations/invitations.server.ts'
import type { PasswordFault } from '../password.ts'
import { checkPassword } from '../sign-in/check-password.server.ts'
import { requestLink } from './mail-requests.server.ts'

/**
 * A recovery link as its token finds it. `expired` is one that a fresh one may replace: genuine, the newest, never used,
 * and neither password nor email changed since. `closed` is every other: used, replaced, ended, or never sent.
 */
export type Recovery =
  | { state: 'open'; name: string; email: string }
  | { state: 'expired' | 'closed' }

/** Looks a recovery link up; opening it uses nothing up, because mail scanners open links. */
export async function findRecovery(guest: GuestActor, token: string): Promise<Recovery> {
  const link = await findLink(guest, token)
  if (!link) return { state: 'closed' }
  const { state, name, email } = link
  return state === 'open' ? { state, name, email } : { state }
}

/**
 * Mails a fresh link in place of an expired one, to the account's current address, with the limit and the silence
 * of `requestLink`. Says what the link is, which may have changed since its page was opened.
 */
export async function requestFreshLink(
  guest: GuestActor,
  token: string,
): Promise<Recovery['state']> {
  const link = await findLink(guest, token)
  if (link?.state === 'expired') await requestLink(guest, link.email, 'recovery')
  return link?.state ?? 'closed'
}

/** The new password is set, or why not. */
export type RecoveryCompleted =
  | { completed: true }
  | { refused: 'password'; fault: PasswordFault }
  | { refused: 'link'; state: 'expired' | 'closed' }

type GuestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) => Promise<Result>

/**
 * Sets a new password by a recovery link: confirms the address, makes a pending account active and never an
 * inactive one, ends every session and every other link, and leaves the second factor as it is. Judged and hashed
 * between two transactions; the second looks at the link again, and of five concurrent uses one wins. A refused
 * password leaves the link open. Publishes recovery.used.
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

/** Null when the link was used or ended meanwhile. */
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
