import { createServer } from 'node:http'
import { isFault } from '../write-once.ts'

/** A separate port, because metrics are for the operator only. */
const loopback = '127.0.0.1'

/** Serves /metrics on this machine only; 503 while starting and stopping. */
export async function listenForMetrics(
  port: number,
  figures: () => (() => Promise<string>) | null,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
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
      const isTaken = isFault(error, 'EADDRINUSE')
      reject(
        isTaken
          ? new Error(`METRICS_PORT ${port} is in use on ${loopback}. Choose another one.`)
          : error,
      )
    })
    server.listen({ host: loopback, port, exclusive: true }, resolve)
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
