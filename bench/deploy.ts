import { withTemporaryFolder } from '../server/temporary-folder.ts'
import { checkCompose } from './deploy/compose.ts'
import { checkFiles } from './deploy/files.ts'
import { whyNot } from './deploy/machine.ts'
import { newReport, type Report } from './deploy/report.ts'
import {
  buildProduct,
  closeKilledStore,
  makeBases,
  product,
  type Store,
  withStore,
} from './deploy/store.ts'
import { checkUnits } from './deploy/units.ts'

// `npm run deploy:check`: the image of deploy/Containerfile on Debian's packages, started by Compose and by systemd, and
// every file of deploy checked by the program that reads it. Ends non-zero when a goal is missed.

/** Megabytes, as Docker counts them. */
const largestImage = 700

async function checkImage({ podman }: Store, report: Report): Promise<void> {
  await report.add('image', `below ${largestImage} MB`, async () => {
    const bytes = Number(await podman(['image', 'inspect', '--format', '{{.Size}}', product]))
    const megabytes = Math.round(bytes / 1_000_000)
    return { result: `${megabytes} MB`, isMet: megabytes < largestImage }
  })
}

/** A part that needs the parts before it; a failure is a line of the table. */
const step = (report: Report, name: string, work: () => Promise<void>) =>
  report.add(name, 'done', async () => {
    const began = performance.now()
    await work()
    return { result: `${Math.round((performance.now() - began) / 1000)} s`, isMet: true }
  })

async function check(store: Store): Promise<void> {
  const report = newReport()
  if (
    (await step(report, 'root file systems of Debian', () => makeBases(store))) &&
    (await step(report, 'image is built', () => buildProduct(store)))
  ) {
    await checkImage(store, report)
    await checkFiles(store, report)
    await step(report, 'compose', () => checkCompose(store, report))
    await step(report, 'systemd', () => checkUnits(store, report))
  }
  console.table(report.rows)
  if (report.rows.some(({ met }) => met === 'NO')) process.exitCode = 1
}

const reason = whyNot()
if (reason) {
  console.error(`npm run deploy:check cannot run here. ${reason}`)
  process.exitCode = 1
} else {
  await withTemporaryFolder('deploy', (folder) => withStore(folder, check), closeKilledStore)
}
