import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { isPassword } from '../../../platform/session/auth.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { checkPasskey, findPasskey } from '../passkeys/check-passkey.server.ts'
import type { PasskeyAssertion } from '../passkeys/passkey-schema.ts'
import { redeemCode } from '../second-factor/second-factor.server.ts'
import { recordFailedConfirmation } from './failed-attempt.server.ts'
import { attemptCounts, countAttempt, deviceToken, refundAttempt } from './sign-in-limits.server.ts'

/** `cookies` is the request's Cookie header. */
export type IdentityOwner = Pick<
  RequestUser,
  'sessionId' | 'userId' | 'email' | 'role' | 'clientAddress' | 'cookies'
>

/** A recovery code is used up. A passkey answers a request to this session, once. */
export type IdentityProof = { password: string } | { code: string } | { passkey: PasskeyAssertion }

/** `retryAt` is when the next attempt counts again. */
export type IdentityResult =
  | { confirmed: true }
  | { refused: 'wrong' }
  | { refused: 'too-many'; retryAt: Date }

/** Whether the session's owner confirmed within `installation.confirmed_for`. Signing in does not count. */
export async function isConfirmed(sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from session s cross join app.installation x
    where s.id = ${sessionId} and s.confirmed_at > now() - x.confirmed_for`.execute(authDatabase)
  return rows.length > 0
}

/** Confirms the owner's identity. A wrong proof counts as a failed sign-in; a right one clears only itself. */
export async function confirmIdentity(
  self: IdentityOwner,
  proof: IdentityProof,
): Promise<IdentityResult> {
  const proven = await prove(self, proof)
  if ('confirmed' in proven) await recordConfirmation(self.sessionId)
  return proven
}

/** Like `confirmIdentity`, requiring the password and, where there is one, the second factor. */
export async function confirmIdentityFully(
  self: IdentityOwner,
  { password, code }: { password: string; code: string | null },
): Promise<IdentityResult | { refused: 'wrong-code' }> {
  const known = await prove(self, { password })
  if ('refused' in known) return known
  if (code !== null) {
    const held = await prove(self, { code })
    if ('refused' in held) return held.refused === 'wrong' ? { refused: 'wrong-code' } : held
  }
  await recordConfirmation(self.sessionId)
  return { confirmed: true }
}

/** Gives a confirmed session a new token; the former one is valid for another half minute, for requests in flight. */
export async function renewSession(sessionId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await sql`update session set former_token = token, token = ${token}, renewed_at = now()
    where id = ${sessionId}`.execute(authDatabase)
  return token
}

/** Stored with the session, so that it ends with it. */
export async function recordConfirmation(sessionId: string): Promise<void> {
  await sql`update session set confirmed_at = now() where id = ${sessionId}`.execute(authDatabase)
}

async function prove(self: IdentityOwner, proof: IdentityProof): Promise<IdentityResult> {
  const counts = await attemptCounts(self.email, self.clientAddress, deviceToken(self.cookies))
  const retryAt = await countAttempt(counts)
  if (retryAt) return { refused: 'too-many', retryAt }
  const why = await faultOf(self, proof)
  if (why !== null) {
    await recordFailedConfirmation(self, why)
    return { refused: 'wrong' }
  }
  await refundAttempt(counts)
  return { confirmed: true }
}

/** Null for a right proof. */
async function faultOf(self: IdentityOwner, proof: IdentityProof) {
  if ('password' in proof)
    return (await isOwnPassword(self.userId, proof.password)) ? null : 'wrong'
  if ('code' in proof)
    return (await withAuditActor(self, () => redeemCode(self, proof.code))) ? null : 'wrong-code'
  const found = await findPasskey(proof.passkey.id)
  const checked = await checkPasskey(`confirmation ${self.sessionId}`, {
    passkey: proof.passkey,
    known: found?.userId === self.userId ? found : null,
    cookies: self.cookies,
  })
  return 'refused' in checked ? passkeyFaults[checked.refused] : null
}

const passkeyFaults = {
  expired: 'passkey-expired',
  wrong: 'wrong-passkey',
  copied: 'copied-passkey',
} as const

async function isOwnPassword(userId: string, password: string): Promise<boolean> {
  const account = await authDatabase
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return account?.password ? isPassword(account.password, password) : false
}
