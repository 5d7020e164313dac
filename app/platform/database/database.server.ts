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

const poolOf = {
  guest: connectionPools.web,
  investor: connectionPools.web,
  admin: connectionPools.office,
  system: connectionPools.system,
}

const inside = new AsyncLocalStorage<true>()
/** What the loaders of this request read. */
const requests = new AsyncLocalStorage<RequestReads>()

type Work<I extends Identity, Result> = (actor: ActorOf<I>) => Promise<Result>

const isRefusal = (result: unknown) =>
  typeof result === 'object' && result !== null && 'refused' in result

/**
 * One transaction as this identity, committed when `work` has ended. A returned refusal rolls back. It does not open
 * inside itself: ten on a pool of ten would wait for each other for ever. A database error that was swallowed inside `work`
 * does not end as success.
 */
export function transact<I extends Identity, Result>(
  identity: I,
  work: Work<I, Result>,
  isReadOnly = false,
): Promise<Result> {
  return alone(async () => run(await poolOf[identity.role].connect(), identity, work, isReadOnly))
}

/**
 * As `transact`, for work that only reads and may be answered by the replica (DATABASE_REPLICA_URL), with the same rights
 * and never with an older state than the primary had when it was asked (platform/database/replica.server.ts). Without a replica, or
 * when it lags or is gone, the primary answers. `work` may run twice.
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
 * As `transact`, for work that only reads: within a page's loader in the one transaction of its request. `work` may run
 * twice: when a query of another loader failed, PostgreSQL refuses the rest of the transaction, and it is run again alone.
 */
export function transactReadOnly<I extends Identity, Result>(
  identity: I,
  work: Work<I, Result>,
): Promise<Result> {
  refuseInside()
  return requests.getStore()?.query(identity, work) ?? transact(identity, work, true)
}

/** A read-only transaction that loaders share. */
type JointRead = {
  identity: Identity
  transaction: Promise<Transaction>
  works: Promise<unknown>[]
}

/**
 * The read-only transaction of one request: the first query of its loaders opens it, and it is committed when the last of
 * them has finished, or before one of them opens a transaction of its own, so that no request waits for a second connection
 * while it holds one.
 */
export class RequestReads {
  #loaders = 0
  #joint: JointRead | null = null
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

  /** Null when no loader is left that would end the transaction, or when it is another person's. */
  query<I extends Identity, Result>(identity: I, work: Work<I, Result>): Promise<Result> | null {
    if (this.#loaders === 0) return null
    this.#joint ??= { identity, transaction: open(identity, true), works: [] }
    if (!isDeepStrictEqual(this.#joint.identity, identity)) return null
    return this.#readIn(this.#joint, identity, work)
  }

  async #readIn<I extends Identity, Result>(
    joint: JointRead,
    identity: I,
    work: Work<I, Result>,
  ): Promise<Result> {
    const working = joint.transaction.then(({ tx }) =>
      inside.run(true, () => work(actorOf(identity, tx))),
    )
    joint.works.push(working)
    await Promise.allSettled([working])
    const { hasFailed } = await joint.transaction
    return hasFailed ? transact(identity, work, true) : working
  }

  /** Ends the transaction when those who read in it are done; the next read opens another. */
  end(): Promise<unknown> {
    if (this.#joint) this.#ended = Promise.all([this.#ended, endJointRead(this.#joint)])
    this.#joint = null
    return this.#ended
  }
}

async function endJointRead({ transaction, works }: JointRead): Promise<void> {
  await Promise.allSettled(works)
  try {
    const begun = await transaction
    await (begun.hasFailed ? begun.rollback() : begun.commit())
  } catch (fault) {
    // Its readers have been answered, or were told.
    log.warn('the transaction of a request broke off', { reason: String(fault) })
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

/** The name in the audit log. */
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
 * Runs `work` as msingi_reactions, which writes what the actor may not, and then as the actor again.
 * For `publish`, and for the demo, which writes its notifications without events. Await everything in it: a query
 * running next to it on the same transaction would have its rights.
 */
export async function withReactionsRole<Result>(
  actor: Actor,
  work: () => Promise<Result>,
): Promise<Result> {
  const takeRole = (role: string) =>
    sql`select set_config('role', ${`msingi_${role}`}, true)`.execute(actor.tx)
  await takeRole('reactions')
  const result = await work()
  await takeRole(actor.role)
  return result
}
