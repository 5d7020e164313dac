import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { generateSignedCookie } from 'hono/cookie'
import { sql } from 'kysely'
import { normalizeText } from '../../values/typed-text.ts'
import { clock } from '../clock.server.ts'
import { config } from '../config.server.ts'
import { authDatabase } from '../database/connections.server.ts'
import { argon2Hash, argon2Verify } from './argon2-thread.server.ts'

/** argon2id with 19 MiB, two passes, one lane, of the password in NFC. */
export function hashPassword(password: string): Promise<string> {
  const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  return argon2Hash(normalizeText(password), settings)
}

const longestPassword = 128

/** A password over the length limit is wrong without hashing it. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  const typed = normalizeText(password)
  return [...typed].length <= longestPassword && argon2Verify(stored, typed)
}

/** Better Auth's error code when the password is correct and the account not active. */
export const notActive = 'ACCOUNT_NOT_ACTIVE'
/** The same for an unconfirmed email address. */
export const notConfirmed = 'EMAIL_NOT_CONFIRMED'

/**
 * Sign-in, sessions and sign-out. There is no sign-up and none of its HTTP routes is mounted: the screens call its
 * functions. The cookie's session cache stays off, so that a deactivation takes effect immediately.
 */
export const auth = betterAuth({
  baseURL: config.origin,
  secret: config.appSecret,
  database: { db: authDatabase, type: 'postgres', transaction: true },
  // Prefix and `Secure` are added to every cookie at the edge (host-cookies.ts).
  advanced: { database: { generateId: false }, useSecureCookies: false, cookiePrefix: 'msingi' },
  logger: { disabled: true },
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    minPasswordLength: 8,
    // In UTF-16 units here; `isPassword` counts characters.
    maxPasswordLength: 4 * longestPassword,
    password: {
      hash: hashPassword,
      verify: ({ hash: stored, password }) => isPassword(stored, password),
    },
  },
  session: {
    cookieCache: { enabled: false },
    disableSessionRefresh: true,
    // Only the cookie's age: `sessionEnd` and the idle limit decide, from the table `installation`.
    expiresIn: 30 * 24 * 60 * 60,
  },
  // sign-in-limits.server.ts counts failures over all sign-in methods. Recovery codes are stored hashed.
  plugins: [
    twoFactor({
      accountLockout: { enabled: false },
      backupCodeOptions: {
        customBackupCodesGenerate: recoveryCodes,
        storeBackupCodes: { encrypt: hashRecoveryCodes, decrypt: async (stored) => stored },
      },
    }),
  ],
  databaseHooks: {
    session: {
      create: {
        before: async (session) => ({
          data: { ...session, expiresAt: await sessionEnd(session.userId) },
        }),
      },
    },
  },
})

type Opening = { status: string; confirmed: boolean; seconds: number }

/**
 * The absolute end of a session by role. Refuses an account that is not active, and an address that was not confirmed
 * unless an administrator set the password after it last changed.
 */
async function sessionEnd(userId: string): Promise<Date> {
  const { rows } = await sql<Opening>`
    select u.status, u."emailVerified" or (u.password_set_at is not null
        and u.password_set_at > coalesce(u.email_changed_at, '-infinity')) as confirmed,
      extract(epoch from case u.role when 'admin' then x.admin_absolute else x.investor_absolute end)::int as seconds
    from auth."user" u cross join app.installation x where u.id = ${userId}`.execute(authDatabase)
  const [account] = rows
  if (!account || account.status === 'inactive')
    throw new APIError('FORBIDDEN', { code: notActive })
  if (!account.confirmed) throw new APIError('FORBIDDEN', { code: notConfirmed })
  if (account.status !== 'active') throw new APIError('FORBIDDEN', { code: notActive })
  return new Date(clock.now().getTime() + account.seconds * 1000)
}

const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes of two groups of five, without characters that look alike. */
export function recoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: 5 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return Array.from({ length: 10 }, () => `${group()}-${group()}`)
}

/** Hashes each code. After a code is used Better Auth passes the others again, already hashed. */
export async function hashRecoveryCodes(codes: string): Promise<string> {
  const stored = (JSON.parse(codes) as string[]).map((code) =>
    code.startsWith('$argon2') ? code : hashPassword(code),
  )
  return JSON.stringify(await Promise.all(stored))
}

const context = await auth.$context
const sessionCookie = context.authCookies.sessionToken.name
/** `pending`: between password and second factor; `trusted`: a device that skips the second factor. */
export const factorCookies = {
  pending: context.createAuthCookie('two_factor').name,
  trusted: context.createAuthCookie('trust_device').name,
}

/** The session token in a Cookie header; null when its signature is invalid. */
export function sessionToken(header: string | null): string | null {
  return signedCookie(header, sessionCookie)
}

/** The value of a cookie of Better Auth; null when its signature is invalid. */
export function signedCookie(header: string | null, name: string): string | null {
  const value = cookieValue(header, name)
  if (!value) return null
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  // Compared as text: base64 decoding ignores trailing characters, so one session could have many cookies.
  const signature = Buffer.from(value.slice(dot + 1))
  const expected = Buffer.from(
    createHmac('sha256', config.appSecret).update(token).digest('base64'),
  )
  return dot > 0 && signature.length === expected.length && timingSafeEqual(signature, expected)
    ? token
    : null
}

/** A session cookie with Better Auth's signature. */
export function sessionCookieOf(token: string): Promise<string> {
  return generateSignedCookie(sessionCookie, token, config.appSecret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.isHttps,
    maxAge: 30 * 24 * 60 * 60,
  })
}

/** The cookie of a browser that is asked for a second factor. */
export function pendingCookieOf(identifier: string, maxAge: number): Promise<string> {
  return generateSignedCookie(factorCookies.pending, identifier, config.appSecret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.isHttps,
    maxAge,
  })
}

/** A new session of an account. Throws Better Auth's error when the account may not sign in. */
export async function createSession(userId: string, userAgent: string | null): Promise<string> {
  const session = await context.internalAdapter.createSession(userId, false, {
    userAgent: userAgent ?? '',
  })
  return session.token
}

/** Null when absent or not decodable. */
export function cookieValue(header: string | null, name: string): string | null {
  const pair = header?.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  if (!pair) return null
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch (fault) {
    if (fault instanceof URIError) return null
    throw fault
  }
}

/** Headers with only the named cookies, for one call of Better Auth. */
export function onlyCookies(header: string | null, ...names: string[]): Headers {
  const pairs =
    header?.split(/;\s*/).filter((part) => names.includes(part.slice(0, part.indexOf('=')))) ?? []
  return new Headers({ cookie: pairs.join('; ') })
}

/** Headers with the session's current token: the request may carry the replaced one. */
export async function withSession(sessionId: string): Promise<Headers> {
  const session = await authDatabase
    .selectFrom('session')
    .select('token')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return new Headers()
  return new Headers({ cookie: (await sessionCookieOf(session.token)).split(';', 1).join() })
}
