import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { hasErrorCode, lookAt, syncFolder } from '../durable-files.ts'
import type { Measure } from './stored-files.ts'

export type ArchiveWriter = {
  /** Streams one member in; compressed content is stored as it is. */
  add: (name: string, source: Readable, packing: 'compress' | 'store') => Promise<Measure>
  /** Completes and names the archive; replaces no file. */
  finish: () => Promise<void>
  /** Removes an unfinished archive; repeatable, also after `finish`. */
  discard: () => Promise<void>
}

/** Milliseconds after which an unfinished archive counts as abandoned. */
const longestPause = 3_600_000

/** Removes abandoned drafts in this folder, where permitted. */
async function clearDrafts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.[0-9a-f]{12}\.part$/.test(name)) continue
    const draft = join(folder, name)
    const found = await lstat(draft).catch(() => null)
    if (found?.isFile() && now - found.mtimeMs > longestPause)
      await rm(draft, { force: true }).catch(() => undefined)
  }
}

type Zip = Pick<ArchiveWriter, 'add'> & {
  /** Completes the archive; resolves when all of it was taken. */
  end: () => Promise<void>
  /** Breaks it off; repeatable, also after `end`. */
  abort: () => Promise<void>
}

/** Writes a ZIP archive into `take`, which reads it as fast as it can. */
export function zipInto(take: (bytes: Readable) => Promise<unknown>): Zip {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (fault: Error) => output.destroy(fault))
  // Its reader learns of it; before there is one, it would end the program.
  output.on('error', () => undefined)
  const written = take(output)
  let current: Transform | null = null
  let broken: Error | null = null
  // Otherwise the current member would wait for a reader forever.
  written.catch((fault: Error) => {
    broken = fault
    current?.destroy(fault)
  })
  return {
    add: async (name, source, packing) => {
      if (broken) throw broken
      const hash = createHash('sha256')
      let bytes = 0
      const through = new Transform({
        transform(chunk: Buffer, _encoding, pass) {
          hash.update(chunk)
          bytes += chunk.length
          pass(null, chunk)
        },
      })
      current = through
      zip.addReadStream(through, name, { mode: 0o100600, compress: packing === 'compress' })
      await Promise.all([pipeline(source, through), finished(through)])
      return { bytes, sha256: hash.digest('hex') }
    },
    end: async () => {
      zip.end()
      await written
    },
    abort: async () => {
      output.destroy(new Error('The backup was interrupted.'))
      await written.catch(() => undefined)
    },
  }
}

const isTaken = (path: string) =>
  new Error(`${path} already exists. Nothing was written; give another name.`)

/** A new ZIP archive that only its owner can read. Refuses an existing or unwritable path. */
export async function writeArchive(path: string): Promise<ArchiveWriter> {
  if (await lookAt(path)) throw isTaken(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(draft, 'wx', 0o600).catch((fault: Error) => {
    throw new Error(`${path} cannot be written: ${fault.message}. Nothing was written.`)
  })
  // File times are compared with each other, never with a clock.
  await clearDrafts(dirname(path), (await file.stat()).mtimeMs)
  const zip = zipInto((bytes) => pipeline(bytes, file.createWriteStream({ flush: true })))
  return {
    add: zip.add,
    finish: async () => {
      await zip.end()
      await link(draft, path).catch(async (fault) => {
        if (hasErrorCode(fault, 'EEXIST') || (await lookAt(path))) throw isTaken(path)
        // Some file systems have no links.
        await rename(draft, path)
      })
      await syncFolder(dirname(path))
    },
    discard: async () => {
      await zip.abort()
      await rm(draft, { force: true })
    },
  }
}
