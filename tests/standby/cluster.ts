import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPrimary, startStandby } from '../../bench/cluster/postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { removeDatabase } from '../../server/postgres/postgres-place.ts'
import { stopPostmaster } from '../../server/postgres/postmaster.ts'
import { closeTemplate, secret, settle } from '../cluster.ts'

/** A server that writes as one in service does, with a migrated and otherwise empty database, and a standby that follows. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-primary-'))
  const filesFolder = await mkdtemp(join(tmpdir(), 'msingi-files-'))
  const { place, server } = await startPrimary(dataDir)
  await migrate(server.url, secret, () => undefined)
  await settle(server.url)
  await closeTemplate(server.url)
  const standby = await startStandby(place)
  project.provide('clusterUrl', server.url)
  project.provide('replicaUrl', standby.url)
  project.provide('secret', secret)
  project.provide('filesFolder', filesFolder)
  return async () => {
    await stopPostmaster(join(place.folder, 'standby'))
    await stopPostmaster(place.cluster)
    await removeDatabase(dataDir)
    for (const folder of [dataDir, filesFolder]) await rm(folder, { recursive: true, force: true })
  }
}
