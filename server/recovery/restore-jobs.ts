import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { bossOver } from '../../db/boss.ts'
import { queues } from '../../db/queues.ts'
import { jobsMember } from './manifest.ts'
import { eachMember } from './read-archive.ts'

/** Queues again what waited or was under way when the backup was taken; pg-boss decides how its tables look now. */
export async function restoreJobs(client: pg.Client, path: string): Promise<void> {
  await client.query(
    'create temporary table waiting (place integer generated always as identity, name text, job jsonb)',
  )
  await eachMember(path, async (member, open) => {
    if (member !== jobsMember) return
    await pipeline(await open(), client.query(copyFrom('copy waiting (name, job) from stdin')))
  })
  await client.query('grant select on waiting to msingi_owner; set role msingi_owner')
  const boss = bossOver(client)
  await boss.start()
  for (const { name } of queues) await enqueueWaiting(client, boss, name)
  await boss.stop({ graceful: false })
  await client.query('reset role')
}

async function enqueueWaiting(client: pg.Client, boss: PgBoss, name: string) {
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ place: number; job: object }>(
      'select place, job from pg_temp.waiting where name = $1 and place > $2 order by place limit 500',
      [name, last],
    )
    const next = rows.at(-1)
    if (!next) return
    await boss.insert(
      name,
      rows.map(({ job }) => ({ data: job })),
    )
    last = next.place
  }
}
