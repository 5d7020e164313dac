import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  DatabaseClient,
  type DatabaseSettings,
  databaseSettings,
} from '../../../config/database-client.ts'
import { config } from '../config.server.ts'
import { log } from '../observability/log.server.ts'
import { setAuditActor } from './audit-actor.server.ts'
import type { AuthDatabase } from './database-types.ts'
import { watchPool } from './pool-watch.server.ts'
import { replicaLimits } from './replica.server.ts'
import { logIfSlow, logSlowQuery } from './slow-queries.server.ts'
import { TracedClient } from './traced-client.server.ts'

const asText = (value: string) => value
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return BigInt
    if (oid === pg.types.builtins.DATE || oid === pg.types.builtins.INTERVAL) return asText
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Connection settings of one of the program's logins. Each may set only the roles it is a member of (db/roles.sql). */
export function connectionOf(login: string, address = config.databaseUrl): DatabaseSettings {
  const names = { user: login, password: config.passwordOf(login) }
  return { application_name: login, ...databaseSettings(address, names), types }
}

type PoolSettings = pg.PoolConfig & { address?: string; session?: Record<string, string> }

/** `random_page_cost` defaults to 4, which assumes spinning disks. Dates are read as ISO. */
const sessionOfAll = {
  random_page_cost: '1.1',
  datestyle: 'ISO',
  idle_in_transaction_session_timeout: '15s',
  statement_timeout: '30s',
}

function openPool(
  login: string,
  max: number,
  { address, session = {}, ...more }: PoolSettings = {},
): pg.Pool {
  const settings = connectionOf(login, address)
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    ...settings,
    Client: (config.otlpEndpoint === null
      ? DatabaseClient
      : TracedClient) as unknown as new () => pg.Client,
    max,
    // Set by a statement: a pooler refuses or drops what it does not know at the start of a connection.
    session: { ...sessionOfAll, ...session },
    // Queries are sent without waiting for the previous result.
    pipeline: true,
    ...more,
  } as pg.PoolConfig)
  // Without both listeners a lost connection ends the process.
  const lost = (fault: Error) =>
    log.warn('database connection lost', { login, reason: fault.message })
  watchPool(pool)
  return pool.on('error', lost).on('connect', (client) => client.on('error', lost))
}

// The portal's short queries took longer to plan than to run. The office's vary too much for generic plans.
const onePlanEach = { session: { plan_cache_mode: 'force_generic_plan' } }
const replicaAddress = config.databaseReplicaUrl
const onReplica = replicaAddress === null ? null : { address: replicaAddress, ...replicaLimits }

/** A pool per login, and two for the read replica if there is one. */
export const connectionPools = {
  web: openPool('msingi_web', 10, onePlanEach),
  office: openPool('msingi_office', 10),
  system: openPool('msingi_system', 4),
  auth: openPool('msingi_auth', 6, { session: { 'app.actor': 'guest' } }),
  ...(onReplica && {
    'replica-web': openPool('msingi_web', 6, { ...onePlanEach, ...onReplica }),
    'replica-office': openPool('msingi_office', 4, onReplica),
  }),
}
const allPools = Object.entries<pg.Pool>(connectionPools)

/** The pools that the product cannot run without. */
export const primaryPools: readonly pg.Pool[] = [
  connectionPools.web,
  connectionPools.office,
  connectionPools.system,
  connectionPools.auth,
]

/** Connects as msingi_auth, which sees no business tables. */
export const authDatabase = new Kysely<AuthDatabase>({
  dialect: new PostgresDialect({ pool: connectionPools.auth, onReserveConnection: setAuditActor }),
  log: logSlowQuery,
})

/** Runs a query as the portal's login without a role, which may call few functions such as `auth.session_actor`. */
export async function queryWithoutRole<Row extends pg.QueryResultRow>(
  query: pg.QueryConfig & { text: string },
): Promise<Row | undefined> {
  const began = performance.now()
  try {
    return (await connectionPools.web.query<Row>(query)).rows[0]
  } finally {
    logIfSlow(query.text, performance.now() - began)
  }
}

/** Used and idle connections and waiting callers, per login. */
export function poolUse(): { login: string; used: number; idle: number; waiting: number }[] {
  return allPools.map(([login, { totalCount, idleCount, waitingCount }]) => ({
    login,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }))
}

export async function closeDatabase(): Promise<void> {
  const ended = Promise.all(allPools.map(([, pool]) => pool.end()))
  // Do not wait longer than a shutdown may take.
  await Promise.race([ended, sleep(2_000, undefined, { ref: false })])
}

/** Ends idle connections, so that new ones see the database a test switched to. @internal */
export async function endIdleConnections(): Promise<void> {
  for (const [, pool] of allPools) {
    while (pool.idleCount > 0) (await pool.connect()).release(true)
  }
}
