import { once } from 'node:events'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { connectionOf } from '../database/connections.server.ts'
import { TracedClient } from '../database/traced-client.server.ts'
import { inSpan, startTraces, stopTraces, traceRequest } from './traces.server.ts'

type Sent = { name: string; kind: number; parentSpanId?: string; status: { code: number } } & {
  spanId: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const loaded: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.includes('@opentelemetry')) loaded.push(specifier)
    return next(specifier, context)
  },
})

/** An OTLP/HTTP collector on this machine; gives the bodies that arrived while `work` ran. */
async function collected(work: () => Promise<void>): Promise<string[]> {
  const bodies: string[] = []
  const collector = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.end(request.url === '/v1/traces' ? '{}' : undefined)
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  await startTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`)
  await work().finally(stopTraces)
  collector.close()
  return bodies
}

const spansIn = (bodies: string[]): Sent[] =>
  bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Sent[] }[] }) =>
      resource.scopeSpans.flatMap(({ spans }) => spans),
    ),
  )

const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const page = { method: 'GET', route: '/page/:id', requestId: '550e' }

async function withClient(work: (client: TracedClient) => Promise<unknown>) {
  const client = new TracedClient(connectionOf('msingi_web'))
  await client.connect()
  await work(client).finally(() => client.end())
}

test('OPS-380 nothing of OpenTelemetry is loaded without an address, and work is done as it is', async () => {
  await startTraces(null)
  let answered = 0
  await traceRequest(page, async () => (answered = 304))
  expect(answered).toBe(304)
  await withClient((client) => client.query('select 1'))
  await stopTraces()
  expect(loaded).toEqual([])
})

test('OPS-381 requests, statements and jobs are spans of one trace, without parameters, literals and messages', async () => {
  const bodies = await collected(async () => {
    await withClient(async (client) => {
      await client.query('select 0')
      await traceRequest(page, async () => {
        await client.query("select 'Amina' || $1::text as name", ['Yusuf'])
        await new Promise((resolve) => client.query('select 2', resolve))
        return 200
      })
      const typed = inSpan({ name: 'process send-mail', kind: 'CONSUMER', attributes: {} }, () =>
        client.query('select $1::int', ['warsame@example.com']),
      )
      await expect(typed).rejects.toThrow('warsame@example.com')
    })
  })
  expect(loaded.join('\n')).toContain('@opentelemetry/sdk-trace')
  const spans = spansIn(bodies)
  const [request, job] = ['GET /page/:id', 'process send-mail'].map((name) =>
    spans.find((span) => span.name === name),
  )
  const statements = spans.filter(({ name }) => name === 'select')
  expect(statements.map(({ parentSpanId }) => parentSpanId)) //
    .toEqual([request?.spanId, request?.spanId, job?.spanId])
  expect(statements.map(attributesOf).map((facts) => facts['db.query.text'])) //
    .toEqual(["select '…' || $1::text as name", 'select 2', 'select $1::int'])
  expect(request && attributesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/page/:id',
    'http.response.status_code': 200,
    'msingi.request_id': '550e',
  })
  expect([request?.status.code, job?.status.code, statements[2]?.status.code]).toEqual([0, 2, 2])
  expect(job && attributesOf(job)).toMatchObject({ 'error.type': '22P02' })
  expect(bodies.join()).not.toMatch(/amina|yusuf|warsame/i)
})

test('OPS-382 a collector that is gone neither delays nor fails what is done', async () => {
  await startTraces('http://127.0.0.1:9')
  await traceRequest(page, async () => 304)
  await stopTraces()
  await stopTraces()
})
