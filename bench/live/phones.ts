import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenToApply } from '../../app/ui/connection/live-schedule.ts'
import { within } from '../signin/times.ts'
import type { OpenStream } from './streams.ts'

const dashboard = '/investment-dashboard.data'

/** What it came to when every phone read its page again: how long single answers took, when the last one came, and how often there was none. */
type Readings = { half: number; tail: number; lastAt: number; failed: number }

/**
 * Has every stream read the dashboard's data again when it is told, as an open page does (app/ui/connection/live-updates.tsx), on a
 * connection of its own. Answers when all have read once.
 */
export async function readAgain(address: string, streams: OpenStream[]): Promise<Readings> {
  const agent = new Agent({ keepAlive: false })
  const times: number[] = []
  let failed = 0
  let lastAt = 0
  const follow = async (stream: OpenStream) => {
    await new Promise<void>((resolve) => {
      stream.hear = resolve
    })
    const now = performance.now()
    const spreadMs = stream.told.at(-1)?.spreadMs ?? 0
    await sleep(
      whenToApply({ first: now, last: now, appliedLast: undefined, atMostEveryMs: 0 }) -
        now +
        Math.random() * spreadMs,
    )
    const from = performance.now()
    if (await reads(`${address}${dashboard}`, `${stream.cookie}; live=1`, agent))
      times.push(performance.now() - from)
    else failed += 1
    lastAt = performance.now()
  }
  await Promise.all(streams.map(follow))
  agent.destroy()
  return { half: within(0.5, times), tail: within(0.95, times), lastAt, failed }
}

function reads(url: string, cookie: string, agent: Agent): Promise<boolean> {
  return new Promise((done) => {
    get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode === 200))
    }).once('error', () => done(false))
  })
}

/** Asks for a page again and again, a tenth of a second apart, until stopped; answers how long it took each time. */
export function asksAgain(url: string, cookie: string): { stop: () => Promise<number[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let isStopped = false
  const asking = (async () => {
    while (!isStopped) {
      const from = performance.now()
      times.push(
        (await reads(url, cookie, agent)) ? performance.now() - from : Number.POSITIVE_INFINITY,
      )
      await sleep(100)
    }
    agent.destroy()
  })()
  return {
    stop: async () => {
      isStopped = true
      await asking
      return times
    },
  }
}
