import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import {
  factorCookies,
  pendingCookieOf,
  signedCookie,
} from '../../../platform/session/auth.server.ts'

export type FirstFactor = 'password' | 'provider'

/** `firstFactor` is what has been proved so far, for the audit log. */
export type PendingSignIn = {
  userId: string
  name: string
  email: string
  role: 'admin' | 'investor'
  firstFactor: FirstFactor
  hasCode: boolean
  hasPasskey: boolean
}

/** The person whose second factor this browser is asked for; null after ten minutes. */
export async function findPendingSignIn(cookies: string | null): Promise<PendingSignIn | null> {
  const identifier = signedCookie(cookies, factorCookies.pending)
  if (!identifier) return null
  const { rows } = await sql<
    Omit<PendingSignIn, 'firstFactor'>
  >`select u.id as "userId", u.name, u.email, u.role,
      u."twoFactorEnabled" as "hasCode", exists (select from passkey p where p.user_id = u.id) as "hasPasskey"
    from verification v join "user" u on u.id::text = v.value
    where v.identifier = ${identifier} and v."expiresAt" > now() and u.status <> 'inactive'`.execute(
    authDatabase,
  )
  const firstFactor = identifier.startsWith(prefixes.provider) ? 'provider' : 'password'
  return rows[0] ? { ...rows[0], firstFactor } : null
}

/** Whether this browser was asked for a second factor at all, to explain that the time has run out. */
export function hasPendingCookie(cookies: string | null): boolean {
  return signedCookie(cookies, factorCookies.pending) !== null
}

const lifetimeSeconds = 600
/** Better Auth's own begin with the first. */
const prefixes = { password: '2fa-', provider: '2fa-provider.' } as const

/** Asks this browser for a second factor of the account, as Better Auth does after a password. */
export async function beginPendingSignIn(
  userId: string,
  firstFactor: FirstFactor,
): Promise<Headers> {
  const identifier = `${prefixes[firstFactor]}${randomBytes(15).toString('base64url')}`
  const expiresAt = new Date(clock.now().getTime() + lifetimeSeconds * 1000)
  await sql`insert into verification (identifier, value, "expiresAt") values
    (${identifier}, ${userId}, ${expiresAt}), (${`2fa-attempts-${identifier}`}, '0', ${expiresAt})`.execute(
    authDatabase,
  )
  return new Headers({ 'Set-Cookie': await pendingCookieOf(identifier, lifetimeSeconds) })
}

/** Ends the step, once; its cookie to delete, or null when it was over. */
export async function consumePendingSignIn(cookies: string | null): Promise<Headers | null> {
  const identifier = signedCookie(cookies, factorCookies.pending) ?? ''
  const { numDeletedRows } = await authDatabase
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst()
  if (numDeletedRows === 0n) return null
  return new Headers({ 'Set-Cookie': await pendingCookieOf('', 0) })
}
