import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../write-once.ts'
import { memberOfFile } from './manifest.ts'
import { eachMember } from './read-archive.ts'
import { isKey } from './stored-files.ts'

/** Puts every file of a backup into the store, each on disk before the next is begun. */
export async function restoreFiles(path: string, folder: string): Promise<void> {
  const prefix = memberOfFile('')
  const folders = new Set<string>()
  await eachMember(path, async (name, open) => {
    const key = name.slice(prefix.length)
    if (!name.startsWith(prefix) || !isKey(key)) return
    const target = join(folder, key)
    if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    folders.add(dirname(target))
    await pipeline(await open(), createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
  })
  for (const made of folders) await syncFolder(made)
  if (folders.size > 0) await syncFolder(folder)
}
