import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asSuperuser, change } from './database.ts'

/** The whole row of an account. */
export const accountOf = async (userId: string) => {
  const { rows } = await change<Record<string, unknown>>(
    'select * from auth."user" where id = $1',
    [userId],
  )
  return rows[0]
}

/** What a `select count(*)` counts. */
export const countRows = async (statement: string, ...values: unknown[]) => {
  const { rows } = await change<{ count: string }>(statement, values)
  return Number(rows[0]?.count)
}

export const sessionsOf = (userId: string) =>
  countRows('select count(*) from auth.session where "userId" = $1', userId)

export const openLinksOf = (userId: string) =>
  countRows(
    'select count(*) from auth.link where user_id = $1 and used_at is null and ended_at is null',
    userId,
  )

/** The templates of the emails queued for someone, in order. */
export const mailsTo = async (userId: string) => {
  const { rows } = await change<{ template: string }>(
    'select template from app.outbox where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map(({ template }) => template)
}

/** A link of this purpose that is still open; no one knows its token. */
export const giveLink = (userId: string, purpose: string) =>
  change(
    `insert into auth.link (user_id, purpose, token_hash, email, expires_at)
     select id, $2, $3, email, now() + interval '1 day' from auth."user" where id = $1`,
    [userId, purpose, randomUUID()],
  )

/** Runs both while each waits for the lock that administrators take turns on, so that they truly meet. */
export async function bothAtOnce<Result>(
  work: () => Promise<Result>,
  other: () => Promise<Result>,
): Promise<Result[]> {
  return asSuperuser(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('msingi administrators'))")
    const both = [work(), other()]
    const waiting =
      "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted"
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await client.query<{ count: number }>(waiting)
      if (rows[0]?.count === 2) break
      await sleep(20)
    }
    await client.query("select pg_advisory_unlock(hashtext('msingi administrators'))")
    return Promise.all(both)
  })
}
