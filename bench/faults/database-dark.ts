import { setTimeout as sleep } from 'node:timers/promises'
import { connectionsTo, type Machines } from '../cluster/machines.ts'
import { ask } from '../cluster/postgres.ts'
import type { Fault } from './stage.ts'

/** As long as a failover needs until it knows that the primary is gone. */
const untilNoticedMs = 12_000
const noRight = 'no right to make a network namespace, or ip, tc or setpriv is missing'

/** The primary of a cluster that stands on `machines` goes dark, and its name moves to the standby. */
export const darkFault = (machines: Machines | null): Fault => ({
  name: 'database-dark',
  what: 'every packet to and from the primary is dropped; 12 s later the standby is promoted and has its name',
  cause: async ({ cluster }) => {
    const { standby } = cluster
    if (!machines || !standby) return { notRun: noRight }
    await machines.primary.goDark()
    await sleep(untilNoticedMs)
    await ask(standby.url, (client) => client.query('select pg_promote(wait => true)'))
    await machines.pointTo(machines.standby)
    cluster.databaseUrl = standby.url
    return {}
  },
  check: async () => {
    const left = machines ? await connectionsTo(machines.primary) : 0
    return left === 0 ? null : `${left} connections to the old primary are left`
  },
})
