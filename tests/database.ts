import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest'
import { grantConnection } from '../db/migrate.ts'

const cluster = inject('clusterUrl')
const name = `test_${randomBytes(6).toString('hex')}`
const dataDir = await mkdtemp(join(tmpdir(), 'msingi-files-'))

function urlOf(database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}

/** Runs statements as the superuser of the test server: for arranging and looking, never for acting. */
export async function asSuperuser<Result>(
  work: (client: pg.Client) => Promise<Result>,
  database = name,
): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Changes rows as the command line would, past every policy: for arranging what no screen can make yet. */
export function change<Row extends pg.QueryResultRow = { id: string }>(statement: string, values: unknown[] = []) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    return client.query<Row>(statement, values)
  })
}

await asSuperuser((client) => client.query(`create database ${name} template msingi`), 'postgres')
await asSuperuser((client) => grantConnection(client))

process.env.DATABASE_URL = urlOf(name)
process.env.APP_SECRET = inject('secret')
process.env.DATA_DIR = dataDir
process.env.LOG_LEVEL = 'warn'

// Imported only now: the bundle reads its configuration while it is loaded.
const { closeDatabase } = await import('../app/platform/database.server.ts')
const { registerReactions } = await import('../app/platform/events.server.ts')
const { stopEnqueueing } = await import('../app/platform/jobs.server.ts')
const { setClock } = await import('../app/platform/clock.server.ts')
const { reactions } = await import('../app/reactions.server.ts')
registerReactions(reactions)

const complaints: string[] = []
beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words.map(String).join(' ')))
})
afterEach(() => {
  setClock()
  vi.restoreAllMocks()
  if (complaints.length > 0) throw new Error(`An unexpected console.error:\n${complaints.join('\n')}`)
})

/** Passwords, their hashes, tokens and links must never stand in the audit log, whatever a file's tests did. */
const secretsLogged = `select subject, before, after from app.audit_log where concat(before::text, after::text)
  ~ '\\$argon2|quarry-lantern|"(password|token|token_hash|secret|code)": "(?!changed")|/invitation/'`

afterAll(async () => {
  const { rows } = await asSuperuser((client) => client.query(secretsLogged))
  if (rows.length > 0) throw new Error(`Secrets in the audit log: ${JSON.stringify(rows)}`)
  await stopEnqueueing()
  await closeDatabase()
  await asSuperuser((client) => client.query(`drop database ${name} with (force)`), 'postgres')
  await rm(dataDir, { recursive: true, force: true })
})
