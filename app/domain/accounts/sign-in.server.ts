import { randomBytes } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { auth, cookieValue, notActive, sessionToken } from '../../platform/auth.server.ts'
import { config } from '../../platform/config.server.ts'
import { authDatabase } from '../../platform/database.server.ts'
import { countAttempt, countsOf, forgetFailures, rememberDevice } from './sign-in-limits.server.ts'

/** What a sign-in needs to know of the request. */
export type Attempt = {
  email: string
  password: string
  clientAddress: string | undefined
  cookies: string | null
  userAgent: string | null
}

/** A session with its cookies, or why not; the reasons are told apart only after a correct password. */
export type SignInResult =
  | { role: 'admin' | 'investor'; headers: Headers }
  | { refused: 'wrong' | 'unconfirmed' | 'inactive' }
  | { refused: 'too-many'; retryAt: Date }

const deviceCookie = 'msingi.device'

/** What a browser sends back is echoed, so only a token of our own make is taken. */
function deviceOf(cookies: string | null): string | null {
  const sent = cookieValue(cookies, deviceCookie)
  return sent !== null && /^[\w-]{24}$/.test(sent) ? sent : null
}

/**
 * Signs somebody in by e-mail and password (AUTH-008 to 014). Every attempt is counted first; the answer for a wrong
 * password and for an unknown address is the same, after the same hashing. Takes the e-mail trimmed and in lower case.
 */
export async function signIn(attempt: Attempt): Promise<SignInResult> {
  const device = deviceOf(attempt.cookies)
  const counts = await countsOf(attempt.email, attempt.clientAddress, device)
  const retryAt = await countAttempt(counts)
  if (retryAt) return { refused: 'too-many', retryAt }
  const opened = await openSession(attempt)
  if ('refused' in opened) return opened
  await forgetFailures(counts)
  const known = device ?? randomBytes(18).toString('base64url')
  await rememberDevice(known, opened.userId)
  opened.headers.append(
    'Set-Cookie',
    `${deviceCookie}=${known}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`,
  )
  return { role: await noteSignIn(opened.userId, attempt.clientAddress), headers: opened.headers }
}

async function openSession(
  attempt: Attempt,
): Promise<{ userId: string; headers: Headers } | { refused: 'wrong' | 'unconfirmed' | 'inactive' }> {
  const headers = new Headers({ 'user-agent': attempt.userAgent ?? '' })
  try {
    const { response, headers: answer } = await auth.api.signInEmail({
      body: { email: attempt.email, password: attempt.password },
      headers,
      returnHeaders: true,
    })
    const cookies = new Headers()
    for (const cookie of answer.getSetCookie()) cookies.append('Set-Cookie', cookie)
    return { userId: response.user.id, headers: cookies }
  } catch (fault) {
    if (fault instanceof APIError) return { refused: reasonOf(fault) }
    throw fault
  }
}

function reasonOf(fault: APIError): 'wrong' | 'unconfirmed' | 'inactive' {
  switch (fault.body?.code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'INVALID_EMAIL':
    case 'PASSWORD_TOO_LONG':
      return 'wrong'
    case 'EMAIL_NOT_VERIFIED':
      return 'unconfirmed'
    case notActive:
      return 'inactive'
    default:
      throw fault
  }
}

/** Keeps when this person last came, logs the act, and says which dashboard is theirs. */
async function noteSignIn(userId: string, clientAddress: string | undefined) {
  return authDatabase.transaction().execute(async (tx) => {
    const { rows } = await sql<{ role: 'admin' | 'investor' }>`update "user" set last_signed_in_at = now()
      where id = ${userId} returning role`.execute(tx)
    const role = rows[0]?.role ?? 'investor'
    await sql`select set_config('app.actor', ${role}, true), set_config('app.user_id', ${userId}, true),
      set_config('app.client_address', ${clientAddress ?? ''}, true)`.execute(tx)
    await sql`select app.audit_act('sign-in', 'user', ${userId}, null)`.execute(tx)
    return role
  })
}

/** Ends this browser's session. The cookies in the answer take the browser's copy away, whether or not it was live. */
export async function signOut(cookies: string | null): Promise<Headers> {
  const token = sessionToken(cookies)
  // Better Auth answers success even when its own deletion failed.
  if (token) await authDatabase.deleteFrom('session').where('token', '=', token).execute()
  const answer = await auth.api.signOut({ headers: new Headers({ cookie: cookies ?? '' }), returnHeaders: true })
  const headers = new Headers()
  for (const cookie of answer.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
  return headers
}
