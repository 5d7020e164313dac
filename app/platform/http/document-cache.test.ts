import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { setClock } from '../clock.server.ts'
import {
  type DocumentCache,
  documentCache,
  documentResponse,
  type Encoding,
} from './document-cache.server.ts'
import { startListening, stopListening } from './live.server.ts'

const script = 'window.here = "now"'
const page = (words: string) =>
  `<!doctype html><p>${words}</p><script>${script}</script><script type="module" src="/a.js"></script>`
const html = (body: string, init: ResponseInit = {}) =>
  new Response(body, {
    ...init,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...init.headers },
  })
const plain = { encoding: 'identity', known: null } as const

type Wanted = { address: string; encoding: Encoding; known: string | null }
const answering = ({ document }: DocumentCache) => ({
  answer: async ({ address, ...wanted }: Wanted) =>
    documentResponse(await document(address), wanted),
})

/** A cache over a renderer that counts, and says how often it was asked. */
function counted(answer = (times: number) => html(page(`rendered ${times}`))) {
  const render = vi.fn(async () => answer(render.mock.calls.length))
  return { render, documents: answering(documentCache(render)) }
}

beforeAll(startListening)
afterAll(stopListening)
afterEach(() => setClock())

test('a document is rendered once, also when many ask at the same time', async () => {
  const { render, documents } = counted()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => documents.answer({ address: '/', ...plain })),
  )
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(texts)).toEqual(new Set([page('rendered 1')]))
  expect(render).toHaveBeenCalledOnce()
})

test('an announced change is rendered again in every process, and nothing else is', async () => {
  const [here, there] = [counted(), counted()]
  for (const { documents } of [here, there]) await documents.answer({ address: '/', ...plain })
  await asSuperuser((client) => client.query("select pg_notify('msingi', 'admin')"))
  await asSuperuser((client) => client.query("select pg_notify('msingi', 'public')"))
  for (const { documents, render } of [here, there]) {
    await vi.waitFor(async () => {
      expect(await (await documents.answer({ address: '/', ...plain })).text()).toBe(
        page('rendered 2'),
      )
    })
    expect(render).toHaveBeenCalledTimes(2)
  }
})

test('a document that was being rendered during a change is not kept', async () => {
  const gate = Promise.withResolvers<void>()
  const render = vi.fn(async () => {
    const times = render.mock.calls.length
    if (times === 1) await gate.promise
    return html(page(`rendered ${times}`))
  })
  const documents = answering(documentCache(render))
  const other = counted()
  const early = documents.answer({ address: '/', ...plain })
  await other.documents.answer({ address: '/', ...plain })
  await asSuperuser((client) => client.query("select pg_notify('msingi', 'public')"))
  await vi.waitFor(async () =>
    expect(await (await other.documents.answer({ address: '/', ...plain })).text()).toContain('2'),
  )
  gate.resolve()
  expect(await (await early).text()).toContain('rendered 1')
  expect(await (await documents.answer({ address: '/', ...plain })).text()).toContain('rendered 2')
})

test('what no one announced shows after a minute', async () => {
  const { documents } = counted()
  setClock(() => new Date('2026-03-01T10:00:00Z'))
  await documents.answer({ address: '/', ...plain })
  setClock(() => new Date('2026-03-01T10:00:59Z'))
  expect(await (await documents.answer({ address: '/', ...plain })).text()).toContain('rendered 1')
  setClock(() => new Date('2026-03-01T10:01:00Z'))
  expect(await (await documents.answer({ address: '/', ...plain })).text()).toContain('rendered 2')
})

