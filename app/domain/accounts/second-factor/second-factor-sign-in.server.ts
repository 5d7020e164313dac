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

/** Someone whose password was right a moment ago. */
export type PendingSignIn = {
  userId: string
  name: string
  email: string
  role: 'admin' | 'investor'
}

/** Whose second factor this browser is asked for; null when no one's, or when the ten minutes for it are over. */
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

/** Whether a browser was asked for a second factor at all: so that it is told that the time is over. */
export function hasPendingCookie(cookies: string | null): boolean {
  return signedCookie(cookies, factorCookies.pending) !== null
}

/** What was typed, and whether this device is asked for no second factor for the next 30 days. */
export type TypedSecondFactor = { code: string; rememberDevice: boolean; userAgent: string | null }

/** A session and whose it is; or why not. `over`: the password has to be typed again. */
export type SecondFactorResult =
  | (SignInCompleted & { name: string })
  | { refused: 'wrong' | 'over' }
  | { refused: 'too-many'; retryAt: Date }

/**
 * Finishes a sign-in with a code of the app or a recovery code. A wrong one counts like a wrong password, and only
 * the right one clears the count. After five wrong ones, or ten minutes, the password is asked again.
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
  // A session that this browser has beside would be taken for the one to prove.
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
