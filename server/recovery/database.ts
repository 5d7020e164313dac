import type { Readable } from 'node:stream'
import pg from 'pg'
import { databaseClient } from '../../config/database-client.ts'
import type { ObjectStoreSettings } from '../../config/store-settings.ts'

/** Without an object store, files are in `dataDir`. */
export type Whereabouts = {
  databaseUrl: string
  appSecret: string
  dataDir: string
  objectStore: ObjectStoreSettings | null
}

/** A place of files: folder or bucket. Keys were checked by `isKey`. */
export type FilePlace = {
  /** Unique, and shown in messages. */
  name: string
  /** A name for messages when the place is not empty. */
  emptyOne: string
  /** Null when missing; rejects with UnreadableFile, or an error when the place does not respond. */
  open: (key: string) => Promise<Readable | null>
  /** Streams a new file in, completely or not at all. */
  put: (key: string, source: Readable) => Promise<void>
  remove: (key: string) => Promise<void>
  /** After the last `put`: makes all files durable. */
  settle: () => Promise<void>
  isEmpty: () => Promise<boolean>
}

/** A connection as the role of DATABASE_URL, closed after `work`. */
export async function connected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = databaseClient(url, { application_name: 'msingi_recovery' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Values are written the same on every server, and a long copy may take its time. */
export const asOwner = `set local role msingi_owner; set local search_path = pg_catalog; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'iso_8601'; set local quote_all_identifiers = off; set local client_encoding = 'UTF8'; set local lock_timeout = 0;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Reads a consistent snapshot as the tables' owner, without blocking writes. */
export function inSnapshot<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return connected(url, async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${asOwner}`)
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

/** A stopped or full server says nothing about the query. */
const isServers = ({ code = '' }: pg.DatabaseError) => /^5[37]/.test(code)

/** Runs a query that may fail; the transaction continues with the result of `otherwise`. */
export async function attempt<Result>(
  client: pg.Client,
  query: () => Promise<Result>,
  otherwise: (message: string) => Result,
): Promise<Result> {
  await client.query('savepoint attempt')
  try {
    const result = await query()
    await client.query('release savepoint attempt')
    return result
  } catch (fault) {
    if (!(fault instanceof pg.DatabaseError) || isServers(fault)) throw fault
    await client.query('rollback to savepoint attempt; release savepoint attempt')
    return otherwise(fault.message)
  }
}

async function hasTable(client: pg.Client, schema: string, table: string): Promise<boolean> {
  // Every role may read the catalogue.
  const { rows } = await client.query(
    'select from pg_class c join pg_namespace n on n.oid = relnamespace where (nspname, relname) = ($1, $2)',
    [schema, table],
  )
  return rows.length > 0
}

export const isInstalled = (client: pg.Client) => hasTable(client, 'migrations', 'applied')

/** A schema that exists during a restore, with the list of its files. */
export const restoreMark = 'msingi_restoring'

export const isHalfRestored = (client: pg.Client) => hasTable(client, restoreMark, 'file')

/** Every start checks this: half an installation would look like a new one. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  if (!(await isHalfRestored(client))) return
  throw new Error(
    'A restore into this installation was interrupted, so it is incomplete. Run the restore again; it starts from the beginning.',
  )
}

/** `columns` are those that are not generated. */
export type Table = { schema: string; name: string; columns: string[] }

/** The tables of a backup. Without sessions and the audit mark, which belong to one server. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('app', 'auth') and c.relkind = 'r'
       and n.nspname || '.' || c.relname not in ('auth.session', 'auth.verification', 'app.audit_mark')
     group by 1, 2 order by 1, 2`,
  )
  return rows
}

export const quotedName = ({ schema, name }: Table) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const quotedColumns = ({ columns }: Table) => columns.map(pg.escapeIdentifier).join(', ')

/** The other one goes on. */
export class AnotherBackup extends Error {}

/** Runs `work` while no other backup of this installation does. Refused without an installation. */
export async function asOnlyBackup<Result>(
  { databaseUrl }: Whereabouts,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return connected(databaseUrl, async (client) => {
    if (!(await isInstalled(client)))
      throw new Error('There is no installation in this database. Nothing was written.')
    const { rows } = await client.query<{ ours: boolean }>(
      "select pg_try_advisory_lock(hashtext('msingi backup')) as ours",
    )
    if (!rows[0]?.ours)
      throw new AnotherBackup(
        'Another backup of this installation is being taken. Nothing was written.',
      )
    return work(client)
  })
}
