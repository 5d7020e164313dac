import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasErrorCode, syncFolder } from '../durable-files.ts'
import { bucketPlace } from './bucket-place.ts'
import type { FilePlace, Whereabouts } from './database.ts'

/** A file that exists and cannot be read. */
export class UnreadableFile extends Error {}

const wellFormed = /^[0-9a-f]{2}\/[0-9a-f]{40}$/
export const isKey = (text: string) => wellFormed.test(text)

/** The configured bucket, or the folder. */
export const placeOf = ({ objectStore, dataDir }: Pick<Whereabouts, 'objectStore' | 'dataDir'>) =>
  objectStore ? bucketPlace(objectStore) : folderPlace(join(dataDir, 'files'))

function folderPlace(folder: string): FilePlace {
  const made = new Set<string>()
  return {
    name: folder,
    emptyOne: 'an empty DATA_DIR',
    open: (key) => openFile(join(folder, key)),
    put: async (key, source) => {
      const target = join(folder, key)
      if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      made.add(dirname(target))
      await pipeline(source, createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
    },
    remove: async (key) => {
      const path = join(folder, key)
      await rm(path, { force: true })
      await rmdir(dirname(path)).then(
        () => made.delete(dirname(path)),
        (fault) => {
          if (!hasErrorCode(fault, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw fault
        },
      )
    },
    settle: async () => {
      for (const path of made) await syncFolder(path)
      if (made.size > 0) await syncFolder(folder)
    },
    isEmpty: async () => (await entriesOf(folder)).length === 0,
  }
}

async function openFile(path: string) {
  try {
    // Opening a pipe would wait forever.
    if (!(await stat(path)).isFile()) return null
    return (await open(path)).createReadStream()
  } catch (fault) {
    if (hasErrorCode(fault, 'ENOENT', 'ENOTDIR')) return null
    if (hasErrorCode(fault, 'EACCES', 'EPERM', 'ELOOP', 'EIO'))
      throw new UnreadableFile((fault as Error).message)
    throw fault
  }
}

/** A folder's entries without those of its file system. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name !== 'lost+found')
  } catch (fault) {
    if (hasErrorCode(fault, 'ENOENT')) return []
    throw fault
  }
}
