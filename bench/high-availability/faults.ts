import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseNode, HaDatabase } from './database.ts'

const frozenMs = 35_000
/** Longer than Patroni needs to replace a primary that is not heard of. */
const awayMs = 40_000
const defaultGoalMs = 30_000

/** Something that happens to the database, and how it is undone. */
export type HaFault = {
  name: string
  description: string
  /** The longest allowed time without a good answer, in milliseconds. */
  goalMs: number
  /** Begins; fulfilled when it has happened. What it returns ends it, once everything is answered again. */
  begin: (database: HaDatabase) => Promise<() => Promise<void>>
}

const nothingToUndo = async () => undefined
const others = ({ nodes }: HaDatabase, than: DatabaseNode) =>
  nodes.filter(({ name }) => name !== than.name).map(({ link }) => link.address)

export const haFaults: HaFault[] = [
  {
    name: 'node-killed',
    description: 'SIGKILL of everything on the machine of the primary, started again afterwards',
    goalMs: defaultGoalMs,
    begin: async (database) => {
      const leader = await database.leader()
      await leader.kill()
      return () => leader.start()
    },
  },
  {
    name: 'postmaster-killed',
    description: 'SIGKILL of the first process of the primary',
    goalMs: defaultGoalMs,
    begin: async (database) => {
      await database.killPostmaster(await database.leader())
      return nothingToUndo
    },
  },
  {
    name: 'frozen',
    description: 'SIGSTOP of everything on the machine of the primary for 35 s',
    goalMs: 40_000,
    begin: async (database) => {
      const leader = await database.leader()
      await leader.signalAll('SIGSTOP')
      // It must wake by itself: whether it then confirms anything is what is asked.
      await sleep(frozenMs)
      await leader.signalAll('SIGCONT')
      return nothingToUndo
    },
  },
  {
    name: 'cut-off',
    description:
      'no packets between the primary and the two others for 40 s; HAProxy reaches all three',
    goalMs: defaultGoalMs,
    begin: async (database) => {
      const leader = await database.leader()
      await leader.link.cutOff(others(database, leader))
      await sleep(awayMs)
      return leader.link.heal
    },
  },
  {
    name: 'switchover',
    description: 'the synchronous standby becomes the primary, as planned',
    goalMs: defaultGoalMs,
    begin: async (database) => {
      await database.switchOver()
      return nothingToUndo
    },
  },
  {
    name: 'standby-killed',
    description:
      'SIGKILL of everything on the machine of the synchronous standby, started again afterwards',
    goalMs: defaultGoalMs,
    begin: async (database) => {
      const standby = await database.synchronousStandby()
      await standby.kill()
      return () => standby.start()
    },
  },
  {
    name: 'dark',
    description: 'every packet to and from the machine of the primary is dropped for 40 s',
    goalMs: defaultGoalMs,
    begin: async (database) => {
      const leader = await database.leader()
      await leader.link.goDark()
      await sleep(awayMs)
      return leader.link.heal
    },
  },
]
