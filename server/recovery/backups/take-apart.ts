import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { BackupSettings } from '../../../config/backup-settings.ts'
import { type ArchiveWriter, zipInto } from '../archive-writer.ts'
import { AnotherBackup, asOnlyBackup, type FilePlace, type Whereabouts } from '../database.ts'
import { noteOutcome, readRecoveryState, tryToNote } from '../recovery-state.ts'
import { type Measure, measure, type NamedFile } from '../stored-files.ts'
import { fillArchive, type Taken } from '../take-backup.ts'
import type { BackupStore } from './backup-store.ts'
import { encrypted } from './encryption.ts'
import {
  deleteBackups,
  deleteUnneeded,
  findBackups,
  finishBackup,
  objectKeyOf,
  pathOfArchive,
  pathOfFile,
  refuseOtherInstallation,
  withoutKept,
} from './repository.ts'

export type TakenApart = Taken & {
  moment: string
  /** Encrypted bytes of the archive, and how many files were copied with it. */
  bytes: number
  copied: number
  deleted: { backups: number; files: number }
  /** Moments of earlier backups whose archive has not the size it was written with. */
  damaged: string[]
}

/**
 * Backs up to a place of encrypted backups: the database, and files that it does not have yet. Old backups are deleted
 * only after this one is found whole there. Refused during another backup, and in the place of another installation.
 */
export async function takeApart(
  where: Whereabouts,
  store: BackupStore,
  settings: Pick<BackupSettings, 'recipients' | 'keep'>,
): Promise<TakenApart> {
  return asOnlyBackup(where, (client) => takeNoting(client, where, store, settings))
}

/**
 * As `takeApart`, and null when the newest backup is not older than the schedule wants, or another is being taken. In an
 * empty place it is always due: what was taken before went elsewhere.
 */
export async function takeWhenDue(
  where: Whereabouts,
  store: BackupStore,
  settings: Pick<BackupSettings, 'recipients' | 'keep' | 'everyHours'>,
): Promise<TakenApart | null> {
  try {
    return await asOnlyBackup(where, async (client) =>
      (await isDue(client, settings.everyHours)) || (await isEmpty(store))
        ? takeNoting(client, where, store, settings)
        : null,
    )
  } catch (fault) {
    if (fault instanceof AnotherBackup) return null
    throw fault
  }
}

/** A place that cannot be read is a failure of the next backup that is due. */
const isEmpty = (store: BackupStore) =>
  findBackups(store).then(
    ({ whole }) => whole.length === 0,
    () => false,
  )

/** Half an hour early, so that the hourly job does not miss by seconds. A backup of the future counts for nothing. */
async function isDue(client: pg.Client, everyHours: number): Promise<boolean> {
  await client.query('begin; set local role msingi_owner')
  const { rows } = await client.query<{ due: boolean }>(
    `select coalesce(backup_at < now() - make_interval(hours => $1, mins => -30)
       or backup_at > now() + interval '10 minutes', true) as due from app.recovery_state`,
    [everyHours],
  )
  await client.query('commit')
  return rows[0]?.due ?? true
}

async function takeNoting(
  client: pg.Client,
  where: Whereabouts,
  store: BackupStore,
  settings: Pick<BackupSettings, 'recipients' | 'keep'>,
): Promise<TakenApart> {
  try {
    return await takeAlone(client, where, store, settings)
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    await tryToNote(where.databaseUrl, { kind: 'backup-failed', reason })
    throw fault
  }
}

async function takeAlone(
  client: pg.Client,
  where: Whereabouts,
  store: BackupStore,
  { recipients, keep }: Pick<BackupSettings, 'recipients' | 'keep'>,
): Promise<TakenApart> {
  const { installationId, moment } = await identify(client)
  await refuseOtherInstallation(store, installationId)
  await store.clearUnfinished()
  await store.remove((await findBackups(store)).unfinished)
  const objectKey = objectKeyOf(where.appSecret, recipients)
  const files = await filesApart(store, objectKey, recipients)
  let bytes = 0
  const taken = await fillArchive(where, {
    begin: async () => archiveApart(store, moment, recipients, (length) => (bytes += length)),
    copyFile: (_archive, place, file) => files.copy(place, file),
    objectKey,
  })
  await finishBackup(store, moment, bytes, files.paths)
  const found = await findBackups(store)
  if (!found.whole.some((backup) => backup.moment === moment))
    throw new Error(`${store.name} does not have the backup that was just written.`)
  const { takenAt, missing, unread } = taken
  await noteOutcome(client, { kind: 'backup', takenAt, missing: missing.length + unread.length })
  const deleted = await applyRetention(store, moment, keep)
  return { ...taken, moment, bytes, copied: files.copied(), deleted, damaged: found.damaged }
}

