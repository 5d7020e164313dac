import { setTimeout as sleep } from 'node:timers/promises'
import { withTemporaryFolder } from '../../server/temporary-folder.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { withCluster } from '../cluster/cluster.ts'
import type { Ground } from '../cluster/machines.ts'
import type { Cluster } from '../cluster/parts.ts'
import { ask } from '../cluster/postgres.ts'
import { stopProcess } from '../cluster/process.ts'
import type { ConfirmedPayment } from '../faults/books.ts'
import { startLoad } from '../faults/load.ts'
import { type ArchivedDatabase, startArchivedDatabase } from './archived-database.ts'
import { whatIsMissing } from './debian.ts'
import { findingsOf } from './measure.ts'

const loadMs = 10_000
const goalMs = 120_000

/** `npm run faults -- point-in-time`: its exit code. */
export async function runPointInTime(): Promise<number> {
  const missing = whatIsMissing()
  if (missing) {
    console.error(missing)
    return 1
  }
  return withTemporaryFolder('faults', (folder) =>
    withCleanup(
      async (): Promise<Ground> => [],
      async (ground) => {
        for (const stop of ground.reverse()) await stop().catch(console.error)
      },
      async (ground) => {
        const database = await startArchivedDatabase(folder, ground)
        const { superuserUrl, productUrl } = database
        const elsewhere = { superuserUrl, urlFor: () => productUrl }
        return withCluster({ folder, webs: 1, elsewhere }, (cluster) => tryIt(cluster, database))
      },
    ),
  )
}

/** Payments, the moment, more payments, the delete; then the database is brought to the moment. */
async function tryIt(cluster: Cluster, database: ArchivedDatabase): Promise<number> {
  await database.backUp()
  const before = await paymentsOf(cluster)
  const moment = await momentOf(database)
  const after = await paymentsOf(cluster)
  await ask(database.superuserUrl, deleteLedger)
  const left = await found(database, before)
  const processes = [...cluster.webs, cluster.worker]
  await Promise.all(processes.map(({ process }) => stopProcess(process, 'SIGINT')))
  const began = performance.now()
  await database.restoreTo(moment)
  await Promise.all(processes.map((process) => process.restart()))
  const tookMs = performance.now() - began
  const kept = await found(database, before)
  const findings = await findingsOf(cluster, database.productUrl)
  const isDeleted = left.size === 0
  const lost = before.filter(({ reference }) => kept.get(reference) !== 1).length
  const later = (await found(database, after)).size
  const isMet =
    isDeleted &&
    before.length > 0 &&
    after.length > 0 &&
    lost + later + findings.length === 0 &&
    tookMs < goalMs
  console.table([
    {
      'confirmed before': before.length,
      'left by the delete': left.size,
      'lost or doubled': lost,
      'confirmed after': after.length,
      'of these there': later,
      'back after': `${(tookMs / 1000).toFixed(1)} s`,
      verify: findings.length === 0 ? 'whole' : `${findings.length} findings`,
      goals: isMet ? 'met' : 'MISSED',
    },
  ])
  for (const finding of findings.slice(0, 10)) console.log(finding)
  return isMet ? 0 : 1
}

/** What was confirmed while the usual load ran for a while. */
async function paymentsOf(cluster: Cluster): Promise<ConfirmedPayment[]> {
  const load = await startLoad(cluster)
  await sleep(loadMs)
  await load.stop()
  return load.books.payments
}

async function momentOf({ superuserUrl }: ArchivedDatabase): Promise<string> {
  return ask(superuserUrl, async (client) => {
    const { rows } = await client.query<{ moment: string }>(
      'select clock_timestamp()::text as moment',
    )
    return rows[0]?.moment ?? ''
  })
}

/** Only a superuser can: triggers and policies protect the ledger from everyone else. */
async function deleteLedger(client: { query: (text: string) => Promise<unknown> }): Promise<void> {
  await client.query("set session_replication_role = 'replica'")
  await client.query('delete from app.ledger_entry')
}

/** How often each of these payments is in the ledger; those that are not there are left out. */
async function found(
  { superuserUrl }: ArchivedDatabase,
  payments: ConfirmedPayment[],
): Promise<Map<string, number>> {
  return ask(superuserUrl, async (client) => {
    const { rows } = await client.query<{ reference: string; count: number }>(
      `select reference, count(*)::int as count from app.ledger_entry
       where kind = 'payment' and reference = any($1) group by reference`,
      [payments.map(({ reference }) => reference)],
    )
    return new Map(rows.map(({ reference, count }) => [reference, count]))
  })
}
