import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { clock } from '../../../platform/clock.server.ts'
import { config } from '../../../platform/config.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { AuthDatabase } from '../../../platform/database/database-types.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import { log } from '../../../platform/observability/log.server.ts'
import { cookieValue } from '../../../platform/session/auth.server.ts'
import { countDelayedAttempt } from './failed-attempt.server.ts'

type AuthTx = Kysely<AuthDatabase>

/** Failures are counted by submitted address (existing or not), client address and known device. */
export type AttemptCount = { counted: 'email' | 'address' | 'device'; subject: string }

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

const deviceCookie = 'msingi.device'

/** The device token of a request; only well-formed tokens are accepted, because they are echoed. */
export function deviceToken(cookies: string | null): string | null {
  const sent = cookieValue(cookies, deviceCookie)
  return sent !== null && /^[\w-]{24}$/.test(sent) ? sent : null
}

/** The counters of an attempt. A known device has its own, so others' failures cannot lock its owner out. */
export async function attemptCounts(
  email: string,
  clientAddress: string | undefined,
  device: string | null,
): Promise<AttemptCount[]> {
  if (device !== null && (await isKnownDevice(device, email))) {
    return [{ counted: 'device', subject: hashed(`${device}:${email}`) }]
  }
  return [{ counted: 'email', subject: hashed(email) }, ...addressCounts(clientAddress)]
}

/** The counter of an attempt that names no account. */
export function addressCounts(clientAddress: string | undefined): AttemptCount[] {
  return clientAddress ? [{ counted: 'address', subject: networkOf(clientAddress) }] : []
}

async function isKnownDevice(device: string, email: string): Promise<boolean> {
  const { rows } = await sql`select from known_device d join "user" u on u.id = d.user_id
    where d.device_hash = ${hashed(device)} and u.email = ${email}
      and d.last_signed_in_at > ${clock.now()}::timestamptz - interval '30 days'`.execute(
    authDatabase,
  )
  return rows.length > 0
}

type Limits = { allowed: number; windowSeconds: number; longestSeconds: number }
const firstDelaySeconds = 30

/**
 * Counts an attempt before it runs, so that concurrent ones cannot all pass. Returns when the next
 * is allowed, or null. Each failure beyond the limit doubles the delay.
 */
export async function countAttempt(counts: AttemptCount[]): Promise<Date | null> {
  if (counts.length === 0) return null
  return authDatabase.transaction().execute(async (tx) => {
    const now = clock.now()
    const limitsOf = await readLimits(tx)
    // A fixed lock order prevents deadlocks; the widely shared client address comes last.
    const ordered = counts.toSorted((a, b) => b.counted.localeCompare(a.counted))
    for (const count of ordered) {
      const limits = limitsOf(count)
      const failures = await failuresOf(tx, count, limits, now)
      const wait = failures.count >= limits.allowed ? endOfPause(failures, limits) : now
      if (wait > now) {
        log.warn('an attempt has to wait: too many were refused', { counted: count.counted })
        countDelayedAttempt()
        return wait
      }
    }
    const keys = ordered.map(({ counted, subject }) => sql`(${counted}, ${subject})`)
    await sql`update sign_in_attempt set failures = failures + 1, last_at = ${now}
      where (counted, subject) in (${sql.join(keys)})`.execute(tx)
    return null
  })
}

/** Takes back one correct attempt that completed no sign-in; earlier failures stay counted. */
export async function refundAttempt(counts: AttemptCount[]): Promise<void> {
  for (const { counted, subject } of counts) {
    await sql`update sign_in_attempt set failures = greatest(failures - 1, 0)
      where counted = ${counted} and subject = ${subject}`.execute(authDatabase)
  }
}

/** A finished sign-in clears the person's own count and takes this attempt off the client address's. */
export async function forgetFailures(counts: AttemptCount[]): Promise<void> {
  for (const count of counts) {
    const { counted, subject } = count
    if (counted === 'address') {
      await refundAttempt([count])
    } else {
      await authDatabase
        .deleteFrom('sign_in_attempt')
        .where('counted', '=', counted)
        .where('subject', '=', subject)
        .execute()
    }
  }
}

/** Remembers a device for 30 days. `newDeviceId` is null when it signed in to this account before. */
export async function rememberDevice(
  device: string,
  { userId, name }: { userId: string; name: string },
): Promise<{ cookie: string; newDeviceId: string | null }> {
  const now = clock.now()
  const { rows } = await sql<{ id: string; isNew: boolean }>`insert into known_device
      (device_hash, user_id, name, first_signed_in_at, last_signed_in_at)
    values (${hashed(device)}, ${userId}, ${name}, ${now}, ${now})
    on conflict (device_hash, user_id) do update set name = excluded.name, last_signed_in_at = excluded.last_signed_in_at
    returning id, xmax = 0 as "isNew"`.execute(authDatabase)
  const [row] = rows
  return { cookie: cookieOf(device), newDeviceId: row?.isNew ? row.id : null }
}

function cookieOf(device: string): string {
  return `${deviceCookie}=${device}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
}

type Failures = { count: number; lastAt: Date }

/** The current failures of a count, row locked. One statement, because a concurrent sign-in may delete it. */
async function failuresOf(
  tx: AuthTx,
  { counted, subject }: AttemptCount,
  limits: Limits,
  now: Date,
): Promise<Failures> {
  const row = await tx
    .insertInto('sign_in_attempt')
    .values({ counted, subject, failures: 0, first_at: now, last_at: now })
    .onConflict((known) =>
      known
        .columns(['counted', 'subject'])
        .doUpdateSet((row) => ({ failures: row.ref('sign_in_attempt.failures') })),
    )
    .returning(['failures', 'first_at', 'last_at'])
    .executeTakeFirstOrThrow()
  // Below the limit the window runs from the first failure; above it the series ends after a quiet window.
  const since = row.failures < limits.allowed ? row.first_at : row.last_at
  if (now.getTime() - since.getTime() <= limits.windowSeconds * 1000)
    return { count: row.failures, lastAt: row.last_at }
  await tx
    .updateTable('sign_in_attempt')
    .set({ failures: 0, first_at: now })
    .where('counted', '=', counted)
    .where('subject', '=', subject)
    .execute()
  return { count: 0, lastAt: now }
}

function endOfPause({ count, lastAt }: Failures, { allowed, longestSeconds }: Limits): Date {
  const seconds = Math.min(firstDelaySeconds * 2 ** (count - allowed), longestSeconds)
  return new Date(lastAt.getTime() + seconds * 1000)
}

async function readLimits(tx: AuthTx): Promise<(count: AttemptCount) => Limits> {
  const { rows } = await sql<Omit<Limits, 'allowed'> & { address: number; own: number }>`select
    failures_per_address as address, failures_per_email as own,
    extract(epoch from failure_window)::int as "windowSeconds", extract(epoch from longest_delay)::int as "longestSeconds"
    from app.installation`.execute(tx)
  const [limits] = rows
  if (!limits) throw new Error('the installation has no settings row')
  return ({ counted }) => ({
    ...limits,
    allowed: counted === 'address' ? limits.address : limits.own,
  })
}