/** The clock is the database's. */
async function identify(client: pg.Client) {
  await client.query('begin; set local role msingi_owner')
  const state = await readRecoveryState(client)
  const { rows } = await client.query<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24-MI-SS.MS"Z"') as moment`,
  )
  await client.query('commit')
  const [first] = rows
  if (!state || !first)
    throw new Error(
      'The database is of an earlier version. Start the product once, or name a file: npm run backup -- FILE.',
    )
  return { installationId: state.installationId, moment: first.moment }
}

/** A ZIP that is encrypted on its way. */
function archiveApart(
  store: BackupStore,
  moment: string,
  recipients: string[],
  count: (length: number) => void,
): ArchiveWriter {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      count(chunk.length)
      pass(null, chunk)
    },
  })
  const zip = zipInto(async (output) => {
    // What the place says is the cause of what breaks before it.
    const results = await Promise.allSettled([
      store.put(pathOfArchive(moment), counter),
      pipeline(await encrypted(output, recipients), counter),
    ])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  })
  return {
    add: zip.add,
    finish: zip.end,
    discard: async () => {
      await zip.abort()
    },
  }
}

/** False, with nothing stored, when the bytes have another checksum. */
async function putChecked(
  source: Readable,
  sha256: string,
  store: BackupStore,
  path: string,
  recipients: string[],
): Promise<boolean> {
  let isOther = false
  async function* checked() {
    const hash = createHash('sha256')
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    isOther = hash.digest('hex') !== sha256
    if (isOther) throw new Error('not the file that was meant')
  }
  try {
    await store.put(path, await encrypted(checked(), recipients))
    return true
  } catch (fault) {
    if (isOther) return false
    throw fault
  }
}

/** Copies each file once, by its checksum. */
async function filesApart(store: BackupStore, objectKey: string, recipients: string[]) {
  const known = await store.list('files')
  const paths = new Set<string>()
  let copied = 0

  async function put(source: Readable, { bytes, sha256 }: Measure): Promise<boolean> {
    const path = pathOfFile(objectKey, sha256)
    if (!(await putChecked(source, sha256, store, path, recipients))) return false
    copied += 1
    known.set(path, bytes + 1)
    paths.add(path)
    return true
  }

  /** Encrypted files are longer; a shorter one was truncated. */
  function isKnown({ bytes, sha256 }: Measure): boolean {
    const path = pathOfFile(objectKey, sha256)
    const isThere = (known.get(path) ?? 0) > bytes
    if (isThere) paths.add(path)
    return isThere
  }

  return {
    paths,
    copied: () => copied,
    copy: async (place: FilePlace, file: NamedFile): Promise<Measure | 'missing'> => {
      const { key, byteSize, sha256 } = file
      const expected = sha256 ? { bytes: byteSize, sha256 } : null
      if (expected && isKnown(expected)) return expected
      const source = await place.open(key)
      if (!source) return 'missing'
      if (expected && (await put(source, expected))) return expected
      if (expected === null) source.destroy()
      return copyAsFound(place, key)
    },
  }

  /** A file whose row knows no checksum, or another one: stored under its own. */
  async function copyAsFound(place: FilePlace, key: string): Promise<Measure | 'missing'> {
    const source = await place.open(key)
    const found = source && (await measure(source))
    if (!found) return 'missing'
    if (isKnown(found)) return found
    const again = await place.open(key)
    return again && (await put(again, found)) ? found : 'missing'
  }
}

/** Files are looked through once a day, because that reads the index of every backup. */
async function applyRetention(store: BackupStore, moment: string, keep: BackupSettings['keep']) {
  try {
    const { whole } = await findBackups(store)
    const old = new Set(
      withoutKept(
        whole.map((backup) => backup.moment),
        keep,
      ),
    )
    // Also when the clock was set back.
    old.delete(moment)
    const kept = whole.filter((backup) => !old.has(backup.moment))
    const day = moment.slice(0, 10)
    const isFirstOfDay = !whole.some(
      (backup) => backup.moment !== moment && backup.moment.startsWith(day),
    )
    await deleteBackups(
      store,
      whole.filter((backup) => old.has(backup.moment)),
    )
    return { backups: old.size, files: isFirstOfDay ? await deleteUnneeded(store, kept) : 0 }
  } catch (fault) {
    throw new Error(
      `The backup of ${moment} is whole, but old ones could not be deleted: ${fault instanceof Error ? fault.message : fault}`,
    )
  }
}
