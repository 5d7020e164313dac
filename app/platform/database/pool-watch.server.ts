import type { Socket } from 'node:net'
import type pg from 'pg'

const checkEveryMs = 500
/** The silence after which a connection is closed when the listening connection was lost. */
const silenceAfterLossMs = 5_000
/** No statement runs this long (statement_timeout), so the server behind the connection is gone. */
const longestSilenceMs = 40_000

type PooledConnection = {
  pool: pg.Pool
  silence: Silence
  isIdle: boolean
  isFromBeforeLoss: boolean
}

const connections = new Map<pg.ClientBase, PooledConnection>()

/** Missing from pg's types. TLS replaces the socket. */
type Undeclared = { connection: { stream: Socket }; _ending: boolean }

export const socketOf = (client: pg.ClientBase) =>
  (client as unknown as Undeclared).connection.stream
const isEnding = (client: pg.ClientBase) => (client as unknown as Undeclared)._ending

/** How long a server has sent nothing, not counting stalls of the event loop. */
export class Silence {
  readonly #client: pg.ClientBase
  #bytes = 0
  #ms = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
    this.restart()
  }

  restart(): void {
    this.#bytes = socketOf(this.#client).bytesRead
    this.#ms = 0
  }

  /** Adds elapsed time and returns the total silence. */
  add(ms: number): number {
    if (socketOf(this.#client).bytesRead === this.#bytes) this.#ms += ms
    else this.restart()
    return this.#ms
  }
}

/**
 * Calls `check` at an interval with the elapsed time. After a stall of the event loop at most two intervals count, because
 * timers run before pending data is read.
 */
export function watchTime(
  everyMs: number,
  check: (elapsedMs: number) => void,
): { stop: () => void } {
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const elapsed = Math.min(now - last, 2 * everyMs)
    last = now
    check(elapsed)
  }, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Closes the pool's connections whose server stops responding. */
export function watchPool(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    connections.set(client, {
      pool,
      silence: new Silence(client),
      isIdle: false,
      isFromBeforeLoss: false,
    })
    client.once('end', () => connections.delete(client))
  })
  pool.on('acquire', (client) => {
    const connection = connections.get(client)
    if (!connection) return
    connection.isIdle = false
    connection.silence.restart()
  })
  pool.on('release', (_, client) => {
    const connection = connections.get(client)
    if (!connection) return
    connection.isIdle = true
    // Ended before the pool looks at it, the connection is not given to the next caller.
    if (connection.isFromBeforeLoss) void (client as pg.Client).end()
  })
}

/**
 * After the listening connection is lost the server may be gone or no longer the primary. Idle connections are closed now,
 * others when released or after five seconds without a byte.
 */
export function dropConnectionsAfterLoss(): void {
  for (const [client, connection] of connections) {
    connection.isFromBeforeLoss = true
    if (!connection.isIdle) continue
    const fault = new Error('closed because the listening connection was lost')
    socketOf(client).destroy()
    // The pool removes the connection here, and not when the socket's end arrives later.
    client.emit('error', fault)
  }
}

const pending = new Map<pg.Pool, Promise<unknown>>()

/**
 * Checks that a pool's database responds; concurrent calls share one query. A pool whose connections are all in use counts
 * as healthy, unless all of them predate a loss: they may be waiting for a lock.
 */
export function askPool(pool: pg.Pool): Promise<unknown> {
  const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0
  if (isFull && hasNewConnection(pool)) return Promise.resolve()
  const underway = pending.get(pool)
  if (underway) return underway
  const check = pool.query('select 1').finally(() => {
    if (pending.get(pool) === check) pending.delete(pool)
  })
  pending.set(pool, check)
  return check
}

/** After a reconnect: earlier checks may still wait for a server that is gone. */
export function askPoolsAgain(): void {
  pending.clear()
}

const hasNewConnection = (pool: pg.Pool) =>
  [...connections.values()].some(
    (connection) => connection.pool === pool && !connection.isFromBeforeLoss,
  )

function closeSilent(elapsedMs: number): void {
  for (const [client, { isIdle, isFromBeforeLoss, silence }] of connections) {
    if (isIdle && !isEnding(client)) continue
    const allowed = isFromBeforeLoss ? silenceAfterLossMs : longestSilenceMs
    if (silence.add(elapsedMs) < allowed) continue
    socketOf(client).destroy(new Error('closed because the database did not answer'))
  }
}

watchTime(checkEveryMs, closeSilent)
