import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { auth, withSession } from '../../../platform/session/auth.server.ts'
import { normalizeText } from '../../../values/typed-text.ts'

/** An unfinished set-up counts as off. */
export type SecondFactor = { on: false } | { on: true; codesLeft: number }

/** The account's second factor and its number of unused recovery codes. */
export async function findSecondFactor(userId: string): Promise<SecondFactor> {
  const { rows } = await sql<{ codes: string }>`select f."backupCodes" as codes from "twoFactor" f
    join "user" u on u.id = f."userId" where u.id = ${userId} and u."twoFactorEnabled" and f.verified`.execute(
    authDatabase,
  )
  const [factor] = rows
  return factor
    ? { on: true, codesLeft: (JSON.parse(factor.codes) as string[]).length }
    : { on: false }
}

/** Null is neither kind of code. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** Reads a typed code in digits of any script, ignoring spaces, dashes, invisible characters and case. @internal */
export function readCode(typed: string): TypedCode | null {
  const code = normalizeText(typed, 'NFKC')
    .replace(/[\s\p{Pd}\u2212\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return /^[a-z\d]{10}$/.test(code)
    ? { kind: 'recovery', code: `${code.slice(0, 5)}-${code.slice(5)}` }
    : null
}

/** The digits of a script follow its zero in order. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** Whether this is a valid code; each is accepted once. Counts no failure; `confirmSelf` does. */
export async function redeemCode(
  self: { userId: string; sessionId: string },
  typed: string,
): Promise<boolean> {
  return tryCode(self.userId, typed, async ({ kind, code }) => {
    const headers = await withSession(self.sessionId)
    return kind === 'app'
      ? auth.api.verifyTOTP({ headers, body: { code } })
      : auth.api.verifyBackupCode({ headers, body: { code, disableSession: true } })
  })
}

/** Runs one of Better Auth's checks with the stored form of a code; false when refused. */
export async function tryCode(
  userId: string,
  typed: string,
  check: (read: TypedCode) => Promise<unknown>,
): Promise<boolean> {
  const read = readCode(typed)
  if (read === null) return false
  if (read.kind === 'recovery')
    return isTaken(check({ ...read, code: await storedFormOf(userId, read.code) }))
  const claim = await claimCode(userId, read.code)
  if (claim === null) return false
  const right = await isTaken(check(read))
  // A wrong app code may become valid half a minute later.
  if (!right)
    await authDatabase.deleteFrom('verification').where('identifier', '=', claim).execute()
  return right
}

async function isTaken(checked: Promise<unknown>): Promise<boolean> {
  try {
    await checked
    return true
  } catch (fault) {
    if (fault instanceof APIError) return false
    throw fault
  }
}

/** Claims an app code for 90 seconds; null when it was used before. */
async function claimCode(userId: string, code: string): Promise<string | null> {
  const identifier = `totp-${createHash('sha256').update(`${userId} ${code}`).digest('base64url')}`
  const { rows } = await sql`insert into verification (identifier, value, "expiresAt")
    values (${identifier}, ${userId}, now() + interval '2 minutes')
    on conflict (identifier) do update set "expiresAt" = excluded."expiresAt" where verification."expiresAt" < now()
    returning id`.execute(authDatabase)
  return rows.length > 0 ? identifier : null
}

/** The stored hash of a recovery code, which Better Auth compares; the code itself if there is none. */
async function storedFormOf(userId: string, code: string): Promise<string> {
  const row = await authDatabase
    .selectFrom('twoFactor')
    .select('backupCodes')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const stored = row ? (JSON.parse(row.backupCodes) as string[]) : []
  const right = await Promise.all(stored.map((hash) => verify(hash, code)))
  return stored[right.indexOf(true)] ?? code
}
