import type { IncomingMessage, ServerResponse } from 'node:http'
import { version } from '../../config/version.ts'

/** Liveness and readiness. While pages are served, server/app.ts answers them. */
const probes = { alive: '/healthz', ready: '/readyz' }

export const isProbe = (path: string) => path === probes.alive || path === probes.ready

/** Answers probes during start and end: alive, and not ready because of `missing`. False for other addresses. */
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
  response.end(
    JSON.stringify(isAlive ? { alive: true, version } : { ready: false, missing: [missing] }),
  )
  return true
}
