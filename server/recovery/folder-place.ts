import { createWriteStream } from 'node:fs'
import { link, lstat, mkdir, mkdtemp, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isFault, syncFolder } from '../write-once.ts'
import type { FilePlace, HeldFiles } from './file-place.ts'
import { isKey, type NamedFile, UnreadableFile } from './stored-files.ts'

/**
 * Files in `DATA_DIR/files`. They are held by links, so that one that is deleted while the others are copied is there
 * still; what no link can be made to is read where it lies, and may go.
 */
export function folderPlace(dataDir: string): FilePlace {
  const folder = join(dataDir, 'files')
  const made = new Set<string>()
  return {
    name: folder,
    emptyOne: 'an empty DATA_DIR',
    open: (key) => opened(join(folder, key)),
    hold: (files) => hold(files, folder),
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
    if (isFault(fault, 'EACCES', 'EPERM', 'ELOOP', 'EIO'))
      throw new UnreadableFile((fault as Error).message)
    throw fault
  }
}

/** Names that nobody gives to anything of their own, which would be removed. */
const links = { prefix: '.links-of-a-backup-', whole: /^\.links-of-a-backup-\w{6}$/ }

/** What a file system answers that makes no links, or to files of somebody else none; reading may be allowed all the same. */
const cannotLink = [
  'EACCES',
  'EPERM',
  'EXDEV',
  'EMLINK',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EROFS',
  'ELOOP',
]

/** Beside the files, because links lead to no other disk. */
async function hold(files: AsyncIterable<NamedFile>, folder: string): Promise<HeldFiles> {
  const held = await newLinks(folder)
  const release = async () =>
    held === null ? undefined : rm(held, { recursive: true, force: true })
  const missing: NamedFile[] = []
  try {
    for await (const file of files) if (!(await holdOne(file.key, folder, held))) missing.push(file)
  } catch (fault) {
    await release()
    throw fault
  }
  const open = async (key: string) =>
    (held && (await opened(join(held, key)))) || opened(join(folder, key))
  return { missing, open, release }
}

/** Null where nothing can be made in the folder, or it is not there. */
async function newLinks(folder: string): Promise<string | null> {
  try {
    // What a backup that was killed left behind.
    const left = (await readdir(folder)).filter((name) => links.whole.test(name))
    for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
    return await mkdtemp(join(folder, links.prefix))
  } catch (fault) {
    if (isFault(fault, 'ENOENT', 'ENOTDIR', ...cannotLink)) return null
    throw fault
  }
}

/** Whether there is a file, which is then linked to if it can be. A link to another file is read where it lies. */
async function holdOne(key: string, folder: string, held: string | null): Promise<boolean> {
  try {
    if (!isKey(key)) return false
    const from = join(folder, key)
    const found = await lstat(from)
    if (found.isSymbolicLink()) return true
    if (!found.isFile()) return false
    if (held === null) return true
    await mkdir(dirname(join(held, key)), { recursive: true })
    await link(from, join(held, key))
    return true
  } catch (fault) {
    if (isFault(fault, 'ENOENT', 'ENOTDIR')) return false
    if (isFault(fault, 'EEXIST', ...cannotLink)) return true
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

/** What people put into the folder: neither what a file system keeps in its root, nor the links of a backup. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(
      (name) => name !== 'lost+found' && !links.whole.test(name),
    )
  } catch (fault) {
    if (isFault(fault, 'ENOENT')) return []
    throw fault
  }
}
