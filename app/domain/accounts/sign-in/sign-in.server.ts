import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import {
  auth,
  createSession,
  factorCookies,
  notActive,
  notConfirmed,
  onlyCookies,
  sessionCookieOf,
  sessionToken,
} from '../../../platform/session/auth.server.ts'
import { isPasskeyDemanded } from '../passkeys/passkeys.server.ts'
import { passwordLengthFault } from '../password.ts'
import { beginPendingSignIn } from '../second-factor/pending-sign-in.server.ts'
import { parseDevice } from './device.ts'
import { recordFailure } from './failed-attempt.server.ts'
import { notifyOfNewDevice } from './notify-of-sign-in.server.ts'
import {
  type AttemptCount,
  attemptCounts,
  countAttempt,
  deviceToken,
  forgetFailures,
  refundAttempt,
  rememberDevice,
} from './sign-in-limits.server.ts'

export type SignInAttempt = {
  email: string
  password: string
  clientAddress: string | undefined
  cookies: string | null
  userAgent: string | null
}

/** Below the pool size, so that a burst of sign-ins waits instead of failing. */
const signInConcurrency = pLimit(4)
/** Refusals are delayed to the next step, which hides an extra query for known addresses. */
const refusalStepMs = 50

type Role = 'admin' | 'investor'
/** A session with its cookies. */
export type SignInCompleted = { role: Role; headers: Headers }
/** A session; or a request for a second factor with its cookie; or a refusal. */
export type SignInResult =
  | SignInCompleted
  | { secondFactor: 'asked'; headers: Headers }
  | { refused: 'wrong' | 'unconfirmed' | 'inactive' }
  | { refused: 'too-many'; retryAt: Date }

/**
 * Signs in by email and password. Attempts are counted first; unknown addresses take the same time
 * as wrong passwords. A second factor must follow where one is set.
 */
export async function signIn(attempt: SignInAttempt): Promise<SignInResult> {
  const began = performance.now()
  const result = await signInConcurrency(() => tryToSignIn(attempt))
  if ('refused' in result)
    await sleep(refusalStepMs - ((performance.now() - began) % refusalStepMs))
  return result
}

async function tryToSignIn(attempt: SignInAttempt): Promise<SignInResult> {
  const counts = await attemptCounts(
    attempt.email,
    attempt.clientAddress,
    deviceToken(attempt.cookies),
  )
  const retryAt = await countAttempt(counts)
  if (retryAt) return { refused: 'too-many', retryAt }
  const opened = await openSession(attempt)
  if ('refused' in opened) {
    await recordFailure(attempt.email, attempt.clientAddress, opened.refused)
    return opened
  }
  if (opened.session === null) {
    await refundAttempt(counts)
    return { secondFactor: 'asked', headers: opened.headers }
  }
  return finishSignIn(attempt, counts, { ...opened, session: opened.session })
}

export type SignInClient = Pick<SignInAttempt, 'clientAddress' | 'cookies'>
/** `method` is for the audit log. */
export type OpenedSession = {
  session: { userId: string; token: string }
  headers: Headers
  proof: string
}

/**
 * Completes a sign-in: clears failures, ends the browser's former session, audits, remembers the device, and emails its
 * owner when it is a new one.
 */
export async function finishSignIn(
  comer: SignInClient,
  counts: AttemptCount[],
  opened: OpenedSession,
): Promise<SignInCompleted> {
  const { session, headers, proof } = opened
  await forgetFailures(counts)
  const { userId } = session
  const { role, userAgent, isFirst } = await noteSignIn(comer, session, proof)
  const device = deviceToken(comer.cookies) ?? randomBytes(18).toString('base64url')
  const { name } = parseDevice(userAgent)
  const { cookie, newDeviceId } = await rememberDevice(device, { userId, name })
  headers.append('Set-Cookie', cookie)
  const { clientAddress } = comer
  if (newDeviceId !== null && !isFirst)
    await notifyOfNewDevice({ role, userId, clientAddress }, newDeviceId)
  return { role, headers }
}

type Opening = { session: OpenedSession['session'] | null; headers: Headers; proof: string }

