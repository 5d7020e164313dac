import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  DatabaseClient,
  databaseSettings,
  NoServer,
  wordsOf,
} from '../../config/database-client.ts'
import { hasErrorCode } from '../durable-files.ts'

const patienceMs = 10_000
const answerMs = 5_000

/** Throws an Error naming the setting when DATABASE_URL cannot be used. Never contains the password. */
export async function refuseUnreachable(databaseUrl: string): Promise<void> {
  await ask(databaseUrl, async () => undefined)
}

/** `refuseUnreachable`, and refuses a read-only server (a standby) and a pooler that shares connections. */
export async function refuseUnwritable(databaseUrl: string): Promise<void> {
  const fault = await ask(databaseUrl, async (client) => {
    const { rows } = await client.query<{ only: string }>(
      "select current_setting('transaction_read_only') as only",
    )
    if (rows[0]?.only === 'on')
      return 'this PostgreSQL is read-only, like a standby. Name the primary.'
    const advice =
      'Set it to session mode (PgBouncer: pool_mode = session), or name PostgreSQL itself.'
    if (!(await keepsSettings(client, databaseUrl)))
      return `settings of a session are lost, as behind a connection pooler in transaction or statement mode. ${advice}`
    if (await receivesNotifications(client, databaseUrl)) return null
    return `notifications do not arrive, as behind a connection pooler in transaction mode. ${advice}`
  })
  if (fault) throw new Error(`DATABASE_URL: ${fault}`)
}

/** Whether a setting is in effect in the next transaction, though another client works. */
async function keepsSettings(client: pg.Client, databaseUrl: string): Promise<boolean> {
  const mark = randomBytes(8).toString('hex')
  await client.query("select set_config('msingi.mark', $1, false)", [mark])
  return ask(databaseUrl, async (other) => {
    try {
      // Takes the connection of the server that was used last. Only a pooler refuses it.
      await other.query('begin; select 1')
    } catch (fault) {
      if (fault instanceof pg.DatabaseError) return false
      throw fault
    }
    const current = client.query<{ mark: string | null }>(
      "select current_setting('msingi.mark', true) as mark",
    )
    const isKept = current.then(({ rows }) => rows[0]?.mark === mark)
    const result = await Promise.race([isKept, sleep(answerMs, false, { ref: false })])
    await other.query('rollback')
    return result
  })
}

/** Listens, and notifies itself over another connection. */
async function receivesNotifications(listener: pg.Client, databaseUrl: string): Promise<boolean> {
  const channel = `msingi_${randomBytes(8).toString('hex')}`
  const heard = new Promise<true>((resolve) => listener.once('notification', () => resolve(true)))
  await listener.query(`listen ${channel}`)
  await ask(databaseUrl, (notifier) => notifier.query(`notify ${channel}`))
  return Promise.race([heard, sleep(answerMs, false, { ref: false })])
}

async function ask<Answer>(
  databaseUrl: string,
  question: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  let client: pg.Client | undefined
  try {
    // Reads the certificates in the address, which may be missing.
    client = new DatabaseClient({
      connectionTimeoutMillis: patienceMs,
      ...databaseSettings(databaseUrl),
    })
    await client.connect()
    return await question(client)
  } catch (error) {
    throw new Error(`DATABASE_URL: ${reasonOf(error, client)}`)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

function reasonOf(error: unknown, client: pg.Client | undefined): string {
  if (error instanceof NoServer) return `no PostgreSQL of it can be used (${error.message}).`
  if (!client) return `it cannot be used (${wordsOf(error)}).`
  const { host, port, user, database } = client
  const server = `PostgreSQL at ${host}:${port}`
  if (hasErrorCode(error, '28P01', '28000'))
    return `${server} does not let the user ${user} in (${wordsOf(error)}).`
  if (hasErrorCode(error, '3D000')) return `${server} has no database ${database}.`
  return `${server} cannot be reached (${wordsOf(error)}).`
}
