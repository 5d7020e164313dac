import { log } from './log.server.ts'
import { counter, histogram } from './metrics.server.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const answered = counter(
  'msingi_http_requests_total',
  'Answers, by the pattern of their address.',
  ['route', 'method', 'status'],
)
const duration = histogram(
  'msingi_http_request_duration_seconds',
  'Time until an answer began.',
  ['route', 'method'],
  buckets,
)

const methods = ['GET', 'HEAD', 'POST']

type Answer = { route: string; method: string; status: number; began: number }

/** Counts and logs a response under its route pattern; `began` is when the request came, the response begins now. */
export function noteAnswer({ route, method: sent, status, began }: Answer): void {
  // Anyone can invent methods, each of which would be a series.
  const method = methods.includes(sent) ? sent : 'other'
  const ms = performance.now() - began
  answered.inc({ route, method, status })
  duration.observe({ route, method }, ms / 1000)
  log.debug('answered', { route, method: sent, status, ms: Math.round(ms) })
}
