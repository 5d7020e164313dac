import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '../../app/demo/sign-ins.ts'
import type { RunningServer } from '../running-server.ts'
import { scaled } from '../scale.ts'
import { manyPeople } from './people.ts'
import { timeOf, within } from './times.ts'

const rounds = scaled(7, 1)
const secondsEach = scaled(5, 1)
const pagesPerSecond = 50
const signInsPerSecond = scaled(20, 2)

/** Starts `work` this often, whether or not what began before has ended, and gives what it came to. */
async function paced<Result>(
  perSecond: number,
  work: (turn: number) => Promise<Result>,
): Promise<Result[]> {
  const began = performance.now()
  const all: Promise<Result>[] = []
  for (let turn = 0; turn < secondsEach * perSecond; turn += 1) {
    await sleep(Math.max(0, began + (turn * 1000) / perSecond - performance.now()))
    const result = work(turn)
    // Looked at below: a fault in the meantime must not end the program with the server still running.
    result.catch(() => undefined)
    all.push(result)
  }
  return Promise.all(all)
}

/** Of each round, the median and the 99th percentile of a public page. */
export type Rounds = { half: number; tail: number }[]

/**
 * A public page while no one signs in, and while 20 a second do, by turns: both meet the same machine, and what else
 * runs on it spoils some rounds and not all.
 */
export async function quietAndBusy(
  server: RunningServer,
): Promise<{ quiet: Rounds; busy: Rounds }> {
  const people = await manyPeople(server, secondsEach * signInsPerSecond)
  const agent = new Agent({ keepAlive: true })
  const newLines = new Agent()
  const measured: { quiet: Rounds; busy: Rounds } = { quiet: [], busy: [] }
  const pages = () => paced(pagesPerSecond, () => timeOf(agent, `${server.address}/`, 200))
  const signIns = () =>
    paced(signInsPerSecond, (turn) =>
      timeOf(newLines, `${server.address}/login`, 303, {
        email: people[turn] ?? '',
        password: demoPassword,
      }),
    )
  await Promise.all([pages(), signIns()])
  for (let round = 0; round < rounds; round += 1) {
    measured.quiet.push(summed(await pages()))
    const [busy] = await Promise.all([pages(), signIns()])
    measured.busy.push(summed(busy))
  }
  agent.destroy()
  return measured
}

const summed = (times: number[]) => ({ half: within(0.5, times), tail: within(0.99, times) })
