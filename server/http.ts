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
import { isFault } from './write-once.ts'

const lastDefaultPort = 20
const oneHour = 3_600_000

/** The port is taken at once and the real answers are put in when they are ready. */
export type Shell = {
  server: Server
  origin: string
  port: number
  answerWith: (listener: RequestListener) => void
  /** Stops listening. For `noticeMs` before that it goes on answering and says at /readyz that it is going. */
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
  if (isFault(error, 'EADDRINUSE'))
    return new Error(`PORT ${port} is in use on ${host}. Choose another one.`)
  if (isFault(error, 'EACCES'))
    return new Error(`PORT ${port} may not be listened on by this user.`)
  if (isFault(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return new Error(`HOST ${host} is not an address of this machine.`)
  return null
}

/** The wished port; when it was not asked for by name and is in use, the next free one. */
async function takePort(server: Server, { host, port, portIsExplicit }: Config): Promise<void> {
  const last = portIsExplicit ? port : port + lastDefaultPort
  for (let candidate = port; ; candidate += 1) {
    try {
      await listenOn(server, host, candidate)
      return
    } catch (error) {
      if (isFault(error, 'EADDRINUSE') && candidate < last) continue
      throw refusalOf(error, host, candidate) ?? error
    }
  }
}

/** Every EventSource asks so; the response's own headers cannot be read back once they were sent. */
function isStream(response: ServerResponse): boolean {
  return response.req.headers.accept?.includes('text/event-stream') ?? false
}

/** For so long a stream's reader may take nothing of what waits for it. */
const patienceWithReaderMs = 30_000

/**
 * Drops the readers of event streams that took nothing of what waited for them from one look to the next, such as a
 * telephone that went away without a word: the others come back by themselves and are told what changed.
 */
function dropStuckReaders(open: Set<ServerResponse>): () => void {
  let stuck = new Set<ServerResponse>()
  const looks = setInterval(() => {
    const waiting = [...open].filter((response) => isStream(response) && response.writableNeedDrain)
    for (const response of waiting) if (stuck.has(response)) response.destroy()
    stuck = new Set(waiting)
  }, patienceWithReaderMs)
  return () => clearInterval(looks)
}

/** An event stream never ends by itself and its reader comes back; everything else gets four seconds to finish. */
async function drain(server: Server, open: Set<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const response of open) if (isStream(response)) response.destroy()
  // A connection that was busy becomes idle only now and would otherwise be kept alive.
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
    // HTTP/1.1 keeps a line open anyway: the two lines that say so are half a kilobyte on the first view.
    response.removeHeader('connection')
    response.once('close', () => open.delete(response))
    if (isLeaving) {
      // Whoever keeps this line is to open the next one to another process.
      response.setHeader('connection', 'close')
      if (answerProbe(request, response, 'stopping')) return
    }
    listener(request, response)
  })
  // Node's five minutes would cut off a large upload over a slow line; longer than a proxy's keep-alive, so that it closes.
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

/** Pages and the data of pages: never event streams, and never downloads, whose length and ranges must stay true. */
const compressible =
  /^(text\/(html|x-script|css|javascript|xml)|application\/(json|xml|manifest\+json)|image\/svg\+xml)/

// Vite names these by their content.
const isForEver = (path: string) => path.includes('/client/assets/')

/** As it is, or compressed. */
const isWorker = (path: string) => path.includes('/client/portal-worker.js')

function cacheTimeOf(path: string): string {
  if (isWorker(path)) return 'no-cache'
  return isForEver(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** What the program says of its pages (server/app.ts), said of the files beside them. */
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

/** The built files first, the program for everything else. `origin` is what people type. */
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
      // The first visit pays every byte of a head ten times; nobody asks whether these have changed, and none has styles.
      if (isForEver(path)) {
        context.header('Last-Modified', undefined)
        context.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      }
      // A worker is held to the policy of its own file: it may ask this site, and nobody else.
      if (isWorker(path))
        context.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
    },
  })
  // Looking on the disk first for each page would cost more than answering some of them.
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

/** Of a process that does jobs only: how it is, for whoever watches it, and no page. */
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
