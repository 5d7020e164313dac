import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { startObjectStore } from '../../../tests/object-store.ts'
import { derivedKey, type FileStore, newKey } from './file-store.server.ts'
import { folderStore } from './folder-store.server.ts'
import { objectStore } from './object-store.server.ts'

const mebibyte = 1024 * 1024
const folder = await mkdtemp(join(tmpdir(), 'msingi-folder-'))
const remote = await startObjectStore()
const strict = await startObjectStore({ checksSignatures: true })
const stores: [string, FileStore][] = [
  ['a folder', folderStore(folder)],
  ['an object store', objectStore(remote.settings)],
  ['an object store that checks signatures', objectStore(strict.settings)],
]

afterAll(async () => {
  await remote.stop()
  await strict.stop()
  await rm(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** So many bytes, made as they are asked for; then a fault, where one is given. */
function flow(bytes: Buffer, fault?: Error): Readable {
  function* chunks() {
    for (let start = 0; start < bytes.length; start += 60_000)
      yield bytes.subarray(start, start + 60_000)
    if (fault) throw fault
  }
  return Readable.from(chunks(), { objectMode: false })
}

async function readBack(store: FileStore, key: string, range?: { start: number; end: number }) {
  const stream = await store.get(key, range)
  return stream && buffer(stream)
}

describe.each(stores)('%s', (_, store) => {
  test.each([
    ['nothing at all', 0],
    ['one byte', 1],
    ['one part', 5 * mebibyte],
    ['one part and a byte', 5 * mebibyte + 1],
    ['a large file', 30 * mebibyte],
  ])('%s comes out as it went in, measured by what arrived', async (_, length) => {
    const bytes = randomBytes(length)
    const stored = await store.put(flow(bytes))
    expect(stored).toEqual({ key: stored.key, byteSize: BigInt(length), sha256: sha256(bytes) })
    expect(await store.size(stored.key)).toBe(length)
    expect((await readBack(store, stored.key))?.equals(bytes)).toBe(true)
  })

  test('a range is exactly those bytes, both ends included', async () => {
    const bytes = randomBytes(6 * mebibyte)
    const { key } = await store.put(flow(bytes))
    for (const [start, end] of [
      [0, 1],
      [1, 1],
      [17, 70_000],
      [bytes.length - 1, bytes.length - 1],
      [5 * mebibyte - 3, 5 * mebibyte + 3],
    ] as const) {
      expect(
        (await readBack(store, key, { start, end }))?.equals(bytes.subarray(start, end + 1)),
      ).toBe(true)
    }
  })

  test('what is not there is null, and so is what was deleted; deleting it again is no fault', async () => {
    expect([await store.get(newKey()), await store.size(newKey())]).toEqual([null, null])
    expect(await store.get(newKey(), { start: 0, end: 9 })).toBeNull()
    const { key } = await store.put(flow(Buffer.from('Words')))
    await store.remove(key)
    await store.remove(key)
    expect([await store.get(key), await store.size(key)]).toEqual([null, null])
  })

  test('under a key that is given, what stood there is replaced', async () => {
    const { key } = await store.put(flow(Buffer.from('The first')))
    const again = derivedKey(key, 'preview')
    for (const text of ['The first making', 'Another']) {
      expect((await store.put(flow(Buffer.from(text)), again)).key).toBe(again)
      expect((await readBack(store, again))?.toString()).toBe(text)
    }
    expect((await readBack(store, key))?.toString()).toBe('The first')
  })

  test.each([70_000, 12 * mebibyte])(
    'a source that breaks off after %i bytes leaves nothing behind',
    async (length) => {
      const key = newKey()
      const source = flow(randomBytes(length), new Error('the line was cut'))
      await expect(store.put(source, key)).rejects.toThrow('the line was cut')
      expect(source.destroyed).toBe(true)
      expect([await store.get(key), await store.size(key)]).toEqual([null, null])
      expect(
        (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part')),
      ).toEqual([])
    },
  )

  test('a source that ends without a word is no whole file either', async () => {
    const key = newKey()
    const source = new Readable({ read: () => undefined })
    source.push(randomBytes(1_000))
    const putting = store.put(source, key)
    source.destroy()
    await expect(putting).rejects.toThrow()
    expect(await store.size(key)).toBeNull()
  })

  test.each(['../secret', 'ab/../../secret', 'a name/ü.pdf', '', 'AB/CD'])(
    '%j is no key of ours',
    async (key) => {
      await expect(store.get(key)).rejects.toThrow('of an unknown form')
      await expect(store.size(key)).rejects.toThrow('of an unknown form')
      await expect(store.put(flow(Buffer.from('Words')), key)).rejects.toThrow('of an unknown form')
      await expect(async () => store.remove(key)).rejects.toThrow('of an unknown form')
    },
  )

  test('a reader who goes before the end is let go', async () => {
    const { key } = await store.put(flow(randomBytes(6 * mebibyte)))
    for (let reader = 0; reader < 20; reader += 1) {
      const stream = await store.get(key)
      if (reader % 2 === 0) stream?.destroy()
      else for await (const _ of stream ?? []) break
    }
    expect(await store.size(key)).toBe(6 * mebibyte)
  })

  test('it can be written', async () => {
    await expect(store.tryWriting()).resolves.toBeUndefined()
  })
})

test('a folder that went is a fault, and no empty one takes its place', async () => {
  const gone = join(folder, 'unmounted')
  const store = folderStore(gone)
  for (const ask of [() => store.put(flow(randomBytes(10))), store.tryWriting])
    await expect(ask()).rejects.toThrow('ENOENT')
  expect(existsSync(gone)).toBe(false)
})
