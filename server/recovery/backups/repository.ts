import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { BackupSettings } from '../../../config/backup-settings.ts'
import type { BackupStore } from './backup-store.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { sftpStore } from './sftp-store.ts'

/*
 * Layout: `installation` names whose backups these are; `files/ab/ab…` is one stored file; `backups/MOMENT.age` the
 * database, and `backups/MOMENT.BYTES.index` the names of its files, written last. Only the index is not encrypted.
 */

/** `staging` is a separate folder, where objects for and from an SFTP server wait. */
export function storeOf({ place }: BackupSettings, staging: string): BackupStore {
  switch (place.kind) {
    case 'folder':
      return folderStore(place.folder)
    case 'bucket':
      return bucketStore(place.store, place.prefix)
    default:
      return sftpStore(place, staging)
  }
}

/**
 * What the names of files are made from: the place learns neither content nor checksum. Other recipients have other
 * names, so that they get every file.
 */
export const objectKeyOf = (appSecret: string, recipients: string[]) =>
  createHmac('sha256', appSecret)
    .update(`names of files in backups: ${recipients.toSorted().join(' ')}`)
    .digest('hex')

export function pathOfFile(objectKey: string, checksum: string): string {
  const name = createHmac('sha256', objectKey).update(checksum).digest('hex').slice(0, 40)
  return `files/${name.slice(0, 2)}/${name}`
}

export const pathOfArchive = (moment: string) => `backups/${moment}.age`

const pathOfIndex = (moment: string, bytes: number) => `backups/${moment}.${bytes}.index`

/** A whole backup; `paths` are its archive and its index. */
export type StoredBackup = { moment: string; paths: [archive: string, index: string] }

type Found = {
  /** Oldest first. */
  whole: StoredBackup[]
  /** Archives that were never finished. */
  unfinished: string[]
  /** Finished ones whose archive is missing or has another size. */
  damaged: string[]
}

const named = /^backups\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)(?:\.(\d+)\.index|\.age)$/

/** The backups of a place. A backup counts once its index, which is written last, names the size of its archive. */
export async function findBackups(store: BackupStore): Promise<Found> {
  const sizes = await store.list('backups')
  const finished = new Map<string, { index: string; bytes: number }>()
  for (const index of sizes.keys()) {
    const [, moment, bytes] = named.exec(index) ?? []
    if (moment && bytes) finished.set(moment, { index, bytes: Number(bytes) })
  }
  const isWhole = (moment: string, bytes: number) => sizes.get(pathOfArchive(moment)) === bytes
  const archives = [...sizes.keys()].flatMap((path) => {
    const [, moment, bytes] = named.exec(path) ?? []
    return moment && !bytes ? [moment] : []
  })
  const moments = [...finished].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return {
    whole: moments
      .filter(([moment, { bytes }]) => isWhole(moment, bytes))
      .map(([moment, { index }]) => ({ moment, paths: [pathOfArchive(moment), index] })),
    unfinished: archives.filter((moment) => !finished.has(moment)).map(pathOfArchive),
    damaged: moments
      .filter(([moment, { bytes }]) => !isWhole(moment, bytes))
      .map(([moment]) => moment),
  }
}

/** Completes a backup: from now on it counts. */
export async function finishBackup(
  store: BackupStore,
  moment: string,
  bytes: number,
  files: Iterable<string>,
): Promise<void> {
  await store.settle()
  const lines = [...files].map((path) => `${path}\n`).join('')
  await store.put(pathOfIndex(moment, bytes), Readable.from([gzipSync(lines)]))
  await store.settle()
}

async function filesOf(store: BackupStore, { paths: [, index] }: StoredBackup): Promise<string[]> {
  const source = await store.open(index)
  if (!source) throw new Error(`${index} of ${store.name} is missing: no file was deleted.`)
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  return gunzipSync(Buffer.concat(chunks)).toString().split('\n').filter(Boolean)
}

/** Removes backups. Index first: without it a backup no longer counts. */
export async function deleteBackups(store: BackupStore, old: StoredBackup[]): Promise<void> {
  await store.remove(old.map(({ paths: [, index] }) => index))
  await store.remove(old.map(({ paths: [archive] }) => archive))
}

/** Deletes the files that no kept backup needs; an index that cannot be read stops it. Returns how many. */
export async function deleteUnneeded(store: BackupStore, kept: StoredBackup[]): Promise<number> {
  store.expect?.(kept.map(({ paths: [, index] }) => index))
  const needed = new Set<string>()
  for (const backup of kept) for (const path of await filesOf(store, backup)) needed.add(path)
  const unneeded = [...(await store.list('files')).keys()].filter((path) => !needed.has(path))
  await store.remove(unneeded)
  return unneeded.length
}

const owner = 'backups/installation'

/** Two installations in one place would delete each other's backups. */
export async function refuseOtherInstallation(store: BackupStore, id: string): Promise<void> {
  const source = await store.open(owner)
  if (!source) {
    await store.put(owner, Readable.from([Buffer.from(`${id}\n`)]))
    return
  }
  const found = (await text(source)).trim()
  if (found !== id)
    throw new Error(
      `The backups in ${store.name} are of another installation (${found.slice(0, 40)}). Nothing was written; name an empty place in BACKUP_TO.`,
    )
}

/** Moments as in the names of backups, such as `2026-11-27T10-07-03.120Z`; they sort by time. */
export function withoutKept(moments: string[], keep: BackupSettings['keep']): string[] {
  const kept = new Set<string>()
  const newestFirst = moments.toSorted().reverse()
  const rules: [number, number][] = [
    [keep.hourly, 'YYYY-MM-DDTHH'.length],
    [keep.daily, 'YYYY-MM-DD'.length],
    [keep.monthly, 'YYYY-MM'.length],
  ]
  // Counted from the newest backup and not from now: a wrong clock, or weeks without a backup, delete nothing.
  for (const [count, length] of rules) {
    const newestOf = new Map<string, string>()
    for (const moment of newestFirst) {
      const period = moment.slice(0, length)
      if (!newestOf.has(period)) newestOf.set(period, moment)
    }
    for (const moment of [...newestOf.values()].slice(0, count)) kept.add(moment)
  }
  const [newest] = newestFirst
  if (newest !== undefined) kept.add(newest)
  return moments.filter((moment) => !kept.has(moment))
}
