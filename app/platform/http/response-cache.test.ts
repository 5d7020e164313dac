import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { clock, setClock } from '../clock.server.ts'
import { documentCache, documentResponse } from './document-cache.server.ts'
import { startListening, stopListening } from './live.server.ts'
import { responseCache } from './response-cache.server.ts'

const page = (times: number) =>
  new Response(`<!doctype html><p>rendered ${times}</p>`.repeat(20), {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

/** What asks the ordinary way; each call is one answer that was not given from memory. */
const ordinary = vi.fn()
let server: Server

beforeAll(startListening)
afterAll(stopListening)
beforeEach(async () => {
  ordinary.mockReset()
  let times = 0
  const documents = documentCache(async () => page(++times))
  const remembered = responseCache()
  const program = getRequestListener(async (request) => {
    ordinary(request.method)
    const document = await documents.document('/')
    const encoding = request.headers.get('accept-encoding') === 'br' ? 'br' : 'identity'
    const answer = documentResponse(document, {
      encoding,
      known: request.headers.get('if-none-match'),
    })
    remembered.remember(request, answer, { route: '/', document, kept: () => documents.kept('/') })
    answer.headers.set('X-Request-Id', 'of the ordinary way')
    return answer
  })
  server = createServer(
    (request, response) =>
      void (remembered.answer(request, response) || program(request, response)),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  setClock()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

function ask(
  headers: Record<string, string> = { 'accept-encoding': 'br' },
  method = 'GET',
): Promise<Answer> {
  return new Promise((answered, failed) => {
    const { port } = server.address() as AddressInfo
    get({ port, host: '127.0.0.1', headers, method }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      answered({
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.concat(parts).toString('base64'),
      })
    }).once('error', failed)
  })
}

test('an answer is given again as it was sent, but for the id of its request', async () => {
  const { headers: first, ...sent } = await ask()
  const { headers: second, ...again } = await ask()
  expect(ordinary).toHaveBeenCalledTimes(1)
  expect(again).toEqual(sent)
  const ofItsOwn = { date: '', 'x-request-id': '' }
  expect({ ...second, ...ofItsOwn }).toEqual({ ...first, ...ofItsOwn })
  expect(second['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('a reader who has it already hears so, as they would the ordinary way', async () => {
  const etag = String((await ask()).headers.etag)
  const { headers: second, ...again } = await ask({
    'accept-encoding': 'br',
    'if-none-match': etag,
  })
  const { headers: first, ...sent } = await ask({
    'accept-encoding': 'br',
    'if-none-match': `"other", ${etag}`,
  })
  expect(ordinary).toHaveBeenCalledTimes(2)
  expect(again).toEqual({ status: 304, body: '' })
  expect(sent).toEqual(again)
  const ofItsOwn = { date: '', 'x-request-id': '' }
  expect({ ...second, ...ofItsOwn }).toEqual({ ...first, ...ofItsOwn })
})

test('it goes with its document: when the data changes, and after a minute', async () => {
  const first = await ask()
  await asSuperuser((client) => client.query("select pg_notify('msingi', 'public')"))
  await vi.waitFor(async () => expect((await ask()).body).not.toBe(first.body))
  const changed = await ask()
  const before = ordinary.mock.calls.length
  const later = clock.now().getTime() + 60_001
  setClock(() => new Date(later))
  expect((await ask()).body).not.toBe(changed.body)
  expect(ordinary).toHaveBeenCalledTimes(before + 1)
})

test('whatever is asked otherwise takes the ordinary way, each time', async () => {
  await ask()
  for (const _ of [1, 2]) {
    expect((await ask({ 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
    expect((await ask({ 'accept-encoding': 'br' }, 'HEAD')).body).toBe('')
    expect(
      (await ask({ 'accept-encoding': 'identity' })).headers['content-encoding'],
    ).toBeUndefined()
  }
  expect(ordinary).toHaveBeenCalledTimes(7)
})
