import { withCleanup } from '../../server/with-cleanup.ts'
import { startLoad } from '../faults/load.ts'
import { openMailReceiver } from '../faults/mail-receiver.ts'
import { withHaCluster } from './cluster.ts'
import { whatIsMissing } from './debian.ts'
import { type HaFault, haFaults } from './faults.ts'
import { type HaRow, measureHa } from './measure.ts'

const usage = `npm run faults -- --ha [--runs=NUMBER] [${haFaults.map(({ name }) => name).join(' | ')}]`

/** `npm run faults -- --ha`: its exit code. Each run starts everything again. */
export async function runHaFaults(words: string[]): Promise<number> {
  const options = words.filter((word) => word.startsWith('--') && word !== '--ha')
  const wished = words.filter((word) => !word.startsWith('--'))
  const runs = Number(/^--runs=([1-9])$/.exec(options[0] ?? '--runs=1')?.[1])
  const known = haFaults.map(({ name }) => name)
  const isKnown = wished.every((name) => known.includes(name))
  if (!runs || options.length > 1 || !isKnown) {
    console.error(usage)
    return 2
  }
  const missing = whatIsMissing()
  if (missing) {
    console.error(missing)
    return 1
  }
  const faults = haFaults.filter(({ name }) => wished.length === 0 || wished.includes(name))
  const rows: (HaRow & { run: number })[] = []
  for (let run = 1; run <= runs; run += 1)
    await runOnce(faults, (row) => rows.push({ run, ...row }))
  console.table(
    rows.map(({ run, fault, confirmed, lost, doubled, gap, anyGap, verify, missed }) => {
      const goals = missed.length > 0 ? 'MISSED' : 'met'
      const counts = { confirmed, lost, doubled, gap, 'gap of any kind': anyGap }
      return { ...(runs > 1 && { run }), fault, ...counts, verify, goals }
    }),
  )
  for (const { fault, errors, note } of rows) console.log(`${fault}: failed ${errors}; ${note}`)
  return rows.some(({ missed }) => missed.length > 0) ? 1 : 0
}

async function runOnce(faults: HaFault[], note: (row: HaRow) => void): Promise<void> {
  await withCleanup(
    openMailReceiver,
    ({ close }) => close(),
    (mail) =>
      withHaCluster({ smtpUrl: mail.url }, async (cluster, database) => {
        const load = await startLoad(cluster)
        try {
          for (const fault of faults) {
            console.log(`${fault.name}: ${fault.description}`)
            const row = await measureHa(fault, { cluster, load, mail, database })
            note(row)
            console.log(
              `  ${row.missed.length > 0 ? 'MISSED' : 'ok'}; longest gap ${row.gap}, of any kind ${row.anyGap}`,
            )
          }
        } finally {
          await load.stop()
        }
      }),
  )
}
