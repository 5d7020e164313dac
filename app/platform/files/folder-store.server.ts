import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clock } from '../clock.server.ts'
import {
  abandonedAfterMs,
  type FileStore,
  newKey,
  requireKey,
  type Stored,
} from './file-store.server.ts'

/**
 * Files in a local folder, written aside, synced and renamed. Only the start creates the folder: a
 * folder missing later, such as an unmounted disk, is an error.
 */
export function folderStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, requireKey(key))
  return {
    put: async (source, key = newKey()) => {
      const aside = `${pathOf(key)}.${randomBytes(6).toString('hex')}.part`
      try {
        await makePart(dirname(aside), root)
        const { through, result } = measure()
        await pipeline(source, through, createWriteStream(aside, { mode: 0o600, flush: true }))
        await rename(aside, pathOf(key))
        await syncFolder(dirname(aside))
        return { key, ...result() }
      } catch (fault) {
        source.destroy()
        await rm(aside, { force: true })
        throw fault
      }
    },
    get: async (key, range) =>
      (await statOf(pathOf(key))) === null ? null : createReadStream(pathOf(key), range),
    size: async (key) => (await statOf(pathOf(key)))?.size ?? null,
    remove: (key) => rm(pathOf(key), { force: true }),
    sweep: async () => {
      const eldest = clock.now().getTime() - abandonedAfterMs
      for await (const name of glob('*/*.part', { cwd: root })) {
        const found = await statOf(join(root, name))
        if (found && found.mtimeMs < eldest) await rm(join(root, name), { force: true })
      }
    },
    tryWriting: async () => {
      const trial = join(root, `.trial-${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(trial, 'whether this can be written', { mode: 0o600 })
      } finally {
        await rm(trial, { force: true })
      }
    },
  }
}

/** Counts and hashes the bytes that pass through. */
function measure(): { through: Transform; result: () => Omit<Stored, 'key'> } {
  const hash = createHash('sha256')
  let byteSize = 0n
  const through = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk)
      byteSize += BigInt(chunk.length)
      pass(null, chunk)
    },
  })
  return { through, result: () => ({ byteSize, sha256: hash.digest('hex') }) }
}

/** One of the store's 256 folders. */
async function makePart(path: string, root: string) {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return
    throw fault
  }
  await syncFolder(root)
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fault
  }
}
