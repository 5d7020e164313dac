import { Agent, request } from 'node:http'

/** What a load of requests came to: requests a second, and the times of single answers in ms. */
export type Figures = { perSecond: number; half: number; tail: number; last: number }

/** One request as it is sent: the path, and a body when it is a form. */
export type Sent = { path: string; headers?: Record<string, string>; body?: string }

const connections = 10
const warmUpMs = 1_500
const measuredMs = 4_000

/**
 * Asks over ten connections at once, each for the next thing when it has its answer, for four seconds after a warm-up of
 * one and a half. `next` says what is asked; an answer other than `status` ends it, so that no fault is praised for its
 * speed.
 */
export async function load(address: string, next: () => Sent, status = 200): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const began = performance.now()
  const measuredFrom = began + warmUpMs
  const end = measuredFrom + measuredMs
  const times: number[] = []
  const one = async () => {
    while (performance.now() < end) {
      const from = performance.now()
      await ask(address, next(), agent, status)
      const to = performance.now()
      if (from >= measuredFrom && to <= end) times.push(to - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  return figuresOf(times, measuredMs)
}

/** The same figures of work that was timed elsewhere. */
export function figuresOf(times: number[], duringMs: number): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { perSecond: (times.length / duringMs) * 1000, half: at(0.5), tail: at(0.95), last: at(0.99) }
}

function ask(address: string, { path, headers = {}, body }: Sent, agent: Agent, status: number): Promise<void> {
  return new Promise((answered, failed) => {
    const asked = request(`${address}${path}`, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
    asked.once('error', failed).once('response', (response) => {
      if (response.statusCode !== status) failed(new Error(`${path} answered ${response.statusCode}`))
      response.resume().once('end', answered)
    })
    asked.end(body)
  })
}
