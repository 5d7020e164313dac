import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { documentForm } from './load.ts'
import { startSlowUpload } from './slow-upload.ts'
import type { Fault, Stage } from './stage.ts'

const awayMs = 6_000
const heldMs = 8_000
const slowClients = 30

/** What happens to the store, to the connections of the database, and to uploads. */
export const storeFaults: Fault[] = [
  {
    name: 'store-down',
    what: 'the object store refuses connections for 6 s',
    cause: async ({ cluster }) => {
      await cluster.store.stop()
      await sleep(awayMs)
      await cluster.store.start()
      return {}
    },
  },
  {
    name: 'pool-exhausted',
    what: 'all connections of the office pools stuck for 8 s behind a lock on the investments',
    cause: async ({ cluster, load }) => {
      const locker = new pg.Client({ connectionString: cluster.databaseUrl })
      await locker.connect()
      await locker.query('begin; lock table app.investment in access exclusive mode')
      const headers = { cookie: load.admin }
      const downloads = Array.from({ length: 45 }, () =>
        load.client.ask({ path: '/admin-dashboard/investments', headers }),
      )
      await sleep(heldMs)
      const note = `${await waitingIn(cluster)} requests waited for a connection`
      await locker.query('rollback')
      await locker.end()
      await Promise.all(downloads)
      return { note }
    },
  },
  {
    name: 'slow-client',
    what: `${slowClients} uploads held open for 8 s by clients that send a byte now and then`,
    failsNothing: true,
    cause: async ({ load }) => {
      const form = documentForm(load.admin, 'Slow paper', Buffer.alloc(200_000, 'a'))
      const held = Array.from({ length: slowClients }, () =>
        startSlowUpload(load.client.origin, form),
      )
      await sleep(heldMs)
      for (const upload of held) upload.leave()
      return { note: `${held.filter(({ isOpen }) => isOpen()).length} were still open` }
    },
  },
]

/** How many requests wait for a connection of a pool, as the processes themselves say. */
async function waitingIn(cluster: Stage['cluster']): Promise<number> {
  const counts = await Promise.all(
    cluster.webs.map(async ({ metricsPort }) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const waiting = text.matchAll(
        /^msingi_database_connections\{[^}]*state="waiting"[^}]*\} (\d+)/gm,
      )
      return [...waiting].reduce((sum, [, count]) => sum + Number(count), 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
