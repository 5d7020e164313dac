import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { fingerprintOf } from '../../config/login-password.ts'
import { projectFolder } from '../program.ts'
import { withCleanup } from '../with-cleanup.ts'
import {
  filesMember,
  jobsMember,
  type Manifest,
  manifestMember,
  memberOf,
  memberOfFile,
} from './archive.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import {
  asOnlyBackup,
  attempt,
  type FilePlace,
  inSnapshot,
  quotedColumns,
  quotedName,
  tablesOf,
  type Whereabouts,
} from './database.ts'
import { isKey, placeOf, UnreadableFile } from './file-places.ts'
import { noteOutcome } from './recovery-state.ts'
import {
  describeFiles,
  isAsNamed,
  type Measure,
  type NamedFile,
  namedFiles,
} from './stored-files.ts'

/** What was saved, and the keys of files that differ from their rows or cannot be read. */
export type Taken = {
  takenAt: string
  tables: number
  rows: number
  files: number
  missing: string[]
  unread: string[]
  spoiled: string[]
  described: Map<string, string>
}

/** Retries when files are deleted while being copied. */
const mostTries = 5

/**
 * Writes a consistent backup of database and files into one archive while the product runs. Refused
 * when the file exists, without an installation, or during another backup. Without files it only moves a database. Where
 * there is a schedule of other backups, a file is not noted as the last one.
 */
export async function takeBackup(
  where: Whereabouts,
  path: string,
  kind: 'noted' | 'not-noted' | 'without-files' = 'noted',
): Promise<Taken> {
  return asOnlyBackup(where, async (client) => {
    const taken = await fillArchive(where, {
      begin: () => writeArchive(path),
      copyFile: copyIntoArchive,
      ...(kind === 'without-files' && { listFiles: async () => [] }),
    })
    await (kind === 'noted' ? noteTaken : noteInLog)(client, taken).catch((fault: Error) => {
      throw new Error(
        `${path} is complete, but the backup could not be recorded in the audit log: ${fault.message}.`,
      )
    })
    return taken
  })
}

/** Audited like an export, and shown to the office. */
async function noteTaken(client: pg.Client, taken: Taken) {
  await noteInLog(client, taken)
  const { takenAt, missing, unread } = taken
  await noteOutcome(client, { kind: 'backup', takenAt, missing: missing.length + unread.length })
}

/** Where a backup goes: its archive, and its files, in it or apart. */
type Target = {
  begin: () => Promise<ArchiveWriter>
  copyFile: (archive: ArchiveWriter, place: FilePlace, file: NamedFile) => Promise<Copied>
  /** Of files that are apart (manifest). */
  objectKey?: string
  /** Otherwise every file that a row names. */
  listFiles?: typeof namedFiles
}

/** Fills and finishes an archive; a broken one is discarded. */
export function fillArchive(where: Whereabouts, target: Target): Promise<Taken> {
  return withCleanup(
    target.begin,
    (archive) => archive.discard(),
    (archive) => fill(archive, where, target),
  )
}

type Copied = Measure | 'missing' | 'unread'

/** Results by key, in the order of the archive. */
type Copies = Map<string, Copied>

/**
 * Files are copied before the snapshot, because nothing prevents their deletion, so little is left
 * to copy then. If one disappears, another snapshot is taken; what is missing then is reported.
 */
async function fill(archive: ArchiveWriter, where: Whereabouts, target: Target): Promise<Taken> {
  const place = placeOf(where)
  const copies: Copies = new Map()
  const { listFiles = namedFiles } = target
  const copy = (file: NamedFile) => copyFileOf(archive, place, file, target)
  await copyFiles(copies, await inSnapshot(where.databaseUrl, listFiles), copy)
  for (let tries = 1; ; tries += 1) {
    const taken = await inSnapshot(where.databaseUrl, async (client) => {
      const files = await listFiles(client)
      const isSteady = await copyFiles(copies, files, copy)
      return isSteady || tries === mostTries
        ? writeMoment(client, archive, { ...where, ...target }, files, copies)
        : null
    })
    if (taken) return taken
  }
}

/** Copies the remaining files; returns false when another became unreadable. */
async function copyFiles(
  copies: Copies,
  files: NamedFile[],
  copy: (file: NamedFile) => Promise<Copied>,
): Promise<boolean> {
  let isSteady = true
  for (const file of files) {
    const before = copies.get(file.key)
    if (typeof before === 'object') continue
    const copied = await copy(file)
    copies.set(file.key, copied)
    if (!before && typeof copied === 'string') isSteady = false
  }
  return isSteady
}

async function copyFileOf(
  archive: ArchiveWriter,
  place: FilePlace,
  file: NamedFile,
  { copyFile }: Target,
): Promise<Copied> {
  try {
    return isKey(file.key) ? await copyFile(archive, place, file) : 'missing'
  } catch (fault) {
    if (fault instanceof UnreadableFile) return 'unread'
    throw fault
  }
}

