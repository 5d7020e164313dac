import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { syncFolder } from '../write-once.ts'

export type Written = { bytes: number; sha256: string }

/** Passes bytes on and says, once they are through, how many they were and their checksum. */
export function measure(): { through: Transform; result: () => Written } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk)
      bytes += chunk.length
      pass(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

export type ArchiveWriter = {
  /** Streams one member in; what is compressed already is stored as it is. */
  add: (name: string, source: Readable, packing: 'compress' | 'store') => Promise<Written>
  /** Ends the archive and gives it its name: until then there is no file of that name. */
  finish: () => Promise<void>
  discard: () => Promise<void>
}

/** Milliseconds. What nobody has written to for so long was left by a backup that was killed. */
const longestPause = 3_600_000

/** Removes what killed backups into this folder left there. A courtesy: what may not be looked at or removed stays. */
async function clearDrafts(folder: string, now: number): Promise<void> {
  const nothing = () => null
  for (const name of (await readdir(folder).catch(nothing)) ?? []) {
    if (!/\.[0-9a-f]{12}\.part$/.test(name)) continue
    const draft = join(folder, name)
    const found = await lstat(draft).catch(nothing)
    if (found?.isFile() && now - found.mtimeMs > longestPause) await rm(draft, { force: true }).catch(nothing)
  }
}

async function newDraft(path: string) {
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    return { draft, file: await open(draft, 'wx', 0o600) }
  } catch (fault) {
    throw new Error(`${path} cannot be written: ${(fault as Error).message}. Nothing was written.`)
  }
}

/**
 * A new ZIP archive that only its owner can read, written aside and renamed when it is whole and on disk. Refuses a path
 * that is taken or cannot be written.
 */
export async function writeArchive(path: string, at: Date): Promise<ArchiveWriter> {
  if (existsSync(path)) throw new Error(`${path} exists already. Nothing was written; give another name.`)
  const { draft, file } = await newDraft(path)
  // No clock is compared with the times of files.
  await clearDrafts(dirname(path), (await file.stat()).mtimeMs)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (fault: Error) => output.destroy(fault))
  const written = pipeline(output, file.createWriteStream({ flush: true }))
  let underway: Transform | null = null
  let broken: Error | null = null
  // Nobody reads the member that is under way any more: whoever adds it must hear of it.
  written.catch((fault: Error) => {
    broken = fault
    underway?.destroy(fault)
  })

  async function add(name: string, source: Readable, packing: 'compress' | 'store') {
    if (broken) throw broken
    const { through, result } = measure()
    underway = through
    // Its size is known when it has been read: tables are not counted beforehand.
    zip.addReadStream(through, name, { mtime: at, mode: 0o100600, compress: packing === 'compress' })
    await Promise.all([pipeline(source, through), finished(through)])
    return result()
  }

  return {
    add,
    finish: async () => {
      zip.end()
      await written
      await rename(draft, path)
      await syncFolder(dirname(path))
    },
    discard: async () => {
      output.destroy(new Error('The backup was broken off.'))
      await written.catch(() => undefined)
      await rm(draft, { force: true })
    },
  }
}
