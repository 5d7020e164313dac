import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { settingsOf, startObjectStore } from '../../../tests/object-store.ts'
import { clock } from '../clock.server.ts'
import { abandonedAfterMs, newKey } from './file-store.server.ts'
import { objectStore } from './object-store.server.ts'

const mebibyte = 1024 * 1024
const remotes = [
  ['s3rver', await startObjectStore()],
  ['a store that checks signatures', await startObjectStore({ checksSignatures: true })],
] as const

/** So many bytes, made as they are asked for; tells after each how many there were. */
function flow(length: number, tell: (made: number) => void = () => undefined): Readable {
  function* chunks() {
    for (let made = 0; made < length; made += 64 * 1024) {
      tell(made)
      yield Buffer.alloc(64 * 1024, 'm')
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

const faultOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it was answered'),
    (fault) => fault,
  )

describe.each(remotes)('%s', (_, remote) => {
  const { line } = remote
  const pauseMs = 1_000
  const store = objectStore(remote.settings)
  const watchful = objectStore(remote.settings, {
    connectMs: 2_000,
    answerMs: 5_000,
    partMs: 30_000,
    pauseMs,
  })
  const impatient = objectStore(remote.settings, {
    connectMs: 2_000,
    answerMs: 100,
    partMs: 100,
    pauseMs,
  })

  afterEach(() => {
    line.restored()
    vi.restoreAllMocks()
  })
  afterAll(remote.stop)

  test('memory is that of one part however large a file is, and a reader may pause for longer than the store', async () => {
    const before = line.passed.up
    let ahead = 0
    const { key } = await store.put(
      flow(64 * mebibyte, (made) => {
        ahead = Math.max(ahead, made - (line.passed.up - before))
      }),
    )
    expect(ahead).toBeLessThan(12 * mebibyte)
    const [downBefore, pause] = [line.passed.down, performance.now()]
    const stream = await watchful.get(key)
    // What is asked in the meantime takes its time, and has to be answered on other connections.
    while (performance.now() - pause < 3 * pauseMs) await store.size(key)
    expect(line.passed.down - downBefore).toBeLessThan(24 * mebibyte)
    expect((await buffer(stream ?? Readable.from([]))).length).toBe(64 * mebibyte)
  }, 180_000)

  test('an upload whose source breaks off takes back the parts that were sent', async () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const key = newKey()
    const cut = (made: number) => {
      if (made === 12 * mebibyte) throw new Error('the line was cut')
    }
    await expect(store.put(flow(30 * mebibyte, cut), key)).rejects.toThrow('the line was cut')
    expect(await store.get(key)).toBeNull()
    const ended = line.asked.filter((request) => request.startsWith(`DELETE /files/${key}?`))
    expect(ended).toEqual([expect.stringContaining('uploadId=')])
  })

  test('an upload whose line to the store is cut rejects, reads no further, and nothing stands under its key', async () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const key = newKey()
    const source = flow(30 * mebibyte, (made) => {
      if (made === 12 * mebibyte) line.breaks('up', mebibyte)
    })
    await expect(store.put(source, key)).rejects.toThrow(
      /^The object store did not accept a file: /,
    )
    expect([source.destroyed, source.readableEnded]).toEqual([true, false])
    line.restored()
    expect([await store.get(key), await store.size(key)]).toEqual([null, null])
  })

  test('a part that is cut off once is sent again, and the file is whole', async () => {
    line.breaks('up', 7 * mebibyte, 'cut once')
    const { key } = await store.put(flow(12 * mebibyte))
    const sent = line.asked.filter((request) => request.startsWith(`PUT /files/${key}?`))
    expect(sent.map((request) => /partNumber=(\d)/.exec(request)?.[1])).toEqual([
      '1',
      '2',
      '2',
      '3',
    ])
    expect(await store.size(key)).toBe(12 * mebibyte)
  })

  test('a store that sends other bytes than those asked for is found out', async () => {
    const { key } = await store.put(flow(64 * 1024))
    // s3rver takes the 0 for no end at all.
    await expect(store.get(key, { start: 0, end: 0 })).rejects.toThrow(
      'bytes that were not requested',
    )
  })

  test('a download whose line is cut breaks off with a fault, and does not end as if it were whole', async () => {
    const { key } = await store.put(flow(8 * mebibyte))
    line.breaks('down', 3 * mebibyte)
    const stream = await store.get(key)
    await expect(buffer(stream ?? Readable.from([]))).rejects.toThrow(/aborted|reset/i)
  })

  test('a download in which the store stops breaks off in time', async () => {
    const { key } = await store.put(flow(8 * mebibyte))
    line.breaks('down', 3 * mebibyte, 'stall')
    const stream = await watchful.get(key)
    await expect(buffer(stream ?? Readable.from([]))).rejects.toThrow(
      'stopped in the middle of a file',
    )
  })

  test.each([
    ['is cut off', () => line.breaks('up', 0), 'The object store did not'],
    ['says nothing', () => line.breaks('down', 0, 'stall'), /TimeoutError|timed out|exceeded/],
  ])('a store that %s is a fault, and never a missing file', async (_, happen, words) => {
    const { key } = await store.put(flow(64 * 1024))
    happen()
    for (const range of [
      () => impatient.get(key),
      () => impatient.size(key),
      () => impatient.put(flow(64 * 1024)),
      () => impatient.remove(key),
      () => impatient.sweep(),
      () => impatient.tryWriting(),
    ]) {
      const fault = await faultOf(range())
      expect(fault.message).toMatch(words)
      expect(fault.message).toMatch(/^The object store did not /)
      expect([fault.cause, Object.keys(fault)]).toEqual([undefined, []])
    }
  })

  test('in a bucket that is lost no file is a missing one', async () => {
    const lost = objectStore({ ...remote.settings, bucket: 'elsewhere' })
    for (const ask of [
      () => lost.get(newKey()),
      () => lost.size(newKey()),
      lost.tryWriting,
      () => lost.put(flow(10)),
    ]) {
      await expect(ask()).rejects.toThrow(/^The object store did not /)
    }
  })

  test('a fault names neither key nor secret', async () => {
    const stranger = objectStore({
      ...remote.settings,
      accessKeyId: 'A-STRANGER',
      secretAccessKey: 'not-for-the-log',
    })
    const fault = await faultOf(stranger.put(flow(10)))
    expect(fault.message).toMatch(
      /^The object store did not accept a file: InvalidAccessKeyId \(403\)/,
    )
    expect(`${fault.stack} ${JSON.stringify(fault)}`).not.toMatch(/A-STRANGER|not-for-the-log/)
  })

  test('the sweep ends what uploads in parts were left for a day, on every page of the list, and no others', async () => {
    const now = clock.now().getTime()
    const [old, young] = [
      new Date(now - abandonedAfterMs - 1_000),
      new Date(now - abandonedAfterMs + 60_000),
    ]
    const [first, second, going] = [newKey(), newKey(), newKey()]
    const listed = (
      uploads: [string, Date][],
      more: string,
    ) => `<?xml version="1.0" encoding="UTF-8"?>
    <ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${uploads
      .map(
        ([key, at]) =>
          `<Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      )
      .join('')}${more}</ListMultipartUploadsResult>`
    const isMore =
      '<IsTruncated>true</IsTruncated><NextKeyMarker>x</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>'
    const ended: string[] = []
    // s3rver lists no uploads: this answers as the documentation of S3 says.
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
      if (request.method === 'DELETE') ended.push(pathname.slice('/files/'.length))
      response.statusCode = request.method === 'DELETE' ? 204 : 200
      const page = searchParams.has('key-marker')
        ? listed([[second, old]], '<IsTruncated>false</IsTruncated>')
        : listed(
            [
              [first, old],
              [going, young],
              ['other/upload', old],
            ],
            isMore,
          )
      response.end(request.method === 'DELETE' ? undefined : page)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      await objectStore(settingsOf((server.address() as AddressInfo).port)).sweep()
      expect(ended).toEqual([first, second])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
