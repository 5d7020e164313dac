import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { during } from '../leaving.ts'
import { fingerprintOf } from '../login-password.ts'
import { projectFolder } from '../program.ts'
import { type ArchiveWriter, type Written, writeArchive } from './archive-writer.ts'
import { type HeldFiles, placeOf } from './file-place.ts'
import {
  filesMember,
  jobsMember,
  type Manifest,
  type Migration,
  manifestMember,
  memberOf,
  memberOfFile,
} from './manifest.ts'
import { connected, inSnapshot, isInstalled, type Whereabouts } from './snapshot.ts'
import {
  isAsNamed,
  isKey,
  type NamedFile,
  namedFiles,
  stillNamed,
  UnreadableFile,
} from './stored-files.ts'
import { countersOf, quotedColumns, quotedName, tablesOf } from './tables.ts'

/** What was taken, and the files that were not as their rows say, which the archive cannot make good. */
export type Taken = {
  takenAt: string
  tables: number
  rows: number
  files: number
  missing: string[]
  /** Keys of files that are there and may not be read. */
  unread: string[]
  spoiled: string[]
}

/** Jobs that wait or are under way; what runs by the clock carries nothing and comes by itself. */
const unfinishedJobs = `select name, data from pgboss.job
  where state in ('created', 'retry', 'active') and data is not null order by created_on, id`

/**
 * Writes database and files of an installation, as they were at one moment, into one ZIP archive, while the product runs.
 * The files of that moment are held by links until they are copied, so that one that is deleted meanwhile is there still;
 * in a bucket there are no links, and a moment of which a file has gone is taken anew.
 * Refuses when the file exists already, when there is no installation, and while another backup of it is taken.
 */
export async function takeBackup(where: Whereabouts, path: string): Promise<Taken> {
  return connected(where.databaseUrl, async (client) => {
    if (!(await isInstalled(client)))
      throw new Error('There is no installation in this database. Nothing was written.')
    const { rows } = await client.query<{ ours: boolean }>(
      "select pg_try_advisory_lock(hashtext('msingi backup')) as ours",
    )
    if (!rows[0]?.ours)
      throw new Error('Another backup of this installation is being taken. Nothing was written.')
    const taken = await withSteadyFiles(where, path)
    await noteInLog(client, taken).catch((fault: Error) => {
      throw new Error(
        `${path} is whole, but that it was taken could not be noted in the audit log: ${fault.message}.`,
      )
    })
    return taken
  })
}

/**
 * A file may go between the moment of the snapshot and its copy, or its link where there are links: then the moment is
 * taken anew, and nothing of the earlier one is left. What a row still names is missing indeed, and the backup goes on.
 */
async function withSteadyFiles(where: Whereabouts, path: string): Promise<Taken> {
  const place = placeOf(where)
  for (let tries = 1; ; tries += 1) {
    const isPast = async (lost: NamedFile[]) =>
      tries < 5 && lost.length > 0 && (await anyWentMeanwhile(where.databaseUrl, lost))
    const taken = await inSnapshot(where.databaseUrl, (client) =>
      during(
        () => place.hold(namedFiles(client)),
        (held) => held.release(),
        async (held) =>
          (await isPast(held.missing)) ? null : writeAll(client, { where, path, held, isPast }),
      ),
    )
    if (taken) return taken
  }
}

async function anyWentMeanwhile(databaseUrl: string, lost: NamedFile[]): Promise<boolean> {
  const named = await inSnapshot(databaseUrl, (client) => stillNamed(client, lost))
  return lost.some(({ key }) => !named.has(key))
}

type Now = { at: Date; postgres: string }
type Moment = {
  where: Whereabouts
  path: string
  held: HeldFiles
  /** Whether one of these files went, or became another, since the snapshot: then its moment cannot be backed up any more. */
  isPast: (lost: NamedFile[]) => Promise<boolean>
}

/** Null, and nothing is left of it, when its moment has passed before all of it was read. */
async function writeAll(client: pg.Client, moment: Moment): Promise<Taken | null> {
  const { rows } = await client.query<Now>(
    "select transaction_timestamp() as at, current_setting('server_version') as postgres",
  )
  const [now] = rows
  if (!now) throw new Error('The database does not say what time it is.')
  return during(
    () => writeArchive(moment.path, now.at),
    (archive) => archive.discard(),
    (archive) => fill(archive, client, now, moment),
  )
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  now: Now,
  moment: Moment,
): Promise<Taken | null> {
  const tables = await writeTables(client, archive)
  const jobs = await copyOut(client, archive, jobsMember, unfinishedJobs)
  const copied = await writeFiles(client, archive, moment)
  if (!copied) return null
  const { spoiled, missing, unread, ...files } = copied
  const manifest: Manifest = {
    ...{
      format: 'msingi-backup',
      version: 1,
      product: await productVersion(),
      postgres: now.postgres,
    },
    ...{ takenAt: now.at.toISOString(), secret: fingerprintOf(moment.where.appSecret) },
    ...{ migrations: await appliedMigrations(client), tables, counters: await countersOf(client) },
    ...{ sealedHash: await sealedHash(client), jobs, files, missing: [...missing, ...unread] },
  }
  await archive.add(
    manifestMember,
    Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]),
    'compress',
  )
  await archive.finish()
  const counted = tables.reduce((sum, table) => sum + table.rows, 0)
  const lacking = { missing, unread, spoiled }
  return {
    takenAt: manifest.takenAt,
    tables: tables.length,
    rows: counted,
    files: files.count,
    ...lacking,
  }
}

