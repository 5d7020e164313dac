import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { config } from './config.server.ts'
import { OfficeClient, PipeliningClient, PreparingClient } from './connections.server.ts'
import type { AuthDatabase, Database } from './database-types.ts'
import { lend } from './lent-connection.server.ts'
import { log } from './log.server.ts'
import { connectionOf, onePlanEach, onFastDisks, plainDates } from './login-connection.server.ts'
import { openingText } from './opening.server.ts'
import { sayWhoActs } from './own-name.server.ts'
import { watchPool } from './pool-watch.server.ts'
import { onReplica, replicaLimits } from './replica.server.ts'
import { WatchedClient } from './slow-queries.server.ts'

/** An open transaction. It cannot open another: an actor carries its own, and commands pass the actor on. */
export type Tx = Omit<
  Kysely<Database>,
  'transaction' | 'startTransaction' | 'connection' | 'destroy'
>

declare const madeHere: unique symbol
/** Only this file makes actors, so none can be forged from what a form sends. */
type Made = { readonly [madeHere]: true; readonly tx: Tx }

/** Somebody who has not signed in. */
export type GuestActor = Made & { readonly role: 'guest' }
/** What an investor's reads take: nothing in it says that its holder may write. */
export type InvestorReader = Made & {
  readonly role: 'investor'
  readonly userId: string
  readonly investorId: string
}
/** An investor in their own name, who may also write. */
export type InvestorActor = InvestorReader & { readonly mayWrite: true }
/** An administrator; `userId` is null for a command typed at the terminal, which is audited as such. */
export type AdminActor = Made & { readonly role: 'admin'; readonly userId: string | null }
/** An administrator who reads about one investor, by the same queries as that investor and with the office's rights. */
export type InvestorLookup = AdminActor & { readonly investorId: string }
/** The background worker. */
export type WorkerActor = Made & { readonly role: 'system' }
/** Anybody who holds a transaction. */
export type Actor = GuestActor | InvestorReader | AdminActor | WorkerActor

/** Who asks, before there is a transaction. `audited` is the name in the audit log when it is not the role's own. */
export type Identity = { clientAddress?: string | undefined } & (
  | { role: 'guest' }
  | { role: 'investor'; userId: string; investorId: string }
  // View mode: an administrator with this investor's rights to read, and none to write.
  | { role: 'investor'; userId: string; investorId: string; viewedBy: 'admin' }
  | { role: 'admin'; userId: string }
  | { role: 'admin'; userId: null; audited: 'command' }
  | { role: 'system' }
)

/** The actor that an identity becomes within its transaction. */
export type ActorOf<I extends Identity> = I extends { role: 'guest' }
  ? GuestActor
  : I extends { viewedBy: 'admin' }
    ? InvestorReader
    : I extends { role: 'investor' }
      ? InvestorActor
      : I extends { role: 'admin' }
        ? AdminActor
        : WorkerActor

type Pooled = pg.PoolConfig & { address?: string }

