import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { log } from '../observability/log.server.ts'
import { connectionPools } from './connections.server.ts'
import type { Database } from './database-types.ts'
import { onReplica } from './replica.server.ts'
import { Transaction } from './transaction.server.ts'

/** An open transaction. It cannot open another: an actor carries its own, and commands pass the actor on. */
export type Tx = Omit<
  Kysely<Database>,
  'transaction' | 'startTransaction' | 'connection' | 'destroy'
>

declare const madeHere: unique symbol
/** Only this file creates actors, so none can be forged from form input. */
type Made = { readonly [madeHere]: true; readonly tx: Tx }

export type GuestActor = Made & { readonly role: 'guest' }
/** An investor's rights to read; also used in view mode. */
export type InvestorReader = Made & {
  readonly role: 'investor'
  readonly userId: string
  readonly investorId: string
}
/** The investor, who may also write. */
export type InvestorActor = InvestorReader & { readonly mayWrite: true }
/** `userId` is null for a command line program, audited as `command`, and for a job, audited as `worker`. */
export type AdminActor = Made & { readonly role: 'admin'; readonly userId: string | null }
/** An administrator reading about one investor through the investor's queries. */
export type InvestorLookup = AdminActor & { readonly investorId: string }
export type WorkerActor = Made & { readonly role: 'system' }
export type Actor = GuestActor | InvestorReader | AdminActor | WorkerActor

/** The caller before a transaction opens. `audited` replaces the role's name in the audit log. */
export type Identity = { clientAddress?: string | undefined } & (
  | { role: 'guest' }
  | { role: 'investor'; userId: string; investorId: string }
  // View mode: an administrator with this investor's rights, read-only.
  | { role: 'investor'; userId: string; investorId: string; viewedBy: 'admin' }
  | { role: 'admin'; userId: string }
  | { role: 'admin'; userId: null; audited: 'command' | 'worker' }
  | { role: 'system' }
)

export type ActorOf<I extends Identity> = I extends { role: 'guest' }
  ? GuestActor
  : I extends { viewedBy: 'admin' }
    ? InvestorReader
    : I extends { role: 'investor' }
      ? InvestorActor
      : I extends { role: 'admin' }
        ? AdminActor
        : WorkerActor

const poolOf = {
  guest: connectionPools.web,
  investor: connectionPools.web,
  admin: connectionPools.office,
  system: connectionPools.system,
}

const inside = new AsyncLocalStorage<true>()
const requests = new AsyncLocalStorage<RequestReads>()

type Work<I extends Identity, Result> = (actor: ActorOf<I>) => Promise<Result>

const isRefusal = (result: unknown) =>
  typeof result === 'object' && result !== null && 'refused' in result

/**
 * Runs `work` in one transaction. A returned refusal or an error rolls back, also an error that `work` swallowed. Throws when
 * nested: nested transactions could exhaust the pool and deadlock.
 */
export function transact<I extends Identity, Result>(
  identity: I,
  work: Work<I, Result>,
  isReadOnly = false,
): Promise<Result> {
  return alone(async () => run(await poolOf[identity.role].connect(), identity, work, isReadOnly))
}

/**
 * A read-only transaction on the replica, with the same rights and at least the primary's state at the call. Without a
 * replica, or when it lags or fails, the primary answers. `work` may run twice.
 */
export function transactOnReplica<I extends Identity & { role: 'guest' | 'admin' }, Result>(
  identity: I,
  work: Work<I, Result>,
): Promise<Result> {
  return alone(async () => {
    const primary = poolOf[identity.role]
    const pool = connectionPools[identity.role === 'admin' ? 'replica-office' : 'replica-web']
    const runOn = (client: pg.PoolClient) => run(client, identity, work, true)
    const answered = pool ? await onReplica({ pool, primary }, runOn) : null
    return answered ? answered.result : runOn(await primary.connect())
  })
}

/**
 * A read-only transaction, shared by the loaders of one request. `work` may run twice: after a failed query of another loader
 * PostgreSQL refuses the rest of the transaction, so it runs again alone.
 */
export function transactReadOnly<I extends Identity, Result>(
  identity: I,
  work: Work<I, Result>,
): Promise<Result> {
  refuseInside()
  return requests.getStore()?.query(identity, work) ?? transact(identity, work, true)
}

type SharedRead = {
  identity: Identity
  transaction: Promise<Transaction>
  works: Promise<unknown>[]
}

