import { counter, histogram } from './metrics.server.ts'

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const answered = counter('msingi_http_requests_total', 'Answers, by the pattern of their address.')
const duration = histogram(
  'msingi_http_request_duration_seconds',
  'Time until an answer began.',
  bounds,
)

const methods = ['GET', 'HEAD', 'POST']

type Asked = { route: string; method: string; status: number }
type Labels = { ofAnswer: Record<string, string>; ofDuration: Record<string, string> }
/** As many as there are patterns of addresses, methods and states. */
const known = new Map<string, Labels>()

function labelsOf({ route, method: asked, status }: Asked): Labels {
  // Anybody can make up methods, and each would be a series of its own.
  const method = methods.includes(asked) ? asked : 'other'
  const key = `${status} ${method} ${route}`
  const labels = known.get(key) ?? {
    ofAnswer: { route, method, status: String(status) },
    ofDuration: { route, method },
  }
  known.set(key, labels)
  return labels
}

/** Counts an answer under the pattern of its address, never under the address itself; `seconds` until it began. */
export function countAnswer(asked: Asked & { seconds: number }): void {
  const { ofAnswer, ofDuration } = labelsOf(asked)
  answered.add(ofAnswer)
  duration.observe(ofDuration, asked.seconds)
}
