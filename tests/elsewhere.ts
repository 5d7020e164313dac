import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../server/postgres/embedded-postgres.ts'
import { removeDatabase } from '../server/postgres/postgres-place.ts'
import { connected, type Whereabouts } from '../server/recovery/database.ts'
import { writeLoosely } from './cluster.ts'

/** Another server than that of the tests, as a managed one may give it: its role is no superuser, owns its databases and can make none. */
export type Elsewhere = {
  /** An empty database and their own empty folder. */
  anEmptyPlace: (appSecret: string) => Promise<Whereabouts>
  stop: () => Promise<void>
}

export async function startElsewhere(): Promise<Elsewhere> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-elsewhere-'))
  const cluster = join(folder, 'cluster')
  const postgres = await startPostgres({ dataDir: cluster, log: () => undefined })
  await writeLoosely(postgres.url)
  const run = async (statement: string) => {
    const superuser = new pg.Client({ connectionString: postgres.url })
    await superuser.connect()
    await superuser.query(statement).finally(() => superuser.end())
  }
  await run("create role installer login createrole password 'opens'")
  return {
    anEmptyPlace: async (appSecret) => {
      const name = `restored_${randomBytes(6).toString('hex')}`
      await run(`create database ${name} owner installer`)
      const url = new URL(postgres.url)
      Object.assign(url, { pathname: `/${name}`, username: 'installer', password: 'opens' })
      return {
        databaseUrl: url.href,
        appSecret,
        dataDir: await mkdtemp(join(folder, 'data-')),
        objectStore: null,
      }
    },
    stop: async () => {
      await postgres.stop()
      await removeDatabase(cluster)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What is counted or compared in a database, as its owner sees it. */
export function ask<Row extends pg.QueryResultRow>(
  where: Whereabouts,
  query: string,
): Promise<Row[]> {
  return connected(where.databaseUrl, async (client) => {
    await client.query('begin; set local role msingi_owner; set local search_path = pg_catalog')
    return (await client.query<Row>(query)).rows
  })
}

export async function countOf(where: Whereabouts, table: string): Promise<number> {
  const [row] = await ask<{ n: number }>(where, `select count(*)::int as n from ${table}`)
  return row?.n ?? -1
}

/** Everything that a schema consists of, in words. */
export const schema = `
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as made from pg_constraint
    where connamespace in ('app'::regnamespace, 'auth'::regnamespace)
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indrelid
    where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace)
  union all select tgenabled::text || ' ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and not tgisinternal
  union all select format('policy %s %s %s %s %s %s', schemaname, tablename, policyname, roles, qual, with_check) from pg_policies
  union all select format('%s %s %s', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity) from pg_class c
    where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and relkind = 'r'
  order by 1`