async function writeTables(client: pg.Client, archive: ArchiveWriter): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = []
  for (const table of await tablesOf(client)) {
    const query = `select ${quotedColumns(table)} from ${quotedName(table)}`
    written.push({ ...table, ...(await copyOut(client, archive, memberOf(table), query)) })
  }
  return written
}

async function copyOut(client: pg.Client, archive: ArchiveWriter, member: string, query: string) {
  const copy = client.query(copyTo(`copy (${query}) to stdout`))
  // The archive tells why it takes no more, before it has listened to what it was to take.
  copy.on('error', () => undefined)
  const written = await archive.add(member, copy, 'compress')
  // The number of rows arrives after the last byte: it is there when the next query is answered.
  await client.query('select')
  return { ...written, rows: copy.rowCount }
}

/** The files, and the list of them with their checksums, which `sha256sum -c` reads; null when their moment has passed. */
async function writeFiles(client: pg.Client, archive: ArchiveWriter, { held, isPast }: Moment) {
  const list = createWriteStream(archive.notes, { mode: 0o600 })
  const ended = finished(list)
  ended.catch(() => undefined)
  const missing = new Set(held.missing.map(({ key }) => key))
  const unread: string[] = []
  const spoiled: string[] = []
  let [count, stored] = [0, 0]
  try {
    for await (const file of othersThan(missing, namedFiles(client))) {
      const written = await addFile(archive, held, file.key)
      if (written === 'unreadable') {
        unread.push(file.key)
        continue
      }
      const isSound = written !== null && isAsNamed(file, written)
      if (!isSound && (await isPast([file]))) return null
      if (!written) {
        missing.add(file.key)
        continue
      }
      if (!isSound) spoiled.push(file.key)
      if (!list.write(`${written.sha256}  ${memberOfFile(file.key)}\n`))
        await Promise.race([drained(list), ended])
      count += 1
      stored += written.bytes
    }
  } finally {
    list.end()
    await ended
  }
  const written = await archive.add(filesMember, createReadStream(archive.notes), 'compress')
  return { ...written, count, stored, spoiled, unread, missing: [...missing] }
}

async function* othersThan(
  keys: Set<string>,
  files: AsyncIterable<NamedFile>,
): AsyncGenerator<NamedFile> {
  for await (const file of files) if (!keys.has(file.key)) yield file
}

/** Null when the file is not there. */
async function addFile(
  archive: ArchiveWriter,
  held: HeldFiles,
  key: string,
): Promise<Written | 'unreadable' | null> {
  const source = isKey(key) ? await held.open(key).catch(unreadable) : null
  return source === null || source === 'unreadable'
    ? source
    : archive.add(memberOfFile(key), source, 'store')
}

function unreadable(fault: unknown): 'unreadable' {
  if (fault instanceof UnreadableFile) return 'unreadable'
  throw fault
}

const drained = (stream: NodeJS.WritableStream) =>
  new Promise<void>((resolve) => stream.once('drain', resolve))

/** Its table is not copied: what else stands there counts the transactions of this server. */
async function sealedHash(client: pg.Client): Promise<string | undefined> {
  const { rows: there } = await client.query(
    "select from pg_tables where (schemaname, tablename) = ('app', 'audit_mark')",
  )
  if (there.length === 0) return undefined
  const { rows } = await client.query<{ hash: string | null }>(
    "select to_jsonb(m) ->> 'sealed_hash' as hash from app.audit_mark m",
  )
  return rows[0]?.hash ?? undefined
}

async function appliedMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>(
    "select name, sha256 from migrations.applied where name <> 'access' order by name",
  )
  return rows
}

async function productVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** Whoever holds a backup holds everything: that one was taken stands in the audit log, like an export. */
async function noteInLog(client: pg.Client, { takenAt, rows, files }: Taken) {
  await client.query("begin; set local role msingi_owner; set local app.actor = 'command'")
  const facts = JSON.stringify({ taken_at: takenAt, rows, files })
  await client.query("select app.audit_act('backup', 'installation', null, $1::jsonb)", [facts])
  await client.query('commit')
}
