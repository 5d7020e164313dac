import { readdirSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Config } from '../config/config.ts'
import type { Bundle } from './build/bundle.ts'
import { answerProbe, isProbe } from './commands/probes.ts'
import { hasErrorCode } from './durable-files.ts'

const lastDefaultPort = 20
const oneHour = 3_600_000

/** The port is taken first; the real handler is set when ready. */
export type Shell = {
  server: Server
  origin: string
  port: number
  answerWith: (listener: RequestListener) => void
  /** Stops listening. For `noticeMs` before that it keeps answering while /readyz reports that it is stopping. */
  close: (noticeMs?: number) => Promise<void>
}

const startingUp = (origin: string) => (request: IncomingMessage, response: ServerResponse) => {
  if (answerProbe(request, response, 'program')) return
  response.writeHead(503, {
    ...guardsOf(origin),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
  })
  response.end(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">' +
      '<title>Starting</title><p>This site is starting. The page opens as soon as it is ready.</p></html>',
  )
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function refusalOf(error: unknown, host: string, port: number): Error | null {
  if (hasErrorCode(error, 'EADDRINUSE'))
    return new Error(`PORT ${port} is in use on ${host}. Choose another one.`)
  if (hasErrorCode(error, 'EACCES'))
    return new Error(`PORT ${port} is not open to this user. Choose one above 1023.`)
  if (hasErrorCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return new Error(`HOST ${host} is not an address of this machine.`)
  return null
}

/** The configured port; unless it was set explicitly, the next free one. */
async function takePort(server: Server, { host, port, portIsExplicit }: Config): Promise<void> {
  const last = portIsExplicit ? port : port + lastDefaultPort
  for (let candidate = port; ; candidate += 1) {
    try {
      await listenOn(server, host, candidate)
      return
    } catch (error) {
      if (hasErrorCode(error, 'EADDRINUSE') && candidate < last) continue
      throw refusalOf(error, host, candidate) ?? error
    }
  }
}

/** By the request: response headers cannot be read once sent. */
function isStream(response: ServerResponse): boolean {
  return response.req.headers.accept?.includes('text/event-stream') ?? false
}

/** The maximum time a stream's client may read nothing. */
const patienceWithReaderMs = 30_000

/** Closes event streams whose client read nothing between two checks, such as a lost phone; others reconnect. */
function dropStuckReaders(open: Set<ServerResponse>): () => void {
  let stuck = new Set<ServerResponse>()
  const looks = setInterval(() => {
    const waiting = [...open].filter((response) => isStream(response) && response.writableNeedDrain)
    for (const response of waiting) if (stuck.has(response)) response.destroy()
    stuck = new Set(waiting)
  }, patienceWithReaderMs)
  return () => clearInterval(looks)
}

/** Event streams are closed, because they never end and reconnect; other responses get four seconds. */
async function drain(server: Server, open: Set<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const response of open) if (isStream(response)) response.destroy()
  // A busy connection becomes idle only now and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, sleep(4000, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
  await closed
}

function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

export async function listen(config: Config): Promise<Shell> {
  let listener: RequestListener = startingUp(config.origin ?? '')
  let isLeaving = false
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    // HTTP/1.1 keeps connections alive by default: saves half a kilobyte on a first view.
    response.removeHeader('connection')
    response.once('close', () => open.delete(response))
    if (isLeaving) {
      // The client's next connection should go to another process.
      response.setHeader('connection', 'close')
      if (answerProbe(request, response, 'stopping')) return
    }
    listener(request, response)
  })
  // Node's five minutes would cut off large uploads; longer than a proxy's keep-alive, so that the
  // proxy closes first.
  server.requestTimeout = oneHour
  server.keepAliveTimeout = 65_000
  await takePort(server, config)
  const stopLooking = dropStuckReaders(open)
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    origin: config.origin ?? `http://${addressOf(config.host)}:${port}`,
    answerWith: (next) => {
      listener = next
    },
    close: async (noticeMs = 0) => {
      isLeaving = true
      if (noticeMs > 0) await sleep(noticeMs)
      stopLooking()
      await drain(server, open)
    },
  }
}

/** Pages and their data: not event streams, and not downloads, whose length and ranges must stay valid. */
const compressible =
  /^(text\/(html|x-script|css|javascript|xml)|application\/(json|xml|manifest\+json)|image\/svg\+xml)/

// Vite names these by content.
const isForEver = (path: string) => path.includes('/client/assets/')

/** Compressed or not. */
const isWorker = (path: string) => path.includes('/client/portal-worker.js')

function cacheTimeOf(path: string): string {
  if (isWorker(path)) return 'no-cache'
  return isForEver(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** The page headers of server/app.ts that also apply to files. */
function guardsOf(origin: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...(origin.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/** Characters; a longer Range header is ignored, as for documents. */
const longestRange = 256

/** Built files first, then the program. `origin` is the public one. */
export function builtProgram(buildFolder: string, bundle: Bundle, origin: string): RequestListener {
  const shell = new Hono<{ Bindings: HttpBindings }>()
  const guards = Object.entries(guardsOf(origin))
  const files = new Set(
    readdirSync(`${buildFolder}/client`, { recursive: true }).map((path) => `/${path}`),
  )
  const builtFile = serveStatic({
    root: `${buildFolder}/client`,
    precompressed: true,
    onFound: (path, context) => {
      context.header('Cache-Control', cacheTimeOf(path))
      for (const [name, value] of guards) context.header(name, value)
      // Headers of the first visit's files are kept short; these never change, and no browser reads a policy of them.
      if (isForEver(path)) {
        context.header('Last-Modified', undefined)
        context.header('Content-Security-Policy', undefined)
      }
      // A worker is subject to its own file's policy: it may only request this site.
      if (isWorker(path))
        context.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
    },
  })
  // Checking the disk for each page would cost more than answering some of them.
  shell.use((context, next) => {
    if (!files.has(context.req.path)) return next()
    if ((context.req.header('range')?.length ?? 0) > longestRange) {
      const headers = new Headers(context.req.raw.headers)
      headers.delete('range')
      context.req.raw = new Request(context.req.raw, { headers })
    }
    return builtFile(context, next)
  })
  shell.use(compress({ contentTypeFilter: compressible }))
  shell.all('*', (context) => bundle.app.fetch(context.req.raw, context.env))
  const program = getRequestListener(shell.fetch)
  return (request, response) =>
    bundle.answerFromCache(request, response) || program(request, response)
}

/** The probes of a process that only works jobs. */
export function probesAlone(bundle: Bundle): RequestListener {
  return getRequestListener((request, connection) =>
    isProbe(new URL(request.url).pathname)
      ? bundle.app.fetch(request, connection)
      : new Response('This process runs jobs and answers no pages.', {
          status: 404,
          headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
        }),
  )
}
