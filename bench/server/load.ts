import { Agent, request } from 'node:http'
import { scaled } from '../scale.ts'

/** What a load of requests came to: requests a second, and the times of single answers in ms. */
export type Figures = { perSecond: number; half: number; tail: number; last: number }

/** One request as it is sent: the path, and a body when it is a form. */
export type Sent = { path: string; headers?: Record<string, string>; body?: string }

const connections = 10
/** What a server compiles as it goes settles after about a thousand answers: a page then takes half of what its first took. */
const warmUp = { leastMs: scaled(1_500, 0), mostMs: 12_000, answers: scaled(1_000, 1) }
const measuredMs = scaled(4_000, 200)

/**
 * Asks over ten connections at the same time, each for the next thing when it has its answer, for four seconds after a warm-up of
 * a thousand answers. `next` says what is asked; an answer other than `status` ends it, so that no fault is praised for
 * its speed.
 */
export async function load(address: string, next: () => Sent, status = 200): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const askNext = () => ask(address, next(), agent, status)
  const began = performance.now()
  let answers = 0
  const isCold = () => {
    const ms = performance.now() - began
    return ms < warmUp.leastMs || (ms < warmUp.mostMs && answers < warmUp.answers)
  }
  await overAll(async () => {
    while (isCold()) {
      await askNext()
      answers += 1
    }
  })
  const times: number[] = []
  const end = performance.now() + measuredMs
  await overAll(async () => {
    while (performance.now() < end) {
      const from = performance.now()
      await askNext()
      const to = performance.now()
      if (to <= end) times.push(to - from)
    }
  })
  agent.destroy()
  return figuresOf(times, measuredMs)
}

const overAll = (work: () => Promise<void>) =>
  Promise.all(Array.from({ length: connections }, work))

/** The same figures of work that was timed elsewhere. */
export function figuresOf(times: number[], duringMs: number): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    perSecond: (times.length / duringMs) * 1000,
    half: at(0.5),
    tail: at(0.95),
    last: at(0.99),
  }
}

function ask(
  address: string,
  { path, headers = {}, body }: Sent,
  agent: Agent,
  status: number,
): Promise<void> {
  return new Promise((answered, failed) => {
    const outgoing = request(`${address}${path}`, {
      agent,
      headers,
      method: body === undefined ? 'GET' : 'POST',
    })
    outgoing.once('error', failed).once('response', (response) => {
      if (response.statusCode !== status)
        failed(new Error(`${path} answered ${response.statusCode}`))
      response.resume().once('end', answered)
    })
    outgoing.end(body)
  })
}
