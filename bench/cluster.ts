import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkCluster } from './cluster/check.ts'
import { removeCluster, startCluster } from './cluster/cluster.ts'
import type { Cluster } from './cluster/parts.ts'

// `npm run cluster [-- DIR]`: several processes of the product on this machine, as they would stand on several, until Ctrl-C.
// `npm run cluster -- --check` asks whether all of them share what they must, prints it, and ends non-zero when one does
// not: in a folder of its own that is removed afterwards, unless one is named.

const words = process.argv.slice(2)
const isCheck = words.includes('--check')
const [named] = words.filter((word) => !word.startsWith('--'))
const folder = named ?? (isCheck ? await mkdtemp(join(tmpdir(), 'msingi-cluster-')) : 'data-cluster')
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
    if (!named) await removeCluster(folder)
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
