import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { RunningServer } from '../running-server.ts'
import { scaled } from '../scale.ts'
import { manyPeople } from './people.ts'
import { timeOf } from './times.ts'

const warmUp = scaled(20, 1)
const attempts = scaled(250, 2)

/** The times of refused sign-ins, of known and unknown addresses by turns, each address once. */
export async function knownAndUnknown(
  server: RunningServer,
): Promise<{ known: number[]; unknown: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const refuse = (email: string) =>
    timeOf(agent, `${server.address}/login`, 422, { email, password: 'not-the-password-47' })
  for (const [turn, address] of (await manyPeople(server, warmUp + attempts)).entries()) {
    const pair = [
      ['known', address],
      ['unknown', `${randomUUID()}@example.com`],
    ] as const
    for (const [kind, email] of turn % 2 === 0 ? pair : pair.toReversed()) {
      const time = await refuse(email)
      if (turn >= warmUp) times[kind].push(time)
    }
  }
  agent.destroy()
  return times
}
