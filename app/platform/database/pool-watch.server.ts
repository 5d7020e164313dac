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

/** What pg does not declare of a connection; TLS replaces its socket. */
type Undeclared = { connection: { stream: Socket }; _ending: boolean }

export const socketOf = (client: pg.ClientBase) =>
  (client as unknown as Undeclared).connection.stream
const isEnding = (client: pg.ClientBase) => (client as unknown as Undeclared)._ending

/** How long the server behind a connection has sent nothing, in time during which the event loop could read. */
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

  /** Adds time that passed and answers the whole silence. */
  add(ms: number): number {
    if (socketOf(this.#client).bytesRead === this.#bytes) this.#ms += ms
    else this.restart()
    return this.#ms
  }
}

/**
 * Calls `check` at an interval with the time that passed. After a stall of the event loop at most two intervals count: its
 * timers run before the answers that arrived in the meantime are read.
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

/** Watches the connections of a pool, so that those to a server that went silent are closed. */
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
 * The listening connection was lost, so the server may be gone, or may no longer be the primary. Idle connections are closed
 * now, those in use when they are released or after five seconds without a byte.
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

const unanswered = new Map<pg.Pool, Promise<unknown>>()

/**
 * Asks over a pool. A question that is not answered yet is not asked again. A pool whose connections are all in use is not
 * asked either, unless they are all from before a loss: waiting for a lock is no loss of the database.
 */
export function askPool(pool: pg.Pool): Promise<unknown> {
  const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0
  if (isFull && hasNewConnection(pool)) return Promise.resolve()
  const underway = unanswered.get(pool)
  if (underway) return underway
  const question = pool.query('select 1').finally(() => {
    if (unanswered.get(pool) === question) unanswered.delete(pool)
  })
  unanswered.set(pool, question)
  return question
}

/** The listening connection is back: what was asked before may still wait for a server that is gone. */
export function askPoolsAgain(): void {
  unanswered.clear()
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
