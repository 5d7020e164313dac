import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Bundle } from './build/bundle.ts'
import { builtProgram, listen, probesAlone, type Shell } from './http.ts'

const page = `<!doctype html><title>Msingi</title>${'<p>Foundation</p>'.repeat(200)}`

async function fetchPage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/slow') await sleep(300)
  if (pathname === '/events') {
    return new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('data: 1\n\n')),
      }),
      {
        headers: { 'content-type': 'text/event-stream' },
      },
    )
  }
  if (pathname === '/flood') {
    const block = new Uint8Array(65_536).fill(10)
    return new Response(
      new ReadableStream({
        pull: (stream) => {
          pulledAt = performance.now()
          stream.enqueue(block)
        },
        cancel: () => {
          floods -= 1
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  }
  const type = pathname === '/document' ? 'application/pdf' : 'text/html; charset=utf-8'
  return new Response(page, {
    headers: { 'content-type': type, 'content-length': String(page.length) },
  })
}

const unused = () => Promise.reject(new Error('not part of serving'))
const bundle: Bundle = {
  app: { fetch: fetchPage },
  answerFromCache: () => false,
  provideBackup: unused,
  startWorker: unused,
  prepareInstallation: unused,
  createAdmin: unused,
  resetSecondFactor: unused,
  startWatching: () => undefined,
  noteFullDisk: () => undefined,
  metricsText: unused,
  shutDown: unused,
}

/** How many floods are still wanted, and when one of them was taken from last. */
let floods = 0
let pulledAt = 0
const untilQuiet = () =>
  vi.waitFor(() => expect(performance.now() - pulledAt).toBeGreaterThan(300), 10_000)
let folder = ''
let shell: Shell
const shells: Shell[] = []

async function listenOn(port: string): Promise<Shell> {
  const listening = await listen(readConfig({ PORT: port }))
  shells.push(listening)
  return listening
}

/** As typed: `fetch` would tidy the path up before sending it. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ port: shell.port, path }, (response) => resolve(response.resume().statusCode)).once(
      'error',
      reject,
    )
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-build-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server/index.js'), 'secret')
  await writeFile(join(folder, 'client/robots.txt'), 'User-agent: *')
  await writeFile(join(folder, 'client/assets/app-1a2b.js'), 'plain')
  await writeFile(join(folder, 'client/assets/app-1a2b.js.br'), 'brotli')
  await writeFile(join(folder, 'client/portal-worker.js'), 'plain')
  await writeFile(join(folder, 'client/portal-worker.js.br'), 'brotli')
  shell = await listenOn('0')
})
afterEach(async () => {
  await Promise.all(shells.splice(0).map((listening) => listening.close()))
  await rm(folder, { recursive: true, force: true })
})

describe('the port', () => {
  test('an explicit one in use is refused with its number', async () => {
    await expect(listenOn(String(shell.port))).rejects.toThrow(
      `PORT ${shell.port} is in use on 127.0.0.1`,
    )
  })

  test('the default moves to the next free one', async () => {
    const config = { ...readConfig({}), port: shell.port }
    const next = await listen(config)
    shells.push(next)
    expect(next.port).toBeGreaterThan(shell.port)
    expect(next.origin).toBe(`http://127.0.0.1:${next.port}`)
  })

  test('answers that it is starting until the program is ready', async () => {
    const early = await fetch(shell.origin)
    expect(early.status).toBe(503)
    expect(await early.text()).toContain('This site is starting')
    expect(early.headers.get('x-content-type-options')).toBe('nosniff')
    expect(early.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('lives before it is ready', async () => {
    expect((await fetch(`${shell.origin}/healthz`)).status).toBe(200)
    const ready = await fetch(`${shell.origin}/readyz?from=proxy`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, missing: ['program'] },
    ])
    expect(ready.headers.get('cache-control')).toBe('no-store')
  })
})

test('a process that does jobs only tells how it is and answers no page', async () => {
  shell.answerWith(probesAlone(bundle))
  expect([await statusOf('/readyz?from=proxy'), await statusOf('/healthz')]).toEqual([200, 200])
  expect([await statusOf('/'), await statusOf('/robots.txt'), await statusOf('/login')]).toEqual([
    404, 404, 404,
  ])
})

test('the reader of a stream who takes nothing for half a minute is dropped; other streams and downloads stay', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const watched = await listenOn('0')
  watched.answerWith(builtProgram(folder, bundle, watched.origin))
  const ask = (path: string, accept: string) =>
    new Promise<IncomingMessage>((answered, failed) => {
      get({ port: watched.port, path, headers: { accept }, agent: false }, answered).once(
        'error',
        failed,
      )
    })
  const requests = [
    await ask('/flood', 'text/event-stream'),
    await ask('/flood', '*/*'),
    await ask('/events', 'text/event-stream'),
  ]
  floods = 2
  try {
    await untilQuiet()
    vi.advanceTimersByTime(30_000)
    expect(floods).toBe(2)
    vi.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(floods).toBe(1))
    expect(requests[2]?.destroyed).toBe(false)
  } finally {
    vi.useRealTimers()
    for (const answer of requests) answer.destroy()
  }
})

