import type { Readable } from 'node:stream'
import { bucketPlace } from './bucket-place.ts'
import { folderPlace } from './folder-place.ts'
import type { Whereabouts } from './snapshot.ts'
import type { NamedFile } from './stored-files.ts'

/** Files as they are at one moment. `missing` are keys that were known at once not to be there. */
export type HeldFiles = {
  missing: NamedFile[]
  /** Null when the file is not there; a place that does not answer is a fault. */
  open: (key: string) => Promise<Readable | null>
  /** Lets go of them; may be called again. */
  release: () => Promise<void>
}

/** Where the files of an installation are. Keys have been looked at by `isKey` before they get here. */
export type FilePlace = {
  /** How a sentence calls it; the same place always has the same name, and no other one has it. */
  name: string
  /** What to name instead of it when it is not empty. */
  emptyOne: string
  /** Null when the file is not there, refused with UnreadableFile when it may not be read; a place that does not answer is a fault. */
  open: (key: string) => Promise<Readable | null>
  /** Keeps what is there now from going until it is copied, where that can be done at all. */
  hold: (files: AsyncIterable<NamedFile>) => Promise<HeldFiles>
  /** Streams a file in, whole or not at all, where there is none of this key. */
  put: (key: string, source: Readable) => Promise<void>
  remove: (key: string) => Promise<void>
  /** After the last `put`: nothing of it may be lost with the power. */
  settle: () => Promise<void>
  isEmpty: () => Promise<boolean>
}

/** The bucket that the settings name, or the folder of this machine where they name none. */
export function placeOf({
  objectStore,
  dataDir,
}: Pick<Whereabouts, 'objectStore' | 'dataDir'>): FilePlace {
  return objectStore ? bucketPlace(objectStore) : folderPlace(dataDir)
}