test('MILE-015 (issue 31) a document says nothing of yesterday: it is rendered again from midnight in Nairobi', async () => {
  const { documents } = counted()
  const words = async (at: string) => {
    setClock(() => new Date(at))
    return (await documents.answer({ address: '/', ...plain })).text()
  }
  expect(await words('2026-03-01T20:59:40Z')).toContain('rendered 1')
  expect(await words('2026-03-01T20:59:59.999Z')).toContain('rendered 1')
  expect(await words('2026-03-01T21:00:00Z')).toContain('rendered 2')
  expect(await words('2026-03-01T21:00:59Z')).toContain('rendered 2')
  expect(await words('2026-03-01T21:01:00Z')).toContain('rendered 3')
})

describe('only what anyone may see is kept', () => {
  test.each([
    [
      'a redirect',
      () => new Response(null, { status: 308, headers: { Location: '/investment/shop' } }),
    ],
    ['a fault', () => html('broken', { status: 500 })],
    ['an answer with a cookie', () => html('yours', { headers: { 'Set-Cookie': 'a=b' } })],
  ])('%s is made each time and no cache is told to keep it', async (_what, answer) => {
    const { documents, render } = counted(answer)
    const first = await documents.answer({ address: '/', ...plain })
    await documents.answer({ address: '/', ...plain })
    expect(render).toHaveBeenCalledTimes(2)
    expect(first.headers.get('ETag')).toBeNull()
    expect(first.headers.get('Cache-Control')).toBeNull()
  })

  test('a page that does not exist is kept, and no cache elsewhere is told to', async () => {
    const { documents, render } = counted(() => html('none', { status: 404 }))
    await documents.answer({ address: '/nothing', ...plain })
    const second = await documents.answer({ address: '/nothing', ...plain })
    expect(render).toHaveBeenCalledTimes(1)
    expect(second.status).toBe(404)
    expect(second.headers.get('ETag')).toBeNull()
    expect(second.headers.get('Cache-Control')).toBeNull()
  })

  test('a renderer that fails is asked again', async () => {
    const { documents, render } = counted((times) => {
      if (times === 1) throw new Error('the database is away')
      return html('here')
    })
    await expect(documents.answer({ address: '/', ...plain })).rejects.toThrow(
      'the database is away',
    )
    expect(await (await documents.answer({ address: '/', ...plain })).text()).toBe('here')
    expect(render).toHaveBeenCalledTimes(2)
  })
})

test('its inline scripts are allowed by hash, and no others', async () => {
  const { documents } = counted()
  const policy =
    (await documents.answer({ address: '/', ...plain })).headers.get('Content-Security-Policy') ??
    ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy.split('; ')).toContain(`script-src 'self' 'sha256-${hash}'`)
  expect(policy).not.toContain('nonce')
})

test('the bytes travel compressed as the browser wishes', async () => {
  const { documents } = counted()
  const bytesOf = async (encoding: 'br' | 'gzip') => {
    const answer = await documents.answer({ address: '/', encoding, known: null })
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(answer.headers.get('Vary')).toContain('Accept-Encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('Content-Length')).toBe(String(bytes.length))
    return bytes
  }
  expect(brotliDecompressSync(await bytesOf('br')).toString()).toBe(page('rendered 1'))
  expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(page('rendered 1'))
})

test('a browser that has it already is told so, with the same policy', async () => {
  const { documents } = counted()
  const { headers } = await documents.answer({ address: '/', ...plain })
  expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  const again = await documents.answer({
    address: '/',
    encoding: 'br',
    known: `"other", ${headers.get('ETag')}`,
  })
  expect(again.status).toBe(304)
  expect(again.headers.get('Content-Security-Policy')).toBe(headers.get('Content-Security-Policy'))
  expect(await again.text()).toBe('')
})

test('no more than 500 addresses are kept, the oldest leave first', async () => {
  const { documents, render } = counted()
  for (let number = 0; number <= 500; number += 1)
    await documents.answer({ address: `/${number}`, ...plain })
  await documents.answer({ address: '/500', ...plain })
  expect(render).toHaveBeenCalledTimes(501)
  await documents.answer({ address: '/0', ...plain })
  expect(render).toHaveBeenCalledTimes(502)
})
