import { sql } from 'kysely'
import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import {
  auth,
  factorCookies,
  onlyCookies,
  signedCookie,
} from '../../../platform/session/auth.server.ts'
import { recordFailure } from '../sign-in/failed-attempt.server.ts'
import {
  cookiesOf,
  finishSignIn,
  type OpenedSession,
  type SignInClient,
  type SignInCompleted,
} from '../sign-in/sign-in.server.ts'
import { attemptCounts, countAttempt, deviceToken } from '../sign-in/sign-in-limits.server.ts'
import { tryCode } from './second-factor.server.ts'

export type PendingSignIn = {
  userId: string
  name: string
  email: string
  role: 'admin' | 'investor'
}

/** The person whose code this browser is asked for; null after ten minutes. */
export async function findPendingSignIn(cookies: string | null): Promise<PendingSignIn | null> {
  const identifier = signedCookie(cookies, factorCookies.pending)
  if (!identifier) return null
  const { rows } = await sql<PendingSignIn>`select u.id as "userId", u.name, u.email, u.role
    from verification v join "user" u on u.id::text = v.value
    where v.identifier = ${identifier} and v."expiresAt" > now() and u.status <> 'inactive'`.execute(
    authDatabase,
  )
  return rows[0] ?? null
}

/** Whether this browser was asked for a code at all, to explain that the time has run out. */
export function hasPendingCookie(cookies: string | null): boolean {
  return signedCookie(cookies, factorCookies.pending) !== null
}

/** `rememberDevice`: no second factor on this device for 30 days. */
export type TypedSecondFactor = { code: string; rememberDevice: boolean; userAgent: string | null }

/** `over`: the password must be typed again. */
export type SecondFactorResult =
  | (SignInCompleted & { name: string })
  | { refused: 'wrong' | 'over' }
  | { refused: 'too-many'; retryAt: Date }

/**
 * Completes a sign-in with an app or recovery code. A wrong code counts like a wrong password.
 * After five wrong codes or ten minutes the password is required again.
 */
export async function signInWithCode(
  comer: SignInClient,
  step: TypedSecondFactor,
): Promise<SecondFactorResult> {
  const pending = await findPendingSignIn(comer.cookies)
  if (!pending) return { refused: 'over' }
  const counts = await attemptCounts(pending.email, comer.clientAddress, deviceToken(comer.cookies))
  const retryAt = await countAttempt(counts)
  if (retryAt) return { refused: 'too-many', retryAt }
  const owner = { ...pending, clientAddress: comer.clientAddress }
  const opened = await withAuditActor(owner, () => openWithCode(comer, step, pending.userId))
  if (opened) return { ...(await finishSignIn(comer, counts, opened)), name: pending.name }
  await recordFailure(pending.email, comer.clientAddress, 'wrong-code')
  return { refused: (await findPendingSignIn(comer.cookies)) ? 'wrong' : 'over' }
}

async function openWithCode(
  { cookies }: SignInClient,
  step: TypedSecondFactor,
  userId: string,
): Promise<OpenedSession | null> {
  // Another session of this browser would be used instead.
  const headers = onlyCookies(cookies, factorCookies.pending)
  headers.set('user-agent', step.userAgent ?? '')
  let opened: OpenedSession | null = null
  await tryCode(userId, step.code, async ({ kind, code }) => {
    const sent = {
      headers,
      body: { code, trustDevice: step.rememberDevice },
      returnHeaders: true,
    } as const
    const answer =
      kind === 'app' ? await auth.api.verifyTOTP(sent) : await auth.api.verifyBackupCode(sent)
    const proof = kind === 'app' ? 'password, code' : 'password, recovery code'
    const token = answer.response.token
    if (token) opened = { session: { userId, token }, headers: cookiesOf(answer.headers), proof }
  })
  return opened
}
