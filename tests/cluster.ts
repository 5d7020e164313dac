import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { newCompany } from '../app/domain/company/new-company.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../server/postgres/embedded-postgres.ts'
import { removeDatabase } from '../server/postgres/postgres-place.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    secret: string
    filesFolder: string
    /** The standby's address, for the project that has one. */
    replicaUrl?: string
  }
}

export const secret = 'only-for-tests-only-for-tests-only-for-tests'

/** One real server for the whole run, with a migrated and otherwise empty database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-test-'))
  const filesFolder = await mkdtemp(join(tmpdir(), 'msingi-files-'))
  const postgres = await startPostgres({ dataDir, log: () => undefined })
  await writeLoosely(postgres.url)
  await migrate(postgres.url, secret, () => undefined)
  await settle(postgres.url)
  await closeTemplate(postgres.url)
  const inMemory = await moveTemplateToMemory(postgres.url)
  project.provide('clusterUrl', postgres.url)
  project.provide('secret', secret)
  project.provide('filesFolder', filesFolder)
  return async () => {
    await postgres.stop()
    await removeDatabase(dataDir)
    for (const folder of [dataDir, filesFolder, ...inMemory])
      await rm(folder, { recursive: true, force: true })
  }
}

/** What a test writes need not outlive a loss of power: this server does not wait for the disk. */
export async function writeLoosely(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
    await client.query(`alter system set ${setting} = off`)
  }
  await client.query('select pg_reload_conf()')
  await client.end()
}

const memory = '/dev/shm'
const neededBytes = 2_000_000_000

/**
 * Copies of a database have hundreds of files, which a disk takes ten times as long to create as memory. Where there is
 * room, the template and with it its copies are moved there; gives the folder.
 */
async function moveTemplateToMemory(url: string): Promise<string[]> {
  const { bavail = 0, bsize = 0 } = existsSync(memory) ? await statfs(memory) : {}
  if (bavail * bsize < neededBytes) return []
  const folder = await mkdtemp(join(memory, 'msingi-test-'))
  await inPostgres(url, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    const owner = await stat(rows[0]?.folder ?? '')
    await chown(folder, owner.uid, owner.gid)
    await client.query(`create tablespace memory location '${folder}'`)
    await client.query('alter database msingi set tablespace memory')
  })
  return [folder]
}

async function inPostgres(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const elsewhere = new URL(url)
  elsewhere.pathname = '/postgres'
  const client = new pg.Client({ connectionString: elsewhere.href })
  await client.connect()
  await work(client)
  await client.end()
}

/** What prepareInstallation writes at the first start of an installation that begins empty. */
export async function settle(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    "begin; set local role msingi_owner; select set_config('app.actor', 'command', true)",
  )
  await client.query('insert into app.installation (demo) values (false)')
  await client.query('insert into app.company (facts) values ($1)', [
    JSON.stringify(newCompany('office@example.com')),
  ])
  await client.query('commit')
  await client.end()
}

/** PostgreSQL copies no database that someone is connected to, so no one may be: a test that tries fails by itself. */
export const closeTemplate = (url: string) =>
  inPostgres(url, (client) => client.query('alter database msingi allow_connections false'))
