import { withTemporaryFolder } from '../server/temporary-folder.ts'
import { ignoreFault, withCleanup } from '../server/with-cleanup.ts'
import { withCluster } from './cluster/cluster.ts'
import { type Ground, makeMachines } from './cluster/machines.ts'
import type { ClusterWish } from './cluster/parts.ts'
import { clockFaults, movableClock } from './faults/clock-faults.ts'
import { darkFault } from './faults/database-dark.ts'
import { diskFaults, laySmallDisks, type SmallDisks } from './faults/full-disk.ts'
import { killings } from './faults/killings.ts'
import { startLoad } from './faults/load.ts'
import { mailFaults } from './faults/mail-faults.ts'
import { type MailReceiver, openMailReceiver } from './faults/mail-receiver.ts'
import { measure, type Row } from './faults/measure.ts'
import type { Fault } from './faults/stage.ts'
import { storeFaults } from './faults/store-faults.ts'
import { runPointInTime } from './high-availability/point-in-time.ts'
import { runHaFaults } from './high-availability/run.ts'
import { words } from './scale.ts'

// `npm run faults [-- NAME…]`: breaks its own cluster under a steady load, one fault after another, and compares what
// was confirmed with what is there. `npm run faults -- --ha` does so with three PostgreSQL under Patroni. Ends non-zero when a goal is missed; docs/operations.md says what the table means.

const pointInTime = 'point-in-time'
const faultsWith = (disks: SmallDisks): Fault[] => [
  ...killings,
  ...mailFaults,
  ...storeFaults,
  ...diskFaults(disks),
  ...clockFaults,
]
if (words.includes('--ha')) process.exit(await runHaFaults(words))
if (words.join() === pointInTime) process.exit(await runPointInTime())
const wished = words
const names = [...faultsWith(null), darkFault(null)].map(({ name }) => name)
const unknown = wished.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(
    `npm run faults -- [${names.join(' | ')}], or ${pointInTime} or --ha alone, not ${unknown}`,
  )
  process.exit(2)
}
const isWished = ({ name }: Fault) => wished.length === 0 || wished.includes(name)
// The S3 server of the tests runs in here and does not survive a full disk by itself; ours is not to end with it.
ignoreFault('ENOSPC')
const rows: Row[] = []
if (faultsWith(null).some(isWished)) {
  await withMail((folder, mail) =>
    withCleanup(
      () => laySmallDisks(folder),
      // They go with the folder.
      async () => undefined,
      (disks) =>
        breakCluster({ folder, environment: movableClock(folder) }, mail, faultsWith(disks)),
    ),
  )
}
// It stands on machines of its own, and does not get its first primary back.
if (isWished(darkFault(null))) {
  await withMail((folder, mail) =>
    withCleanup(
      async (): Promise<Ground> => [],
      async (ground) => {
        for (const remove of ground.reverse()) await remove()
      },
      async (ground) => {
        const machines = await makeMachines(folder, ground)
        await breakCluster({ folder, ...(machines && { machines }) }, mail, [darkFault(machines)])
      },
    ),
  )
}

function withMail(work: (folder: string, mail: MailReceiver) => Promise<void>): Promise<void> {
  return withTemporaryFolder('faults', (folder) =>
    withCleanup(
      openMailReceiver,
      ({ close }) => close(),
      (mail) => work(folder, mail),
    ),
  )
}

async function breakCluster(wish: ClusterWish, mail: MailReceiver, faults: Fault[]): Promise<void> {
  await withCluster({ ...wish, smtpUrl: mail.url }, async (cluster) => {
    const load = await startLoad(cluster)
    try {
      for (const fault of faults.filter(isWished)) {
        console.log(`${fault.name}: ${fault.what}`)
        const row = await measure(fault, { cluster, load, mail })
        rows.push(row)
        console.log(
          `  ${row.missed.length > 0 ? 'MISSED' : 'ok'}; errors ${row.errors}; ${row.note}`,
        )
      }
    } finally {
      await load.stop()
    }
  })
}

console.table(
  rows.map(({ fault, cause, recovered, mail: letters, lost, doubled, repeated, missed }) => {
    const goals = missed.length > 0 ? 'MISSED' : 'met'
    return { fault, cause, recovered, mail: letters, lost, doubled, repeated, goals }
  }),
)
for (const { fault, errors, note } of rows)
  console.log(`${fault}: ${errors}${note ? `; ${note}` : ''}`)
process.exitCode = rows.some(({ missed }) => missed.length > 0) ? 1 : 0
