import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, lstat, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whether a file system call failed with this code. */
export function isFault(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** The text of a file, or null when there is none. Refuses what is no file: whoever opens a pipe waits for ever. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) throw new Error(`${path} is no file.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isFault(error, 'ENOENT')) return null
    throw error
  }
}

/** What lies at a path, a link as a link; null when there is nothing. What may not be looked at is no such case. */
export async function lookAt(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isFault(error, 'ENOENT')) return null
    throw error
  }
}

/** Makes renames and new names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Writes a small file that is never changed afterwards, readable by its owner only, and returns what it holds: our
 * text, or that of the first to write it. It appears whole or not at all, and survives a power cut once this returned.
 */
export async function writeOnce(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true })
    await link(draft, path).catch((error) => {
      if (!isFault(error, 'EEXIST')) throw error
    })
    await syncFolder(dirname(path))
    return await readFile(path, 'utf8')
  } finally {
    await rm(draft, { force: true })
  }
}
