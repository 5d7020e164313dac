import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { hasErrorCode } from '../durable-files.ts'

/** `token` is asked of every reader as `Authorization: Bearer …` (RFC 6750); null for none. */
type MetricsAddress = { host: string; port: number; token: string | null }

/**
 * Serves /metrics on its own port, because metrics are for the operator only: 401 without the
 * token, 503 while starting and stopping.
 */
export async function listenForMetrics(
  { host, port, token }: MetricsAddress,
  figures: () => (() => Promise<string>) | null,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    if (token !== null && !isBearer(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    const text = figures()
    if (!text) {
      response.writeHead(503).end()
      return
    }
    try {
      const body = await text()
      response.writeHead(200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      })
      response.end(body)
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = hasErrorCode(error, 'EADDRINUSE')
      reject(
        isTaken
          ? new Error(`METRICS_PORT ${port} is in use on ${host}. Choose another one.`)
          : error,
      )
    })
    server.listen({ host, port, exclusive: true }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Compared by hash, so that neither length nor content is visible in the time it takes. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))
}
