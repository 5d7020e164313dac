import { createWriteStream } from 'node:fs'
import { link, lstat, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isFault, syncFolder } from '../write-once.ts'
import type { FilePlace } from './file-place.ts'
import { isKey, type NamedFile } from './stored-files.ts'

/**
 * Files in `DATA_DIR/files`. They are held by links, so that one that is deleted while the others are copied is there
 * still.
 */
export function folderPlace(dataDir: string): FilePlace {
  const folder = join(dataDir, 'files')
  const made = new Set<string>()
  return {
    name: folder,
    emptyOne: 'an empty DATA_DIR',
    open: (key) => opened(join(folder, key)),
    hold: async (files, staging) => ({
      missing: await linkFiles(files, folder, staging),
      open: (key) => opened(join(staging, key)),
    }),
    put: async (key, source) => {
      const target = join(folder, key)
      if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      made.add(dirname(target))
      await pipeline(source, createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
    },
    remove: async (key) => {
      await rm(join(folder, key), { force: true })
      await removeIfEmpty(dirname(join(folder, key)))
    },
    settle: async () => {
      for (const path of made) await syncFolder(path)
      if (made.size > 0) await syncFolder(folder)
    },
    isEmpty: async () => (await entriesOf(folder)).length === 0,
  }
}

/** Null when there is no file: nothing at all, or a folder or what else lies in its place. */
async function opened(path: string) {
  try {
    if (!(await stat(path)).isFile()) return null
    return (await open(path)).createReadStream()
  } catch (fault) {
    if (isFault(fault, 'ENOENT', 'ENOTDIR')) return null
    throw fault
  }
}

async function linkFiles(files: AsyncIterable<NamedFile>, folder: string, staging: string): Promise<NamedFile[]> {
  const missing: NamedFile[] = []
  for await (const file of files) {
    if (!isKey(file.key) || !(await linked(join(folder, file.key), join(staging, file.key)))) missing.push(file)
  }
  return missing
}

async function linked(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await link(from, to)
    return true
  } catch (fault) {
    if (isFault(fault, 'EEXIST')) return true
    // A folder, or what else lies in its place, is no file either.
    if (isFault(fault, 'ENOENT', 'ENOTDIR') || (isFault(fault, 'EPERM') && !(await lstat(from)).isFile())) return false
    throw fault
  }
}

async function removeIfEmpty(folder: string) {
  try {
    await rmdir(folder)
  } catch (fault) {
    if (!isFault(fault, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw fault
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (fault) {
    if (isFault(fault, 'ENOENT')) return []
    throw fault
  }
}
