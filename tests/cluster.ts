import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { newCompany } from '../app/domain/company/new-company.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../server/embedded-postgres.ts'
import { removeDatabase } from '../server/postgres-place.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    secret: string
  }
}

const secret = 'only-for-tests-only-for-tests-only-for-tests'

/** One real server for the whole run, with a migrated and otherwise empty database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-test-'))
  const postgres = await startPostgres({ dataDir, log: () => undefined })
  await migrate(postgres.url, secret, () => undefined)
  await settle(postgres.url)
  project.provide('clusterUrl', postgres.url)
  project.provide('secret', secret)
  return async () => {
    await postgres.stop()
    await removeDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What prepareInstallation writes at the first start of an installation that begins empty. */
async function settle(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("begin; set local role msingi_owner; select set_config('app.actor', 'command', true)")
  await client.query('insert into app.installation (demo) values (false)')
  await client.query('insert into app.company (facts) values ($1)', [JSON.stringify(newCompany('office@example.com'))])
  await client.query('commit')
  await client.end()
}