describe('the built program', () => {
  beforeEach(() => shell.answerWith(builtProgram(folder, bundle, 'https://invest.example.com')))

  test('serves hashed files for ever and others for an hour, with their types', async () => {
    const asset = await fetch(`${shell.origin}/assets/app-1a2b.js`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    const robots = await fetch(`${shell.origin}/robots.txt`)
    expect(robots.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await robots.text()).toBe('User-agent: *')
  })

  test('LIM-201 reads a short range of a built file, and ignores one of more than 256 characters', async () => {
    const partOf = async (range: string) => {
      const part = await fetch(`${shell.origin}/robots.txt`, { headers: { range } })
      return [part.status, await part.text()]
    }
    const whole = 'User-agent: *'
    expect(await partOf('bytes=0-1')).toEqual([206, whole.slice(0, 2)])
    const long = [
      `bytes=0-1${',0-1'.repeat(70)}`,
      `bytes=${'0'.repeat(300)}-1`,
      `bytes=-${'1'.repeat(300)}`,
    ]
    for (const range of long) expect(await partOf(range)).toEqual([200, whole])
  })

  test('guards a built file as it guards a page', async () => {
    const { headers } = await fetch(`${shell.origin}/assets/app-1a2b.js`)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  test('keeps a file next to the built ones, which may be a document, out of frames', async () => {
    const { headers } = await fetch(`${shell.origin}/robots.txt`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test.each(['identity', 'br'])(
    'lets the worker of the portal ask this site alone, and never grow old: %s',
    async (encoding) => {
      const { headers } = await fetch(`${shell.origin}/portal-worker.js`, {
        method: 'HEAD',
        headers: { 'accept-encoding': encoding },
      })
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
      expect(headers.get('cache-control')).toBe('no-cache')
    },
  )

  test('sends the file that was compressed at build time', async () => {
    const asset = await fetch(`${shell.origin}/assets/app-1a2b.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    })
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('content-length')).toBe(String('brotli'.length))
  })

  test.each([
    '/../server/index.js',
    '/assets/../../server/index.js',
    '/%2e%2e/server/index.js',
    '/..%2fserver%2findex.js',
  ])('never serves what lies outside the built files: %s', async (path) => {
    const response = await fetch(`${shell.origin}/page`)
    expect(await response.text()).toBe(page)
    expect(await statusOf(path)).toBe(200)
    const text = await new Promise<string>((resolve) =>
      get({ port: shell.port, path }, (answer) => answer.setEncoding('utf8').once('data', resolve)),
    )
    expect(text).not.toContain('secret')
  })

  test('compresses pages, and leaves documents and streams as they are', async () => {
    const encodingOf = async (path: string) => {
      const response = await fetch(shell.origin + path, { headers: { 'accept-encoding': 'gzip' } })
      await response.body?.cancel()
      return response.headers.get('content-encoding')
    }
    expect(await encodingOf('/page')).toBe('gzip')
    expect(await encodingOf('/document')).toBeNull()
    expect(await encodingOf('/events')).toBeNull()
  })

  test('a stop with notice says so at /readyz, and refuses no one until then', async () => {
    const began = performance.now()
    const closed = shell.close(1500)
    const ready = await fetch(`${shell.origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, missing: ['stopping'] },
    ])
    for (let count = 0; count < 20; count += 1) {
      const page = await fetch(`${shell.origin}/page`)
      expect(page.status).toBe(200)
      expect(page.headers.get('connection')).toBe('close')
      await page.text()
    }
    const slow = fetch(`${shell.origin}/slow`).then((response) => response.text())
    await closed
    expect(performance.now() - began).toBeGreaterThan(1490)
    expect(await slow).toBe(page)
    await expect(fetch(shell.origin)).rejects.toThrow()
  })

  test('a stop ends streams immediately, and lets a request in work finish', async () => {
    const stream = await fetch(`${shell.origin}/events`, {
      headers: { accept: 'text/event-stream' },
    })
    const read = stream.text().catch(() => 'cut')
    const slow = fetch(`${shell.origin}/slow`).then((response) => response.text())
    await sleep(100)
    const began = performance.now()
    await shell.close()
    expect(performance.now() - began).toBeLessThan(2000)
    expect(await slow).toBe(page)
    expect(await read).toBe('cut')
    await expect(fetch(shell.origin)).rejects.toThrow()
  })
})
