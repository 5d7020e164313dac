import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ApartFiles, DamagedFile } from '../archive.ts'
import type { BackupStore } from './backup-store.ts'
import { decrypted, WrongIdentity } from './encryption.ts'
import { findBackups, pathOfFile, type StoredBackup } from './repository.ts'

/** A backup by its moment, or the newest whole one with `latest`. Refuses another. */
export async function chooseBackup(store: BackupStore, name: string): Promise<StoredBackup> {
  const { whole, damaged } = await findBackups(store)
  const chosen = name === 'latest' ? whole.at(-1) : whole.find(({ moment }) => moment === name)
  if (chosen) return chosen
  if (damaged.includes(name))
    throw new Error(`The backup ${name} in ${store.name} is incomplete: choose another.`)
  if (whole.length === 0) throw new Error(`There is no backup in ${store.name} yet.`)
  const known = whole.map(({ moment }) => `  ${moment}`).join('\n')
  throw new Error(`There is no backup ${name} in ${store.name}, but:\n${known}`)
}

/** Decrypts a stored object; bytes that were altered or truncated break it with DamagedFile. */
async function decryptedObject(source: Readable, identities: string[], name: string) {
  let ofStore: unknown = null
  async function* watched() {
    try {
      for await (const chunk of source) yield chunk
    } catch (fault) {
      ofStore = fault
      throw fault
    }
  }
  const explain = (fault: unknown) => {
    if (fault instanceof WrongIdentity) return fault
    return ofStore ?? new DamagedFile(`${name} was altered or truncated`)
  }
  const bytes = await decrypted(watched(), identities).catch((fault) => {
    throw explain(fault)
  })
  async function* explained() {
    try {
      for await (const chunk of bytes) yield chunk
    } catch (fault) {
      throw explain(fault)
    }
  }
  return Readable.from(explained(), { objectMode: false })
}

/** Decrypts a backup's archive into a new file that only its owner can read. Refuses a wrong key and a damaged archive. */
export async function fetchArchive(
  store: BackupStore,
  { moment, paths: [archive] }: StoredBackup,
  identities: string[],
  target: string,
): Promise<void> {
  const source = await store.open(archive)
  if (!source) throw new Error(`The backup ${moment} is no longer in ${store.name}.`)
  try {
    const bytes = await decryptedObject(source, identities, `The backup ${moment}`)
    await pipeline(bytes, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
  } catch (fault) {
    await rm(target, { force: true })
    if (fault instanceof WrongIdentity)
      throw new Error(
        `The backup ${moment} was not encrypted to this identity. Nothing was written; name the file of the secret key that belongs to BACKUP_RECIPIENT.`,
      )
    if (fault instanceof DamagedFile)
      throw new Error(`${fault.message}. Nothing was written; choose an earlier one.`)
    throw fault
  }
}

/** The files of the backups in a place. */
export function filesOf(store: BackupStore, identities: string[]): ApartFiles {
  return {
    expect: (objectKey, checksums) =>
      store.expect?.(checksums.map((checksum) => pathOfFile(objectKey, checksum))),
    open: async (objectKey, checksum) => {
      const path = pathOfFile(objectKey, checksum)
      const source = await store.open(path)
      if (!source) return null
      return decryptedObject(source, identities, path).catch((fault) => {
        // Encrypted to another key than the archive, as after BACKUP_RECIPIENT was replaced.
        if (fault instanceof WrongIdentity || fault instanceof DamagedFile) return null
        throw fault
      })
    },
  }
}
