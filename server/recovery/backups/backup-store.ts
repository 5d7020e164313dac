import type { Readable } from 'node:stream'

/** A place of encrypted backups: a folder, a bucket, or a server by SFTP. Paths are relative, with slashes. */
export type BackupStore = {
  /** For messages. */
  name: string
  /** Whole objects below a folder with their sizes; rejects when the place does not answer. */
  list: (folder: string) => Promise<Map<string, number>>
  /** Streams an object in. It appears whole or not at all, at the latest after `settle`. */
  put: (path: string, source: Readable) => Promise<void>
  settle: () => Promise<void>
  /** Null when missing. */
  open: (path: string) => Promise<Readable | null>
  /** Announces which objects are opened next, so that they can be fetched together. */
  expect?: (paths: string[]) => void
  remove: (paths: string[]) => Promise<void>
  /** Removes what a killed backup left; only while no other backup runs. */
  clearUnfinished: () => Promise<void>
}
