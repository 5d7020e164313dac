import { createHmac, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { clock } from './clock.server.ts'
import { config } from './config.server.ts'
import { authDatabase } from './database.server.ts'

/** argon2id, the library's default, with 19 MiB, two passes, one lane (decisions §2), on the thread pool. Takes the password after NFC. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  })
}

/** Better Auth reports this when a correct password belongs to an account that is not active. */
export const notActive = 'ACCOUNT_NOT_ACTIVE'

/**
 * Sign-in, sessions and sign-out. There is no sign-up and none of its HTTP routes is mounted: the screens call its
 * functions. The session cache in the cookie stays off, so that a deactivation bites at once.
 */
export const auth = betterAuth({
  baseURL: config.origin,
  secret: config.appSecret,
  database: { db: authDatabase, type: 'postgres', transaction: true },
  advanced: { database: { generateId: false }, useSecureCookies: config.isHttps, cookiePrefix: 'msingi' },
  logger: { disabled: true },
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    requireEmailVerification: true,
    minPasswordLength: 8,
    maxPasswordLength: 128,
    password: {
      hash: hashPassword,
      verify: ({ hash: stored, password }) => verify(stored, password.normalize('NFC')),
    },
  },
  session: { cookieCache: { enabled: false }, disableSessionRefresh: true, expiresIn: 30 * 24 * 60 * 60 },
  databaseHooks: {
    session: {
      create: { before: async (session) => ({ data: { ...session, expiresAt: await sessionEnd(session.userId) } }) },
    },
  },
})

/** The absolute end of a session by role; refuses an account that is not active (decisions §2). */
async function sessionEnd(userId: string): Promise<Date> {
  const { rows } = await sql<{ status: string; seconds: number }>`
    select u.status, extract(epoch from case u.role when 'admin' then x.admin_absolute else x.investor_absolute end)::int
      as seconds
    from auth."user" u cross join app.installation x where u.id = ${userId}`.execute(authDatabase)
  const [account] = rows
  if (account?.status !== 'active') throw new APIError('FORBIDDEN', { code: notActive })
  return new Date(clock.now().getTime() + account.seconds * 1000)
}

const cookieName = (await auth.$context).authCookies.sessionToken.name

/** The session's token out of a Cookie header, when its signature is ours; else null. */
export function sessionToken(header: string | null): string | null {
  const value = cookieValue(header, cookieName)
  if (!value) return null
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const right = createHmac('sha256', config.appSecret).update(token).digest()
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? token : null
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
