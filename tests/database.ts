import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject, vi } from 'vitest'
import { grantConnection } from '../db/migrate.ts'

const cluster = inject('clusterUrl')
/** One for all the files that a worker runs, one after another: the pools of the product stay, too. */
const name = `test_${randomBytes(6).toString('hex')}`
const dataDir = await mkdtemp(join(inject('filesFolder'), 'worker-'))

function urlOf(database: string, server = cluster): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

process.env.DATABASE_URL = urlOf(name)
const replica = inject('replicaUrl')
if (replica) process.env.DATABASE_REPLICA_URL = urlOf(name, replica)
process.env.APP_SECRET = inject('secret')
process.env.DATA_DIR = dataDir
process.env.LOG_LEVEL = 'warn'

/** Connections to this worker's database that no one uses: a new one costs the server as much as many statements. */
const idle: pg.Client[] = []

/** Runs statements as the superuser of the test server: for arranging and looking, never for acting. */
export async function asSuperuser<Result>(
  work: (client: pg.Client) => Promise<Result>,
  database = name,
  server = cluster,
): Promise<Result> {
  const isOwn = database === name && server === cluster
  const client = (isOwn ? idle.pop() : undefined) ?? (await connectTo(database, server))
  try {
    return await work(client)
  } finally {
    const isAsNew = isOwn && (await isReset(client))
    if (isAsNew) idle.push(client)
    else await client.end()
  }
}

async function connectTo(database: string, server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(database, server) })
  await client.connect()
  client.on('error', () => {
    const place = idle.indexOf(client)
    if (place >= 0) idle.splice(place, 1)
  })
  return client
}

/** Settings, locks and roles go; what is left in a transaction or a lost connection cannot be used again. */
const isReset = (client: pg.Client): Promise<boolean> =>
  client.query('discard all').then(
    () => true,
    () => false,
  )

/** Ends the connections kept between tests. */
export async function endIdleSuperusers(): Promise<void> {
  await Promise.all(idle.splice(0).map((client) => client.end()))
}

/** Changes rows as the command line would, past every policy: for arranging what no screen can make yet. */
export function change<Row extends pg.QueryResultRow = { id: string }>(
  statement: string,
  values: unknown[] = [],
) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    return client.query<Row>(statement, values)
  })
}

/** Takes a right, to a function or a table, away from the office for a while, as broken machinery would. */
export async function withoutRight(right: string, work: () => Promise<void>) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query(`revoke ${right} from msingi_admin`))
  try {
    await work()
  } finally {
    await asSuperuser((client) => client.query(`grant ${right} to msingi_admin`))
  }
}

/**
 * Replaces what the last test file left by a copy of the migrated database. The modules of the product stay
 * loaded from file to file, which spares a third of the time of all tests; what they know of rows must not.
 */
export async function beginAnew(): Promise<void> {
  await endIdleSuperusers()
  await asSuperuser(async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template msingi strategy file_copy`)
  }, 'postgres')
  await asSuperuser((client) => grantConnection(client))
  for (const left of await readdir(dataDir))
    await rm(join(dataDir, left), { recursive: true, force: true })
  await mkdir(join(dataDir, 'files'))
}
