import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isFault, lookAt, syncFolder } from '../write-once.ts'

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
  /** A file for what is gathered while the archive is written; it goes with the draft. */
  notes: string
  /** Ends the archive and gives it its name: until then there is no file of that name. Replaces none that came meanwhile. */
  finish: () => Promise<void>
  /** Removes what is not the finished archive; may be called again, and after `finish`. */
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
    if (found?.isFile() && now - found.mtimeMs > longestPause)
      await rm(draft, { force: true }).catch(nothing)
  }
}

const draftName = (path: string) => `${path}.${randomBytes(6).toString('hex')}.part`

async function newDraft(path: string) {
  const draft = draftName(path)
  try {
    return { draft, file: await open(draft, 'wx', 0o600) }
  } catch (fault) {
    throw new Error(`${path} cannot be written: ${(fault as Error).message}. Nothing was written.`)
  }
}

const isTaken = (path: string) =>
  new Error(`${path} exists already. Nothing was written; give another name.`)

/** As a rename that replaces nothing; where the file system makes no links it is one that was looked at just before. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (fault) {
    if (isFault(fault, 'EEXIST') || (await lookAt(path))) throw isTaken(path)
    await rename(draft, path)
  }
}

/**
 * A new ZIP archive that only its owner can read, written aside and renamed when it is whole and on disk. Refuses a path
 * that is taken or cannot be written.
 */
export async function writeArchive(path: string, at: Date): Promise<ArchiveWriter> {
  if (await lookAt(path)) throw isTaken(path)
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
    zip.addReadStream(through, name, {
      mtime: at,
      mode: 0o100600,
      compress: packing === 'compress',
    })
    await Promise.all([pipeline(source, through), finished(through)])
    return result()
  }

  const notes = draftName(path)
  return {
    add,
    notes,
    finish: async () => {
      zip.end()
      await written
      await giveName(draft, path)
      await syncFolder(dirname(path))
    },
    discard: async () => {
      output.destroy(new Error('The backup was broken off.'))
      await written.catch(() => undefined)
      for (const left of [draft, notes]) await rm(left, { force: true })
    },
  }
}
