import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { auth, factorCookies, onlyCookies } from '../../../platform/session/auth.server.ts'
import { recordFailure } from '../sign-in/failed-attempt.server.ts'
import {
  cookiesOf,
  finishSignIn,
  type OpenedSession,
  type SignInClient,
  type SignInCompleted,
} from '../sign-in/sign-in.server.ts'
import { attemptCounts, countAttempt, deviceToken } from '../sign-in/sign-in-limits.server.ts'
import { findPendingSignIn, type PendingSignIn } from './pending-sign-in.server.ts'
import { tryCode } from './second-factor.server.ts'

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
  const opened = await withAuditActor(owner, () => openWithCode(comer, step, pending))
  if (opened) return { ...(await finishSignIn(comer, counts, opened)), name: pending.name }
  await recordFailure(pending.email, comer.clientAddress, 'wrong-code')
  return { refused: (await findPendingSignIn(comer.cookies)) ? 'wrong' : 'over' }
}

async function openWithCode(
  { cookies }: SignInClient,
  step: TypedSecondFactor,
  { userId, firstFactor }: PendingSignIn,
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
    const proof = `${firstFactor}, ${kind === 'app' ? 'code' : 'recovery code'}`
    const token = answer.response.token
    if (token) opened = { session: { userId, token }, headers: cookiesOf(answer.headers), proof }
  })
  return opened
}