function openPool(
  login: string,
  max: number,
  { address, options, ...more }: Pooled = { Client: PipeliningClient },
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(login, address),
    max,
    // PgBouncer refuses a blank at the end.
    options: [onFastDisks, plainDates, options].filter(Boolean).join(' '),
    Client: WatchedClient,
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

const ofPortal = { Client: PreparingClient, options: onePlanEach }
const pools = {
  web: openPool('msingi_web', 10, ofPortal),
  office: openPool('msingi_office', 10, { Client: OfficeClient }),
  system: openPool('msingi_system', 4),
}
const replicas = config.databaseReplicaUrl === null ? null : openReplicas(config.databaseReplicaUrl)
const authPool = openPool('msingi_auth', 6, { options: '-c app.actor=guest' })
/** Every pool there is, by what the metrics call it. */
const allPools = {
  ...pools,
  auth: authPool,
  ...(replicas && { 'replica-web': replicas.web, 'replica-office': replicas.office }),
}

function openReplicas(address: string) {
  const limits = { address, ...replicaLimits }
  return {
    web: openPool('msingi_web', 6, { ...ofPortal, ...limits }),
    office: openPool('msingi_office', 4, { Client: OfficeClient, ...limits }),
  }
}

const on = (pool: pg.Pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
const web = on(pools.web)
const databases = { guest: web, investor: web, admin: on(pools.office), system: on(pools.system) }

/** Sign-in's own connection, as msingi_auth: nothing of the business is visible on it. */
export const authDatabase = new Kysely<AuthDatabase>({
  dialect: new PostgresDialect({ pool: authPool, onReserveConnection: sayWhoActs }),
})
/** The portal's login without a role: it reads no table, and may call `auth.session_actor`. */
export const bareWebPool = pools.web
/** What requests and jobs need; a replica is not among them, since the primary answers in its place. */
export const primaryPools: readonly pg.Pool[] = [...Object.values(pools), authPool]
/** pg-boss runs on the worker's login. */
export const workerPool = pools.system

/** How many connections of each login are in use and idle, and how much waits for one. */
export function poolUse(): { login: string; used: number; idle: number; waiting: number }[] {
  return Object.entries(allPools).map(([login, { totalCount, idleCount, waitingCount }]) => ({
    login,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }))
}

/** Ends every connection, at the end of the program or of a test file. */
export async function closeDatabase(): Promise<void> {
  const ended = Promise.all(Object.values(allPools).map((pool) => pool.end()))
  // A client that still works is not waited for longer than a stop may take.
  await Promise.race([ended, sleep(2_000, undefined, { ref: false })])
}

/**
 * Ends the connections that nobody uses, so that the next ones see the database that a test has put in the place of its own.
 * @internal
 */
export async function endIdleConnections(): Promise<void> {
  for (const pool of Object.values(allPools)) {
    while (pool.idleCount > 0) (await pool.connect()).release(true)
  }
}

const inside = new AsyncLocalStorage<true>()

/** The name in the audit log. */
function auditedAs(identity: Identity) {
  if ('audited' in identity) return identity.audited
  if ('viewedBy' in identity) return identity.viewedBy
  return identity.role === 'system' ? 'worker' : identity.role
}

function opening(identity: Identity, isReadOnly: boolean) {
  return openingText({
    role: identity.role,
    userId: 'userId' in identity ? (identity.userId ?? '') : '',
    investorId: 'investorId' in identity ? identity.investorId : '',
    actor: auditedAs(identity),
    clientAddress: identity.clientAddress,
    isReadOnly: isReadOnly || 'viewedBy' in identity,
  })
}

const isRefusal = (result: unknown) =>
  typeof result === 'object' && result !== null && 'refused' in result

/**
 * One transaction as this identity: its database role and settings in one message, behind which go what `work` asks at
 * once and then the rest; then commit.
 * A returned refusal rolls back. It does not open inside itself (ten on a pool of ten would wait for each other for
 * ever), and a database error that was swallowed inside `work` does not end as success: PostgreSQL answers such a
 * commit with ROLLBACK and no error.
 */
export function transact<I extends Identity, Result>(
  identity: I,
  work: (actor: ActorOf<I>) => Promise<Result>,
  isReadOnly = false,
): Promise<Result> {
  return alone(() => lend(databases[identity.role], (tx) => within(tx, identity, work, isReadOnly)))
}

/** Who may read where there is a replica: an investor's own screens are asked for right after what they wrote. */
type ReplicaIdentity = Identity & { role: 'guest' | 'admin' }

/**
 * As `transact`, for work that only reads and may be answered by the replica (DATABASE_REPLICA_URL), with the same rights
 * and never with an older state than the primary had when it was asked (platform/replica.server.ts). Without a replica, or
 * when it lags or is gone, the primary answers, in a transaction that writes nothing either. `work` may run twice.
 */
export function transactReading<I extends ReplicaIdentity, Result>(
  identity: I,
  work: (actor: ActorOf<I>) => Promise<Result>,
): Promise<Result> {
  return alone(async () => {
    const [pool, primary] =
      identity.role === 'admin' ? [replicas?.office, pools.office] : [replicas?.web, pools.web]
    const read = (tx: Tx) => within(tx, identity, work, true)
    const answered = pool ? await onReplica({ pool, primary }, read) : null
    return answered ? answered.result : lend(databases[identity.role], read)
  })
}

/** Throws within a transaction, which another one would wait for. */
export function refuseInside(): void {
  if (inside.getStore()) throw new Error('a transaction inside a transaction: pass the actor on')
}

function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseInside()
  return inside.run(true, work)
}

/**
 * Whether the login could do something without its role: the worker's is its role. The others lose nothing by sending their
 * first questions behind the opening before it was answered: should that fail, each of them is refused as well, by the
 * transaction that failed or, where none was begun, because the login may read and write nothing.
 */
const mayByItself = ({ role }: Identity) => role === 'system'

/**
 * Opens, works and ends on a connection that was lent; see `transact`.
 * @internal
 */
export async function within<I extends Identity, Result>(
  tx: Tx,
  identity: I,
  work: (actor: ActorOf<I>) => Promise<Result>,
  isReadOnly = false,
): Promise<Result> {
  try {
    const opened = sql.raw(opening(identity, isReadOnly)).execute(tx)
    if (mayByItself(identity)) await opened
    const [result] = await Promise.all([(async () => work(actorOf(identity, tx)))(), opened])
    if (isRefusal(result)) {
      await sql.raw('rollback').execute(tx)
      return result
    }
    const { rows } = await sql.raw<{ command?: string }>('commit').execute(tx)
    if (rows[0]?.command !== 'COMMIT')
      throw new Error('nothing was saved: a database error was swallowed in the transaction')
    return result
  } catch (fault) {
    await sql
      .raw('rollback')
      .execute(tx)
      .catch(() => log.warn('rollback on a lost connection'))
    throw fault
  }
}

function actorOf<I extends Identity>(identity: I, tx: Tx): ActorOf<I> {
  const { clientAddress: _, ...who } = identity
  const rights = who.role === 'investor' && !('viewedBy' in who) ? { mayWrite: true } : {}
  return { ...who, ...rights, tx } as unknown as ActorOf<I>
}

/**
 * Runs `work` as msingi_reactions, which writes what the actor may not, and then as the actor again.
 * For `publish`, and for the demo, which writes its notifications without events. Await everything in it: a query
 * running beside it on the same transaction would have its rights.
 */
export async function asReactions<Result>(
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  const back = () => sql.raw(`set local role msingi_${actor.role}`).execute(actor.tx)
  await sql.raw('set local role msingi_reactions').execute(actor.tx)
  const result = await work()
  await back()
  return result
}
