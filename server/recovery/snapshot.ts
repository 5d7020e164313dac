import pg from 'pg'
import type { ObjectStoreSettings } from '../config.ts'

/**
 * Where an installation is: its database, the secret its logins' passwords follow from, its folder, and the bucket of its
 * files where they are not in that folder.
 */
export type Whereabouts = {
  databaseUrl: string
  appSecret: string
  dataDir: string
  objectStore: ObjectStoreSettings | null
}

/** A connection as the role of DATABASE_URL, ended after `work`. */
export async function connected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'msingi_recovery' })
  // The query that is under way is rejected with it; without a listener the program would end before it could say so.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What makes text of the same value the same on every server, and lets a long copy take its time. */
export const plainly = `set local role msingi_owner; set local search_path = pg_catalog; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'iso_8601'; set local client_encoding = 'UTF8'; set local lock_timeout = 0;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Reads everything as it was at one moment, as the owner of the tables, while others go on writing. */
export function inSnapshot<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return connected(url, async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${plainly}`)
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

/** Whether the product's tables are there. Asked of the catalogue, which every role may read. */
export async function isInstalled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_class c join pg_namespace n on n.oid = c.relnamespace where (n.nspname, c.relname) = ('migrations', 'applied')",
  )
  return rows.length > 0
}
