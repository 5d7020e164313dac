import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { keyedHash } from '../../../platform/session/keyed-hash.server.ts'

/** A registration or confirmation belongs to one session, so that its challenge is of no use in another. */
export type PasskeyPurpose = 'sign-in' | `registration ${string}` | `confirmation ${string}`

/** A request waits this long for its answer. */
const lifetimeSeconds = 5 * 60

/** `seed` is for a cookie of the browser that was asked; the challenge cannot be computed from it without our secret. */
export type PasskeyRequest = { seed: string; challenge: string }

/** Asks a browser for a passkey. Nothing is stored until its answer arrives. */
export function requestPasskey(purpose: PasskeyPurpose): PasskeyRequest {
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds
  const seed = `${randomBytes(24).toString('base64url')}.${expiresAt}`
  return { seed, challenge: challengeOf(purpose, seed) }
}

/**
 * The challenge that this browser was asked to sign, once; null when there was none, it expired, or it was answered
 * before.
 */
export async function takeChallenge(
  purpose: PasskeyPurpose,
  seed: string | null,
): Promise<string | null> {
  const [, expiry = ''] = /^[\w-]{32}\.(\d{10})$/.exec(seed ?? '') ?? []
  if (seed === null || expiry === '' || Number(expiry) * 1000 < clock.now().getTime()) return null
  const challenge = challengeOf(purpose, seed)
  const identifier = `passkey-${createHash('sha256').update(challenge).digest('base64url')}`
  const { rows } = await sql`insert into verification (identifier, value, "expiresAt")
    values (${identifier}, 'answered', to_timestamp(${Number(expiry)}))
    on conflict (identifier) do nothing returning id`.execute(authDatabase)
  return rows.length > 0 ? challenge : null
}

const challengeOf = (purpose: PasskeyPurpose, seed: string) =>
  keyedHash('passkey challenge', `${purpose} ${seed}`)
