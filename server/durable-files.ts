import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, lstat, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whether a file system call failed with one of these codes. */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** The text of a file, or null. Refuses anything but a file: opening a pipe waits forever. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** A path's entry without following links; null when missing. A forbidden path throws. */
export async function lookAt(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Makes renames and new names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Writes a small file once, atomically and durably. Returns its content: ours, or the first writer's. */
export async function writeOnce(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true })
    await link(draft, path).catch((error) => {
      if (!hasErrorCode(error, 'EEXIST')) throw error
    })
    await syncFolder(dirname(path))
    return await readFile(path, 'utf8')
  } finally {
    await rm(draft, { force: true })
  }
}
