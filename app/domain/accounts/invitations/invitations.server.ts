import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor, GuestActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { hashPassword } from '../../../platform/session/auth.server.ts'
import type { PasswordFault } from '../password.ts'
import { checkPassword } from '../sign-in/check-password.server.ts'

/** Tokens are stored and looked up by their hash only. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The configured lifetime of an invitation in words: `7 days`. */
export async function invitationLifetime(actor: Actor): Promise<string> {
  const { hours } = await actor.tx
    .selectFrom('installation')
    .select(sql<number>`(extract(epoch from invitation_lifetime) / 3600)::int`.as('hours'))
    .executeTakeFirstOrThrow()
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The recipient is disclosed only while the invitation is open. */
export type Invitation =
  | { state: 'open'; name: string; email: string }
  | { state: 'expired' | 'used' | 'ended' | 'unknown' }

/** Finds an invitation by its token. Opening it does not use it up, because email scanners open links. */
export async function findInvitation(guest: GuestActor, token: string): Promise<Invitation> {
  const { rows } = await sql<{
    state: 'open' | 'expired' | 'used' | 'ended'
    name: string | null
    email: string | null
  }>`
    select state, name, email from auth.link_state(${tokenHash(token)}, 'invitation')`.execute(
    guest.tx,
  )
  const [link] = rows
  if (!link) return { state: 'unknown' }
  const { state, name, email } = link
  return state === 'open' ? { state, name: name ?? '', email: email ?? '' } : { state }
}

export type InvitationAccepted =
  | { accepted: true; userId: string }
  | { refused: 'password'; fault: PasswordFault }
  | { refused: 'link'; state: 'expired' | 'used' | 'ended' | 'unknown' }

type GuestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) => Promise<Result>

/**
 * Sets the first password, confirms the address and activates a pending account. The password is hashed between two
 * transactions; of concurrent uses one wins. A refused password leaves the link open. Publishes invitation.used.
 */
export async function acceptInvitation(
  guestCommand: GuestCommand,
  token: string,
  password: string,
): Promise<InvitationAccepted> {
  const invitation = await guestCommand((guest) => findInvitation(guest, token))
  if (invitation.state !== 'open') return { refused: 'link', state: invitation.state }
  const fault = await checkPassword(password, invitation)
  if (fault) return { refused: 'password', fault }
  const passwordHash = await hashPassword(password)
  const userId = await guestCommand((guest) => usePassword(guest, token, passwordHash))
  return userId ? { accepted: true, userId } : { refused: 'link', state: 'used' }
}

/** Null when the link was used or ended in the meantime. */
async function usePassword(
  guest: GuestActor,
  token: string,
  passwordHash: string,
): Promise<string | null> {
  const { rows } = await sql<{ user_id: string | null }>`
    select auth.accept_invitation(${tokenHash(token)}, ${passwordHash}) as user_id`.execute(
    guest.tx,
  )
  const userId = rows[0]?.user_id ?? null
  if (userId) await publish(guest, { kind: 'invitation.used', userId })
  return userId
}
