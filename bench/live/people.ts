import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inDatabaseOf } from '../running-database.ts'

const tokenPrefix = 'bench-live-'

/**
 * The cookies of sessions of so many different investors who may sign in. They are written as rows and signed as the program signs them:
 * hashing two thousand passwords would take minutes and is measured elsewhere (`npm run bench:signin`).
 */
export async function sessionsFor(dataDir: string, count: number): Promise<string[]> {
  const secret = (await readFile(join(dataDir, 'app-secret'), 'utf8')).trim()
  const tokens = Array.from(
    { length: count },
    () => `${tokenPrefix}${randomBytes(18).toString('base64url')}`,
  )
  const made = await inDatabaseOf(dataDir, async (client) => {
    const { rowCount } = await client.query(
      `insert into auth.session ("userId", token, "expiresAt", "createdAt", "updatedAt")
       select person.id, token.value, now() + interval '1 hour', now(), now()
       from (select u.id, row_number() over (order by i.id) as place from auth."user" u
         join app.investor i on i.user_id = u.id
         where u.status = 'active' and u.role = 'investor' and not u.must_change_password and i.archived_at is null
           and exists (select from app.investment held where held.investor_id = i.id)) person
       join unnest($1::text[]) with ordinality as token (value, place) using (place)`,
      [tokens],
    )
    return rowCount ?? 0
  })
  if (made < count)
    throw new Error(`Only ${made} investors of the large demo may sign in, wanted are ${count}`)
  return tokens.map((token) => {
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `msingi.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

/** Takes away every session that was made here, also of a run that was broken off. */
export async function endSessions(dataDir: string): Promise<void> {
  await inDatabaseOf(dataDir, (client) =>
    client.query(`delete from auth.session where token like '${tokenPrefix}%'`),
  )
}
