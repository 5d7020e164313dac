import { createServer } from 'node:http'
import { isFault } from '../write-once.ts'

/** Beside the one that people use, because what is told there is for the operator alone. */
const loopback = '127.0.0.1'

/** Answers Prometheus at /metrics, on this machine only; with 503 while there are no figures, at the start and at the end. */
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
