import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from '../../../config/database-client.ts'
import type { Topic } from '../../values/event.ts'
import { isId } from '../../values/id.ts'
import { clock } from '../clock.server.ts'
import { connectionOf } from '../database/connections.server.ts'
import {
  askPoolsAgain,
  dropConnectionsAfterLoss,
  Silence,
  socketOf,
  watchTime,
} from '../database/pool-watch.server.ts'
import { log } from '../observability/log.server.ts'

/** Null when the listening connection was lost; `crowd` is how many are notified together. */
type Changed = (topic: Topic | null, crowd: number) => void
type Listener = { topics: ReadonlySet<Topic>; changed: Changed }

const checkedEveryMs = 1_000
const answeredWithinMs = 5_000
/** Short, because the address may lead to a new primary any moment. */
const reconnectedWithinMs = 3_000
/** The clocks of two processes may differ by this much. */
const clockToleranceMs = 5_000
/** Beyond these the times of changes are forgotten. */
const mostChanges = 10_000
const listeners = new Set<Listener>()
/** When topics last changed, complete from `heardFrom` on. */
const changes = new Map<Topic, number>()
let heardFrom = Number.POSITIVE_INFINITY
let connection: pg.Client | null = null
let stopped = true

/** Calls `changed` for changes of these topics in any process; returns a function to stop. */
export function listenFor(topics: Iterable<Topic>, changed: Changed): () => void {
  const listener = { topics: new Set(topics), changed }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether one of these topics may have changed since a page was read, in milliseconds of the clock. True when this process
 * has not listened for so long; a page may have been read by another one.
 */
export function mayHaveChanged(topics: Iterable<Topic>, since: number): boolean {
  const from = since - clockToleranceMs
  if (!(from >= heardFrom && since <= clock.now().getTime())) return true
  return [...topics].some((topic) => (changes.get(topic) ?? 0) >= from)
}

/** Opens this process's listening connection, until `stopListening`; there is never a second one. */
export async function startListening(): Promise<void> {
  stopped = false
  if (!connection) await connect()
}

/** Queries the listening connection, which no request waits for. Throws while it is lost. */
export async function queryListener<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  if (!connection) throw new Error('the listening connection is lost')
  const { rows } = await connection.query<Row>(text)
  return rows
}

export async function stopListening(): Promise<void> {
  stopped = true
  await connection?.end()
  connection = null
}

async function connect(connectionTimeoutMillis = answeredWithinMs) {
  const limits = { connectionTimeoutMillis }
  const client = new DatabaseClient({ ...limits, ...connectionOf('msingi_web') })
  client.on('notification', ({ payload = '' }) => {
    if (isTopic(payload)) notify(payload)
    else log.warn('a change was announced without a topic', { told: payload.slice(0, 100) })
  })
  client.on('error', (fault) =>
    log.warn('the listening connection was lost', { reason: fault.message }),
  )
  let checks: { stop: () => void } | null = null
  try {
    await client.connect()
    checks = checkAnswers(client)
    await client.query('listen msingi')
  } catch (fault) {
    checks?.stop()
    void client.end()
    throw fault
  }
  if (stopped || connection) {
    checks.stop()
    return client.end()
  }
  client.on('end', () => {
    checks.stop()
    if (!stopped) dropConnectionsAfterLoss()
    void reconnect()
  })
  forgetChanges()
  connection = client
}

/** Detects a dead connection by a query; closing it reconnects. */
function checkAnswers(client: pg.Client) {
  const silence = new Silence(client)
  let isPending = false
  return watchTime(checkedEveryMs, (elapsedMs) => {
    if (isPending && silence.add(elapsedMs) >= answeredWithinMs) {
      socketOf(client).destroy(new Error('the database did not answer'))
    }
    if (isPending) return
    isPending = true
    silence.restart()
    const answered = () => {
      isPending = false
    }
    client.query('select 1').then(answered, answered)
  })
}

/** Changes during the loss were missed, so everyone is notified. */
async function reconnect() {
  connection = null
  heardFrom = Number.POSITIVE_INFINITY
  while (!stopped) {
    await sleep(500)
    try {
      await connect(reconnectedWithinMs)
      askPoolsAgain()
      for (const listener of listeners) listener.changed(null, listeners.size)
      return
    } catch (fault) {
      log.warn('listening again failed', { reason: reasonOf(fault) })
    }
  }
}

const reasonOf = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault))

/** Anyone with a database login may notify: only known topics are accepted. */
function isTopic(payload: string): payload is Topic {
  const [kind, id, ...rest] = payload.split(':')
  if (kind === 'investor' || kind === 'project' || kind === 'account')
    return id !== undefined && isId(id) && rest.length === 0
  return payload === 'all' || payload === 'admin' || payload === 'public'
}

function forgetChanges() {
  changes.clear()
  heardFrom = clock.now().getTime()
}

function notify(topic: Topic) {
  if (changes.size >= mostChanges) forgetChanges()
  changes.set(topic, clock.now().getTime())
  const concerned = [...listeners].filter(({ topics }) => topics.has(topic))
  for (const { changed } of concerned) changed(topic, concerned.length)
}
