import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clock } from './clock.server.ts'
import { config } from './config.server.ts'

/** What was stored: size and checksum are of the bytes that really arrived. */
export type Stored = { key: string; byteSize: bigint; sha256: string }
/** Bytes from `start` to `end`, both included, as in an HTTP range. */
export type ByteRange = { start: number; end: number }

/** Where bytes live. Keys are made here, never by people; a local disk and an S3-compatible store can both serve it. */
export type FileStore = {
  /**
   * Streams bytes in, under a new key unless one is given: then what stood under it is replaced at once. A source that
   * breaks off leaves nothing behind and rejects.
   */
  put: (source: Readable, key?: string) => Promise<Stored>
  /** Streams bytes out; null when the key is unknown. */
  get: (key: string, range?: ByteRange) => Promise<Readable | null>
  size: (key: string) => Promise<number | null>
  remove: (key: string) => Promise<void>
  /** Deletes what a program that was killed left half written, a day after its last byte. */
  sweep: () => Promise<void>
  /** Rejects when nothing can be stored at present: a full disk, a lost one, one that may only be read. */
  tryWriting: () => Promise<void>
}

const root = join(config.dataDir, 'files')
const abandonedAfterMs = 24 * 60 * 60 * 1000
const wellFormed = /^[0-9a-f]{2}\/[0-9a-f]{40}$/

const keyNamed = (name: string) => `${name.slice(0, 2)}/${name}`

/**
 * The key of something made from a stored file: always the same for the same making, so that work which was killed and
 * done again leaves no file that nobody knows of.
 */
export function derivedKey(key: string, making: string): string {
  return keyNamed(createHash('sha256').update(`${key} ${making}`).digest('hex').slice(0, 40))
}

function pathOf(key: string) {
  if (!wellFormed.test(key)) throw new Error('a storage key of another make')
  return join(root, key)
}

/** Files under DATA_DIR/files, written aside and renamed when whole and on disk. */
export const files: FileStore = {
  put: async (source, key = keyNamed(randomBytes(20).toString('hex'))) => {
    const aside = `${pathOf(key)}.${randomBytes(6).toString('hex')}.part`
    try {
      await makeFolder(dirname(aside))
      const { byteSize, sha256 } = await write(source, aside)
      await rename(aside, pathOf(key))
      await syncFolder(dirname(aside))
      return { key, byteSize, sha256 }
    } catch (fault) {
      source.destroy()
      await rm(aside, { force: true })
      throw fault
    }
  },
  get: async (key, range) => ((await sizeOf(key)) === null ? null : createReadStream(pathOf(key), range)),
  size: (key) => sizeOf(key),
  remove: (key) => rm(pathOf(key), { force: true }),
  sweep: async () => {
    const eldest = clock.now().getTime() - abandonedAfterMs
    for await (const name of glob('*/*.part', { cwd: root })) {
      const found = await statOf(join(root, name))
      if (found && found.mtimeMs < eldest) await rm(join(root, name), { force: true })
    }
  },
  tryWriting: async () => {
    await makeFolder(root)
    const trial = join(root, `.trial-${randomBytes(6).toString('hex')}`)
    try {
      await writeFile(trial, 'whether this can be written', { mode: 0o600 })
    } finally {
      await rm(trial, { force: true })
    }
  },
}

async function write(source: Readable, path: string) {
  const hash = createHash('sha256')
  let byteSize = 0n
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk)
      byteSize += BigInt(chunk.length)
      pass(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(path, { mode: 0o600, flush: true }))
  return { byteSize, sha256: hash.digest('hex') }
}

/** The store and one of its 256 folders. */
async function makeFolder(path: string) {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  await syncFolder(root)
  if (made !== path) await syncFolder(dirname(root))
}

/** A new name is durable only when its folder is on disk too. */
async function syncFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function sizeOf(key: string): Promise<number | null> {
  return (await statOf(pathOf(key)))?.size ?? null
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fault
  }
}
