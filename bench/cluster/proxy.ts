import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterProxy } from './parts.ts'

const askedEveryMs = 1_000
const failuresAllowed = 2
/** Shorter than the product keeps an idle connection, so that none is used in the moment it is closed. */
const keptIdleMs = 20_000
const remembered = 10_000
const loopback = '127.0.0.1'

/** A process behind the proxy; `failures` counts those of /readyz in a row. */
type Backend = { name: string; port: number; failures: number }

/** Of one connection only: what a proxy must not pass on. */
const ofTheLine = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type Front = {
  proxy: ClusterProxy
  add: (backend: { name: string; port: number }) => void
  /** Fulfilled when requests are sent to every process. */
  allInUse: () => Promise<void>
  close: () => Promise<void>
}

/**
 * A reverse proxy as docs/operations.md asks for one: it looks at /readyz every second, takes a process out after two
 * failures and in again at the first success, and asks another process when one refuses the connection, or cuts it off
 * before a byte of the answer to a GET or HEAD. Bodies and streams pass as they come; requests go to the processes in turn.
 */
export async function startProxy(port: number): Promise<Front> {
  const processes = new Processes()
  const server = createServer((incoming, outgoing) =>
    pass(processes, incoming, outgoing, new Set()),
  )
  server.requestTimeout = 0
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen({ host: loopback, port }, listening)
  })
  const closing = new AbortController()
  const watched = watch(processes.backends, closing.signal)
  return {
    proxy: {
      port: (server.address() as AddressInfo).port,
      inUse: () =>
        Object.fromEntries(processes.backends.map((backend) => [backend.name, isUsable(backend)])),
      answeredBy: (requestId) => processes.answered.get(requestId),
    },
    add: (backend) => processes.backends.push({ ...backend, failures: failuresAllowed }),
    allInUse: async () => {
      while (!processes.backends.every(isUsable)) await sleep(50)
    },
    close: async () => {
      closing.abort()
      server.closeAllConnections()
      processes.agent.destroy()
      await new Promise((closed) => server.close(closed))
      await watched
    },
  }
}

const isUsable = ({ failures }: Backend) => failures < failuresAllowed

/** The processes behind a proxy, the connections to them, and who answered what. */
class Processes {
  readonly agent = new Agent({ keepAlive: true, timeout: keptIdleMs })
  readonly backends: Backend[] = []
  readonly answered = new Map<string, string>()
  #turn = 0

  next(tried: Set<Backend>): Backend | undefined {
    const usable = this.backends.filter((backend) => isUsable(backend) && !tried.has(backend))
    this.#turn += 1
    return usable[this.#turn % Math.max(usable.length, 1)]
  }

  note(requestId: string | string[] | undefined, { name }: Backend): void {
    if (typeof requestId !== 'string') return
    this.answered.set(requestId, name)
    const [oldest] = this.answered.keys()
    if (this.answered.size > remembered && oldest !== undefined) this.answered.delete(oldest)
  }
}

function pass(
  processes: Processes,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  tried: Set<Backend>,
): void {
  const backend = processes.next(tried)
  if (!backend) {
    refuse(outgoing)
    return
  }
  tried.add(backend)
  const { method, url: path } = incoming
  const headers = headersFor(incoming)
  const upstream = request({
    agent: processes.agent,
    host: loopback,
    port: backend.port,
    method,
    path,
    headers,
  })
  let isSent = false
  const send = () => {
    isSent = true
    incoming.pipe(upstream)
  }
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
  upstream.once('response', (answer) => {
    processes.note(answer.headers['x-request-id'], backend)
    outgoing.writeHead(answer.statusCode ?? 502, headersOf(answer))
    // The first bytes of a stream may be long in coming: its head must not wait for them.
    outgoing.flushHeaders()
    answer.once('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  upstream.once('error', () => {
    const isHarmless = method === 'GET' || method === 'HEAD'
    if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
    else if (isHarmless || !isSent) pass(processes, incoming, outgoing, tried)
    else refuse(outgoing)
  })
  outgoing.once('close', () => upstream.destroy())
}

/** Looks at every process once a second, each on its own connection, as long as the proxy stands. */
async function watch(backends: Backend[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(
      backends.map(async (backend) => {
        const isReady = await readiness(backend.port)
        backend.failures = isReady ? 0 : backend.failures + 1
      }),
    )
    await sleep(askedEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Whether the process on this port says that it may be sent requests. */
export function readiness(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(
      { host: loopback, port, path: '/readyz', agent: false, timeout: askedEveryMs },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      },
    )
    probe.once('timeout', () => probe.destroy())
    probe.once('error', () => resolve(false))
    probe.end()
  })
}

function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy()
  else
    outgoing
      .writeHead(502, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
      .end('No process answers.')
}

/** What came, with who asked behind who is said to have: a load on this machine may so pose as many clients. */
function headersFor(incoming: IncomingMessage) {
  const kept = Object.entries(incoming.headers).filter(([name]) => !ofTheLine.has(name))
  const length = incoming.headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {}
  return {
    ...Object.fromEntries(kept),
    ...length,
    'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
      .filter(Boolean)
      .join(', '),
    'x-forwarded-proto': 'http',
  }
}

function headersOf(answer: IncomingMessage) {
  return Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofTheLine.has(name)))
}
