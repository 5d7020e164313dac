import { withTemporaryFolder } from '../../server/temporary-folder.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { withCluster } from '../cluster/cluster.ts'
import type { Ground } from '../cluster/machines.ts'
import type { Cluster, ClusterWish } from '../cluster/parts.ts'
import { type HaDatabase, startHaDatabase } from './database.ts'

/** The web process that needs no HAProxy: it names the three hosts and looks for the primary itself. */
const webWithoutProxy = 'web-2'

/** Two web processes and a worker of the product on three PostgreSQL under Patroni; all is removed after `work`. */
export function withHaCluster<Result>(
  wish: Pick<ClusterWish, 'smtpUrl'>,
  work: (cluster: Cluster, database: HaDatabase) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder('cluster', (folder) =>
    withCleanup(
      async (): Promise<Ground> => [],
      async (ground) => {
        for (const stop of ground.reverse()) await stop().catch(console.error)
      },
      async (ground) => {
        const database = await startHaDatabase(folder, ground)
        const elsewhere = {
          superuserUrl: database.superuserUrl,
          urlFor: (name: string) =>
            name === webWithoutProxy ? database.severalHostsUrl : database.proxiedUrl,
        }
        return withCluster({ ...wish, folder, webs: 2, elsewhere }, (cluster) =>
          work(cluster, database),
        )
      },
    ),
  )
}
