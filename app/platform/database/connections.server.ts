import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { config } from '../config.server.ts'
import { log } from '../observability/log.server.ts'
import { setAuditActor } from './audit-actor.server.ts'
import type { AuthDatabase } from './database-types.ts'
import { watchPool } from './pool-watch.server.ts'
import { replicaLimits } from './replica.server.ts'
import { logIfSlow, logSlowQuery } from './slow-queries.server.ts'

const asText = (value: string) => value
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return BigInt
    if (oid === pg.types.builtins.DATE || oid === pg.types.builtins.INTERVAL) return asText
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Connection settings of one of the program's logins. Each may set only the roles it is a member of (db/roles.sql). */
export function connectionOf(login: string, address = config.databaseUrl): pg.ClientConfig {
  const url = new URL(address)
  // DATABASE_URL names the installer; its user and password parameters would override the login.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  url.username = login
  url.password = config.passwordOf(login)
  if (url.username !== login) {
    throw new Error(
      'DATABASE_URL must name a host, like postgresql://user@localhost/msingi?host=/run/postgresql',
    )
  }
  return { connectionString: url.href, types, application_name: login }
}

type PoolSettings = pg.PoolConfig & { address?: string; settings?: string[] }

function openPool(
  login: string,
  max: number,
  { address, settings = [], ...more }: PoolSettings = {},
): pg.Pool {
  // `random_page_cost` defaults to 4, which assumes spinning disks. Dates are read as ISO.
  const all = ['random_page_cost=1.1', 'datestyle=ISO', ...settings]
  const pool = new pg.Pool({
    ...connectionOf(login, address),
    max,
    options: all.map((setting) => `-c ${setting}`).join(' '),
    // Queries are sent without waiting for the previous result.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    statement_timeout: 30_000,
    ...more,
  })
  // Without both listeners a lost connection ends the process.
  const lost = (fault: Error) =>
    log.warn('database connection lost', { login, reason: fault.message })
  watchPool(pool)
  return pool.on('error', lost).on('connect', (client) => client.on('error', lost))
}

// The portal's short queries took longer to plan than to run. The office's vary too much for generic plans.
const onePlanEach = { settings: ['plan_cache_mode=force_generic_plan'] }
const replicaAddress = config.databaseReplicaUrl
const onReplica = replicaAddress === null ? null : { address: replicaAddress, ...replicaLimits }

/** A pool per login, and two for the read replica if there is one. */
export const connectionPools = {
  web: openPool('msingi_web', 10, onePlanEach),
  office: openPool('msingi_office', 10),
  system: openPool('msingi_system', 4),
  auth: openPool('msingi_auth', 6, { settings: ['app.actor=guest'] }),
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
