import { inDatabaseOf } from '../running-database.ts'
import type { RunningServer } from '../running-server.ts'

/** Makes accounts that can sign in, with the password of the demo, and gives their addresses. */
export function manyPeople({ dataDir }: RunningServer, count: number): Promise<string[]> {
  return inDatabaseOf(dataDir, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `with people as (
         insert into auth."user" (name, email, role, status, "emailVerified")
         select 'Somebody Known', gen_random_uuid() || '@example.com', 'investor', 'active', true
         from generate_series(1, $1) returning id, email),
       passwords as (
         insert into auth.account ("accountId", "providerId", "userId", password)
         select id, 'credential', id, (select password from auth.account where password is not null limit 1) from people)
       select email from people`,
      [count],
    )
    return rows.map(({ email }) => email)
  })
}
