import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../db/migrate.ts'
import { ask } from '../cluster/postgres.ts'
import type { Fault } from './stage.ts'

const awayMs = 4_000

/** What happens to the processes of the product and to PostgreSQL. What is killed is started again, as a supervisor would. */
export const killings: Fault[] = [
  {
    name: 'web-killed',
    what: 'SIGKILL of one of three web processes, started again 4 s later',
    cause: async ({ cluster }) => {
      const [web] = cluster.webs
      web?.kill('SIGKILL')
      await web?.ended()
      await sleep(awayMs)
      await web?.restart()
      return {}
    },
  },
  {
    name: 'postgres-stopped',
    what: 'immediate stop of PostgreSQL, started again 4 s later',
    cause: async ({ cluster }) => {
      const before = cluster.webs.map(({ process }) => process.pid)
      await cluster.postgres?.stopImmediately()
      await sleep(awayMs)
      await cluster.postgres?.start()
      const isSame = cluster.webs.every(
        ({ process }, index) => process.pid === before[index] && process.exitCode === null,
      )
      return isSame ? {} : { missed: 'a web process ended' }
    },
  },
  {
    name: 'worker-killed',
    what: 'SIGKILL of the worker after the mail server took a message and before it said so',
    cause: async ({ cluster, mail }) => {
      mail.become('unsaid')
      await mail.nextUnsaid()
      cluster.worker.kill('SIGKILL')
      await cluster.worker.ended()
      mail.become('fine')
      await cluster.worker.restart()
      return {}
    },
  },
  {
    name: 'rolling-restart',
    what: 'SIGTERM and start of every process, one after another',
    failsNothing: true,
    cause: async ({ cluster }) => {
      for (const member of [...cluster.webs, cluster.worker]) {
        await member.restart()
        // As an operator waits: the proxy sends requests to it again before the next one goes.
        while (member !== cluster.worker && !cluster.proxy.inUse()[member.name]) await sleep(50)
      }
      return {}
    },
  },
  {
    name: 'migration-twice',
    what: 'the start of a new version on two machines at once: row policies and functions are applied again',
    cause: async ({ cluster: { databaseUrl, appSecret } }) => {
      await ask(databaseUrl, (client) =>
        client.query("delete from migrations.applied where name = 'access'"),
      )
      const lines: string[] = []
      const once = () => migrate(databaseUrl, appSecret, (line) => lines.push(line))
      await Promise.all([once(), once()])
      return lines.length === 1 ? {} : { missed: `it was applied ${lines.length} times` }
    },
  },
]