async function copyIntoArchive(archive: ArchiveWriter, place: FilePlace, { key }: NamedFile) {
  const source = await place.open(key)
  return source ? archive.add(memberOfFile(key), source, 'store') : 'missing'
}

async function writeMoment(
  client: pg.Client,
  archive: ArchiveWriter,
  { appSecret, objectKey }: Whereabouts & Pick<Target, 'objectKey'>,
  named: NamedFile[],
  copies: Copies,
): Promise<Taken> {
  const keysOf = (isMeant: (copy: Measure | string | undefined, file: NamedFile) => boolean) =>
    named.filter((file) => isMeant(copies.get(file.key), file)).map(({ key }) => key)
  const missing = keysOf((copy) => copy === 'missing')
  const unread = keysOf((copy) => copy === 'unread')
  const spoiled = keysOf((copy, file) => typeof copy === 'object' && !isAsNamed(file, copy))
  const tables: Manifest['tables'] = []
  for (const table of await tablesOf(client)) {
    const query = `select ${quotedColumns(table)} from ${quotedName(table)}`
    tables.push({ ...table, ...(await copyOut(client, archive, memberOf(table), query)) })
  }
  const jobs = await copyOut(client, archive, jobsMember, unfinishedJobs)
  const files = await writeList(archive, copies)
  const keys = new Set(named.map(({ key }) => key))
  const manifest: Manifest = {
    format: 'msingi-backup',
    version: objectKey ? 2 : 1,
    product: await productVersion(),
    secret: fingerprintOf(appSecret),
    ...(await describeDatabase(client)),
    tables,
    jobs,
    files,
    missing: [...missing, ...unread],
    deleted: [...copies].flatMap(([key, copy]) =>
      typeof copy === 'object' && !keys.has(key) ? key : [],
    ),
    objectKey,
  }
  await archive.add(
    manifestMember,
    Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]),
    'compress',
  )
  await archive.finish()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const described = await describeFiles(client, [...missing, ...unread, ...spoiled])
  return {
    takenAt: manifest.takenAt,
    tables: tables.length,
    rows,
    files: files.count - manifest.deleted.length,
    missing,
    unread,
    spoiled,
    described,
  }
}

/** Waiting and running jobs; scheduled ones have no data and recur. */
const unfinishedJobs = `select name, data from pgboss.job
  where state in ('created', 'retry', 'active') and data is not null order by created_on, id`

async function copyOut(client: pg.Client, archive: ArchiveWriter, member: string, query: string) {
  const copy = client.query(copyTo(`copy (${query}) to stdout`))
  // The archive reports its own errors; without a listener this one would end the program.
  copy.on('error', () => undefined)
  const written = await archive.add(member, copy, 'compress')
  // The row count arrives after the last byte, before the next query's result.
  await client.query('select')
  return { ...written, rows: copy.rowCount }
}

/** A list for `sha256sum -c`. */
async function writeList(archive: ArchiveWriter, copies: Copies): Promise<Manifest['files']> {
  const copied = [...copies].flatMap(([key, copy]) =>
    typeof copy === 'object' ? { key, ...copy } : [],
  )
  const lines = copied.map(({ key, sha256 }) => `${sha256}  ${memberOfFile(key)}\n`)
  const written = await archive.add(filesMember, Readable.from(lines), 'compress')
  const stored = copied.reduce((sum, { bytes }) => sum + bytes, 0)
  return { ...written, count: copied.length, stored }
}

/** Facts of the manifest apart from tables. */
const aboutDatabase = `
  select to_char(transaction_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
    current_setting('server_version') as postgres,
    (select json_agg(json_build_object('name', name, 'sha256', sha256) order by name) from migrations.applied where name <> 'access') as migrations,
    (select json_agg(json_build_object('schema', n.nspname, 'table', c.relname, 'column', a.attname,
        'last', coalesce(pg_sequence_last_value(seqrelid), seqstart)::text, 'called', pg_sequence_last_value(seqrelid) is not null))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      join pg_sequence on seqrelid = pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)::regclass
      where n.nspname in ('app', 'auth') and c.relkind = 'r') as counters`

type AboutDatabase = Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'counters'>

async function describeDatabase(client: pg.Client) {
  const { rows } = await client.query<AboutDatabase>(aboutDatabase)
  // Older versions may lack it.
  const query = () =>
    client.query<{ hash: string }>('select sealed_hash as hash from app.audit_mark')
  const mark = await attempt(client, query, () => null)
  const [about] = rows
  if (!about) throw new Error('The database does not describe itself.')
  return { ...about, sealedHash: mark?.rows[0]?.hash }
}

async function productVersion(): Promise<string> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Audited like an export. */
async function noteInLog(client: pg.Client, { takenAt, rows, files }: Taken) {
  await client.query("begin; set local role msingi_owner; set local app.actor = 'command'")
  const facts = JSON.stringify({ taken_at: takenAt, rows, files })
  await client.query("select app.audit_act('backup', 'installation', null, $1::jsonb)", [facts])
  await client.query('commit')
}
