import { resolve } from 'node:path'
import { checkCluster } from './cluster/check.ts'
import { startCluster } from './cluster/cluster.ts'
import type { Cluster } from './cluster/parts.ts'

// `npm run cluster [-- DIR]`: several processes of the product on this machine, as they would stand on several, until Ctrl-C.
// With `--check` it asks whether all of them share what they must, prints it, stops, and ends non-zero when one does not.

const words = process.argv.slice(2)
const isCheck = words.includes('--check')
const [folder = 'data-cluster'] = words.filter((word) => !word.startsWith('--'))
const starting = startCluster({ folder: resolve(folder) })

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    console.log('Stopping…')
    void starting.then((cluster) => cluster.stop()).then(() => process.exit(0))
  })
}
const cluster = await starting
if (isCheck) {
  try {
    process.exitCode = (await checkCluster(cluster)) ? 0 : 1
  } finally {
    await cluster.stop()
  }
} else await tell(cluster)

async function tell({
  origin,
  webs,
  worker,
  postgres,
  standby,
  store,
  proxy,
  signIns,
  folder,
}: Cluster): Promise<void> {
  console.log(`\nThe cluster is running: ${origin}`)
  for (const { email, password, role } of signIns) console.log(`  ${role.padEnd(9)} ${email}  ${password}`)
  const line = (name: string, port: number | string, pid: number | null | undefined) => ({ name, port, pid: pid ?? '' })
  console.table([
    line('proxy and object store', `${proxy.port}, ${store.port}`, process.pid),
    ...[...webs, worker].map((one) => line(one.name, one.port, one.process.pid)),
    line('postgres', 'a socket', await postgres.pid()),
    ...(standby ? [line('standby', 'a socket', await standby.pid())] : []),
  ])
  console.log(`Logs and data: ${folder}. Stop it with Ctrl-C.`)
}
