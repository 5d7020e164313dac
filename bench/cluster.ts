import { resolve } from 'node:path'
import { withTemporaryFolder } from '../server/temporary-folder.ts'
import { checkCluster } from './cluster/check.ts'
import { withCluster } from './cluster/cluster.ts'
import type { Cluster } from './cluster/parts.ts'
import { withHaCluster } from './high-availability/cluster.ts'
import { whatIsMissing } from './high-availability/debian.ts'
import { ports } from './high-availability/files.ts'
import { words } from './scale.ts'

// `npm run cluster [-- DIR]`: several processes of the product on this machine, as they would stand on several, until Ctrl-C.
// `npm run cluster -- --check` asks whether all of them share what they must, prints it, and ends non-zero when one does
// not: in its own folder that is removed afterwards, unless one is named.
// `npm run cluster -- --ha`: two web processes and a worker on three PostgreSQL under Patroni, in their own folder.

const isCheck = words.includes('--check')
const isHa = words.includes('--ha')
const [named] = words.filter((word) => !word.startsWith('--'))

if (isHa && (isCheck || named)) {
  console.error('Usage:  npm run cluster -- --ha')
  process.exitCode = 2
} else if (isHa) await runHa()
else if (!isCheck) await withCluster({ folder: resolve(named ?? 'data-cluster') }, run)
else if (named) await withCluster({ folder: resolve(named) }, check)
else await withTemporaryFolder('cluster', (folder) => withCluster({ folder }, check))

async function runHa(): Promise<void> {
  const missing = whatIsMissing()
  if (missing) {
    console.error(missing)
    process.exitCode = 1
    return
  }
  await withHaCluster({}, async (cluster, database) => {
    console.table(
      database.nodes.map(({ name, link }) => ({
        machine: name,
        postgres: `${link.address}:${ports.postgres}`,
        patroni: `http://${link.address}:${ports.patroni}/cluster`,
      })),
    )
    const { primary, standbys, status } = database.listening
    console.log(
      `HAProxy on 127.0.0.1: ${primary} the primary, ${standbys} the standbys, ${status} its status`,
    )
    return run(cluster)
  })
}

async function check(cluster: Cluster): Promise<void> {
  process.exitCode = (await checkCluster(cluster)) ? 0 : 1
}

async function run({
  origin,
  webs,
  worker,
  postgres,
  standby,
  store,
  proxy,
  signIns,
  folder,
}: Cluster): Promise<never> {
  console.log(`\nThe cluster is running: ${origin}`)
  for (const { email, password, role } of signIns)
    console.log(`  ${role.padEnd(9)} ${email}  ${password}`)
  const line = (name: string, port: number | string, pid: number | null | undefined) => ({
    name,
    port,
    pid: pid ?? '',
  })
  console.table([
    line('proxy and object store', `${proxy.port}, ${store.port}`, process.pid),
    ...[...webs, worker].map((member) => line(member.name, member.port, member.process.pid)),
    ...(postgres ? [line('postgres', 'a socket', await postgres.pid())] : []),
    ...(standby ? [line('standby', 'a socket', await standby.pid())] : []),
  ])
  console.log(`Logs and data: ${folder}. Stop it with Ctrl-C.`)
  return new Promise(() => undefined)
}
