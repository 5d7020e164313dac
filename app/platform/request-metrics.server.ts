import { counter, histogram } from './metrics.server.ts'

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const answered = counter('msingi_http_requests_total', 'Answers, by the pattern of their address.')
const duration = histogram('msingi_http_request_duration_seconds', 'Time until an answer began.', bounds)

const methods = ['GET', 'HEAD', 'POST']

/** Counts an answer under the pattern of its address, never under the address itself; `seconds` until it began. */
export function countAnswer(asked: { route: string; method: string; status: number; seconds: number }): void {
  // Anybody can make up methods, and each would be a series of its own.
  const method = methods.includes(asked.method) ? asked.method : 'other'
  answered.add({ route: asked.route, method, status: String(asked.status) })
  duration.observe({ route: asked.route, method }, asked.seconds)
}
