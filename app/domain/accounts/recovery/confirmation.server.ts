import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import type { GuestActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { keyedHash } from '../../../platform/session/keyed-hash.server.ts'
import { tokenHash } from '../invitations/invitations.server.ts'
import { requestLink } from './mail-requests.server.ts'

/** The address is disclosed only while the link is open. */
export type Confirmation =
  | { state: 'open'; email: string }
  | { state: 'expired' | 'used' | 'ended' | 'unknown' }

/** Finds a confirmation link. Opening it confirms nothing, because email scanners open links. */
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

/** Confirms the address once; false for an invalid link. Changes neither status nor password and signs no one in. */
export async function confirmAddress(guest: GuestActor, token: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string | null }>`
    select auth.confirm_address(${tokenHash(token)}) as user_id`.execute(guest.tx)
  const userId = rows[0]?.user_id ?? null
  if (userId) await publish(guest, { kind: 'confirmation.used', userId })
  return userId !== null
}

const proofMinutes = 15

/** A signed proof that the password was right, so that only its owner may request the confirmation again. */
export function proveForResend(email: string): string {
  const until = String(clock.now().getTime() + proofMinutes * 60_000)
  const address = Buffer.from(email).toString('base64url')
  return `${until}.${address}.${keyedHash('confirmation proof', `${until}.${address}`)}`
}

/** Emails the confirmation again, limited like `requestLink`. False for an invalid or old proof (15 minutes). */
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