async function openSession(
  attempt: SignInAttempt,
): Promise<Opening | { refused: 'wrong' | 'unconfirmed' | 'inactive' }> {
  // Refused before hashing for every address, so that timing reveals nothing.
  if (passwordLengthFault(attempt.password) === 'long') return { refused: 'wrong' }
  const headers = onlyCookies(attempt.cookies, factorCookies.trusted)
  headers.set('user-agent', attempt.userAgent ?? '')
  const trusts = headers.get('cookie') !== ''
  try {
    const { response, headers: answer } = await auth.api.signInEmail({
      body: { email: attempt.email, password: attempt.password },
      headers,
      returnHeaders: true,
    })
    const cookies = cookiesOf(answer)
    if ('twoFactorRedirect' in response)
      return { session: null, headers: cookies, proof: 'password' }
    const { user, token } = response
    const isTrusted = trusts && 'twoFactorEnabled' in user && user.twoFactorEnabled === true
    const proof = isTrusted ? 'password, remembered device' : 'password'
    if (await isPasskeyDemanded(user.id)) {
      await authDatabase.deleteFrom('session').where('token', '=', token).execute()
      return { session: null, headers: await beginPendingSignIn(user.id, 'password'), proof }
    }
    return { session: { userId: user.id, token }, headers: cookies, proof }
  } catch (fault) {
    if (fault instanceof APIError) return { refused: reasonOf(fault) }
    throw fault
  }
}

/** `hasProviderFactor`: the sign-in provider's second factor counts as ours. */
type NewSession = { userAgent: string | null; proof: string; hasProviderFactor?: boolean }

/** A session of an account that proved its identity without a password; or why it may not sign in. */
export async function openSessionFor(
  userId: string,
  { userAgent, proof, hasProviderFactor = false }: NewSession,
): Promise<OpenedSession | { refused: 'unconfirmed' | 'inactive' }> {
  try {
    const token = await createSession(userId, userAgent)
    if (hasProviderFactor)
      await sql`update session set has_provider_factor = true where token = ${token}`.execute(
        authDatabase,
      )
    const headers = new Headers({ 'Set-Cookie': await sessionCookieOf(token) })
    return { session: { userId, token }, headers, proof }
  } catch (fault) {
    if (!(fault instanceof APIError)) throw fault
    const refused = reasonOf(fault)
    if (refused === 'wrong') throw fault
    return { refused }
  }
}

/** Only the cookies of a Better Auth response. */
export function cookiesOf(answer: Headers): Headers {
  const cookies = new Headers()
  for (const cookie of answer.getSetCookie()) cookies.append('Set-Cookie', cookie)
  return cookies
}

function reasonOf(fault: APIError): 'wrong' | 'unconfirmed' | 'inactive' {
  switch (fault.body?.code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'INVALID_EMAIL':
    case 'PASSWORD_TOO_LONG':
      return 'wrong'
    case notConfirmed:
      return 'unconfirmed'
    case notActive:
      return 'inactive'
    default:
      throw fault
  }
}

/** Stores time and address, audits the sign-in with its proof, and returns the role. */
async function noteSignIn(
  { clientAddress, cookies }: SignInClient,
  session: OpenedSession['session'],
  proof: string,
): Promise<{ role: Role; userAgent: string | null; isFirst: boolean }> {
  const { userId, token } = session
  return authDatabase.transaction().execute(async (tx) => {
    const before = sessionToken(cookies)
    if (before)
      await tx
        .deleteFrom('session')
        .where('token', '=', before)
        .where('token', '<>', token)
        .execute()
    const opened = await sql<{ userAgent: string | null }>`update session
      set "ipAddress" = ${clientAddress ?? null} where token = ${token} returning "userAgent"`.execute(
      tx,
    )
    const { rows } = await sql<{ role: Role; isFirst: boolean }>`
      with earlier as (select last_signed_in_at from "user" where id = ${userId})
      update "user" set last_signed_in_at = now() where id = ${userId}
      returning role, (select last_signed_in_at is null from earlier) as "isFirst"`.execute(tx)
    const { role, isFirst } = rows[0] ?? { role: 'investor', isFirst: true }
    await sql`select set_config('app.actor', ${role}, true), set_config('app.user_id', ${userId}, true),
      set_config('app.client_address', ${clientAddress ?? ''}, true)`.execute(tx)
    await sql`select app.audit_act('sign-in', 'user', ${userId}, ${JSON.stringify({ proof })}::jsonb)`.execute(
      tx,
    )
    return { role, isFirst, userAgent: opened.rows[0]?.userAgent ?? null }
  })
}
