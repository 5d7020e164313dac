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

/** argon2id, the library's default, with 19 MiB, two passes, one lane (decisions §2). Takes the password after NFC. */
export function hashPassword(password: string): Promise<string> {
  const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  return argon2Hash(normalizeText(password), settings)
}

const longestPassword = 128

/** Whether this is the password behind a stored hash. One above the limit is wrong before anything is computed. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  const typed = normalizeText(password)
  return [...typed].length <= longestPassword && argon2Verify(stored, typed)
}

/** Better Auth reports this when a correct password belongs to an account that is not active. */
export const notActive = 'ACCOUNT_NOT_ACTIVE'
/** The same when the address was never confirmed. */
export const notConfirmed = 'EMAIL_NOT_CONFIRMED'

/**
 * Sign-in, sessions and sign-out. There is no sign-up and none of its HTTP routes is mounted: the screens call its
 * functions. The session cache in the cookie stays off, so that a deactivation bites at once.
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
    // Counted there in UTF-16 units; `isPassword` counts what decisions §2 counts.
    maxPasswordLength: 4 * longestPassword,
    password: {
      hash: hashPassword,
      verify: ({ hash: stored, password }) => isPassword(stored, password),
    },
  },
  session: {
    cookieCache: { enabled: false },
    disableSessionRefresh: true,
    expiresIn: 30 * 24 * 60 * 60,
  },
  // Failures are counted by sign-in-limits.server.ts, over all ways in. Recovery codes are kept hashed (V6.5.2).
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
 * unless an administrator set the password after it last changed (decisions §2).
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

const lettersOfCodes = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten recovery codes to be shown once: two groups of five, without signs that look alike. */
export function recoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: 5 }, () => lettersOfCodes[randomInt(lettersOfCodes.length)]).join('')
  return Array.from({ length: 10 }, () => `${group()}-${group()}`)
}

/** The codes as they are stored: argon2id each. A code that was used goes, and the others come by here again. */
export async function hashRecoveryCodes(codes: string): Promise<string> {
  const stored = (JSON.parse(codes) as string[]).map((code) =>
    code.startsWith('$argon2') ? code : hashPassword(code),
  )
  return JSON.stringify(await Promise.all(stored))
}

const context = await auth.$context
const sessionCookie = context.authCookies.sessionToken.name
/** The cookies between password and second factor, and of a device on which no second factor is asked for. */
export const factorCookies = {
  pending: context.createAuthCookie('two_factor').name,
  trusted: context.createAuthCookie('trust_device').name,
}

/** The session's token out of a Cookie header, when its signature is ours; else null. */
export function sessionToken(header: string | null): string | null {
  return signedCookie(header, sessionCookie)
}

/** A cookie of Better Auth without its signature, when that is ours; else null. */
export function signedCookie(header: string | null, name: string): string | null {
  const value = cookieValue(header, name)
  if (!value) return null
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  // As text: decoded, base64 takes what follows its end, and one session would have many cookies.
  const given = Buffer.from(value.slice(dot + 1))
  const right = Buffer.from(createHmac('sha256', config.appSecret).update(token).digest('base64'))
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? token : null
}

/** The cookie that gives a browser this session token, as Better Auth signs its own. */
export function sessionCookieOf(token: string): Promise<string> {
  return generateSignedCookie(sessionCookie, token, config.appSecret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.isHttps,
    maxAge: 30 * 24 * 60 * 60,
  })
}

/** One cookie's decoded value; null when absent or not decodable. */
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

/** The named cookies of a Cookie header and no other: what one call of Better Auth is meant to see. */
export function onlyCookies(header: string | null, ...names: string[]): Headers {
  const pairs =
    header?.split(/;\s*/).filter((part) => names.includes(part.slice(0, part.indexOf('=')))) ?? []
  return new Headers({ cookie: pairs.join('; ') })
}

/**
 * The headers of a request in this session, with the token it has by now: the request at hand may have come with the
 * former one, which Better Auth does not know any more.
 */
export async function withSession(sessionId: string): Promise<Headers> {
  const session = await authDatabase
    .selectFrom('session')
    .select('token')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return new Headers()
  return new Headers({ cookie: (await sessionCookieOf(session.token)).split(';', 1).join() })
}
