import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import type { GuestActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { keyedHash } from '../../../platform/session/keyed-hash.server.ts'
import { tokenHash } from '../invitations/invitations.server.ts'
import { requestLink } from './mail-requests.server.ts'

/** A confirmation link as its token finds it. Its address is told only while it is open. */
export type Confirmation =
  | { state: 'open'; email: string }
  | { state: 'expired' | 'used' | 'ended' | 'unknown' }

/** Looks a confirmation link up; opening it confirms nothing, because mail scanners open links. */
export async function findConfirmation(guest: GuestActor, token: string): Promise<Confirmation> {
  const { rows } = await sql<{
    state: 'open' | 'expired' | 'used' | 'ended'
    email: string | null
  }>`
    select state, email from auth.link_state(${tokenHash(token)}, 'confirmation')`.execute(guest.tx)
  const [link] = rows
  if (!link) return { state: 'unknown' }
  return link.state === 'open' ? { state: 'open', email: link.email ?? '' } : { state: link.state }
}

/**
 * Confirms the address that the link was mailed to, once; false when the link no longer works. It signs no one
 * in, and changes neither status nor password. Publishes confirmation.used.
 */
export async function confirmAddress(guest: GuestActor, token: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string | null }>`
    select auth.confirm_address(${tokenHash(token)}) as user_id`.execute(guest.tx)
  const userId = rows[0]?.user_id ?? null
  if (userId) await publish(guest, { kind: 'confirmation.used', userId })
  return userId !== null
}

const proofMinutes = 15

/**
 * What the sign-in page gives someone whose password was right and whose address is not confirmed, so that they,
 * and no one who only knows the address, may ask for the mail again: an end, the address, and our hash of both.
 */
export function proveForResend(email: string): string {
  const until = String(clock.now().getTime() + proofMinutes * 60_000)
  const address = Buffer.from(email).toString('base64url')
  return `${until}.${address}.${keyedHash('confirmation proof', `${until}.${address}`)}`
}

/**
 * Mails the confirmation once more to the address of a proof, with the limit and the silence of `requestLink`.
 * False for a proof that is not ours, or older than a quarter of an hour.
 */
export async function resendConfirmation(guest: GuestActor, proof: string): Promise<boolean> {
  const email = addressOf(proof)
  if (email !== null) await requestLink(guest, email, 'confirmation')
  return email !== null
}

function addressOf(proof: string): string | null {
  const [until = '', address = '', hash = ''] = proof.split('.')
  const right = Buffer.from(keyedHash('confirmation proof', `${until}.${address}`))
  const given = Buffer.from(hash)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return Number(until) > clock.now().getTime() ? Buffer.from(address, 'base64url').toString() : null
}
