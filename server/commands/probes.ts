import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether the process lives, and whether it may be sent requests. While it answers pages server/app.ts says so itself. */
const probes = { alive: '/healthz', ready: '/readyz' }

/** Whether this path is one of the two. */
export const isProbe = (path: string) => path === probes.alive || path === probes.ready

/**
 * Answers who watches the process while it starts or ends: it lives, and is not ready because of `missing`. False for
 * every other address.
 */
export function answerProbe(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  missing: string,
): boolean {
  const [path] = url.split('?', 1)
  if (path === undefined || !isProbe(path)) return false
  const isAlive = path === probes.alive
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(isAlive ? { alive: true } : { ready: false, missing: [missing] }))
  return true
}