/**
 * The read-only transaction of one request. The first query opens it; it ends with the last loader, or before a loader opens
 * its own transaction, so that no request waits for a second connection while holding one.
 */
export class RequestReads {
  #loaders = 0
  #shared: SharedRead | null = null
  #ended: Promise<unknown> = Promise.resolve()

  async whileLoading<Result>(loader: () => Promise<Result>): Promise<Result> {
    this.#loaders += 1
    try {
      return await requests.run(this, loader)
    } finally {
      this.#loaders -= 1
      if (this.#loaders === 0) await this.end()
    }
  }

  /** Null when no loader is left to end the transaction, or it has another identity. */
  query<I extends Identity, Result>(identity: I, work: Work<I, Result>): Promise<Result> | null {
    if (this.#loaders === 0) return null
    this.#shared ??= { identity, transaction: open(identity, true), works: [] }
    if (!isDeepStrictEqual(this.#shared.identity, identity)) return null
    return this.#readIn(this.#shared, identity, work)
  }

  async #readIn<I extends Identity, Result>(
    { transaction, works }: SharedRead,
    identity: I,
    work: Work<I, Result>,
  ): Promise<Result> {
    const working = transaction.then(({ tx }) =>
      inside.run(true, () => work(actorOf(identity, tx))),
    )
    works.push(working)
    await Promise.allSettled([working])
    const { hasFailed } = await transaction
    return hasFailed ? transact(identity, work, true) : working
  }

  /** Ends the transaction after its reads; the next read opens another. */
  end(): Promise<unknown> {
    if (this.#shared) this.#ended = Promise.all([this.#ended, endSharedRead(this.#shared)])
    this.#shared = null
    return this.#ended
  }
}

async function endSharedRead({ transaction, works }: SharedRead): Promise<void> {
  await Promise.allSettled(works)
  try {
    const begun = await transaction
    await (begun.hasFailed ? begun.rollback() : begun.commit())
  } catch (fault) {
    // Its readers already have their results or errors.
    log.warn('the shared transaction of a request failed', { reason: String(fault) })
  }
}

function refuseInside(): void {
  if (inside.getStore()) throw new Error('a transaction inside a transaction: pass the actor on')
}

function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseInside()
  void requests.getStore()?.end()
  return inside.run(true, work)
}

async function open(identity: Identity, isReadOnly: boolean): Promise<Transaction> {
  return begin(await poolOf[identity.role].connect(), identity, isReadOnly)
}

function begin(client: pg.PoolClient, identity: Identity, isReadOnly: boolean) {
  const { role, clientAddress } = identity
  const userId = 'userId' in identity ? identity.userId : null
  const investorId = 'investorId' in identity ? identity.investorId || null : null
  const who = { role, userId, investorId, auditedAs: auditedAs(identity), clientAddress }
  return Transaction.begin(client, who, isReadOnly || 'viewedBy' in identity)
}

function auditedAs(identity: Identity) {
  if ('audited' in identity) return identity.audited
  if ('viewedBy' in identity) return identity.viewedBy
  return identity.role === 'system' ? 'worker' : identity.role
}

async function run<I extends Identity, Result>(
  client: pg.PoolClient,
  identity: I,
  work: Work<I, Result>,
  isReadOnly: boolean,
): Promise<Result> {
  const transaction = await begin(client, identity, isReadOnly)
  try {
    const result = await work(actorOf(identity, transaction.tx))
    await (isRefusal(result) ? transaction.rollback() : transaction.commit())
    return result
  } catch (fault) {
    await transaction.rollback()
    throw fault
  }
}

function actorOf<I extends Identity>(identity: I, tx: Tx): ActorOf<I> {
  const { clientAddress: _, ...who } = identity
  const rights = who.role === 'investor' && !('viewedBy' in who) ? { mayWrite: true } : {}
  return { ...who, ...rights, tx } as unknown as ActorOf<I>
}

/**
 * Runs `work` as msingi_reactions, which may write what the actor may not. Await everything in it: a concurrent query on the
 * same transaction would have these rights.
 */
export async function withReactionsRole<Result>(
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`select set_config('role', 'msingi_reactions', true)`.execute(actor.tx)
  const result = await work()
  await sql`select set_config('role', current_setting('app.database_role'), true)`.execute(actor.tx)
  return result
}
