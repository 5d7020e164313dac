import pLimit from 'p-limit'
import { RouterContextProvider } from 'react-router'
import type { Topic } from '../../values/event.ts'
import { clock } from '../clock.server.ts'
import { log } from '../observability/log.server.ts'
import { currentUser, notFound, visitorContext } from '../session/session.server.ts'
import { listenFor, mayHaveChanged } from './live.server.ts'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** The topics of a stream; `own` are those of the account. Throws without access. */
export type Authorise = (context: Context) => Promise<{ topics: Topic[]; own: Topic | null }>

const heartbeatEvery = 25
const checkedEvery = 30
/** Streams of one person on all devices; the oldest is closed for a new one. */
const mostOfOnePerson = 20
/** After a restart, streams must leave connections to pages. */
const limitChecks = pLimit(4)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const heartbeat = bytesOf(':\n\n')

/** So many pages can reload within two seconds. */
const readAtOnce = 50
/** The time one reload costs the process, doubled to leave room for others. */
const msOfReading = 20
/** Streams opened within this time count as one crowd. */
const comeTogetherMs = 5_000

/** Tells a crowd to spread its reloads over some milliseconds; its id is the time, which a reconnection sends back. */
function changedEvent(crowd: number): Uint8Array {
  const spreadMs = Math.max(0, crowd - readAtOnce) * msOfReading
  return bytesOf(`id: ${clock.now().getTime()}\nevent: changed\ndata: ${spreadMs}\n\n`)
}

/**
 * A stream of `changed` events with the milliseconds to spread reloads over. It starts with one unless nothing changed
 * since the page was read, the time in `?since=`, or since the last event.
 * Access is checked every 30 s and when the account or its sessions change; when it ends, a last
 * event makes the page reload and redirect to sign-in. Requests do not renew the session.
 */
export async function changeStream(context: Context, authorise: Authorise): Promise<Response> {
  const { signal, url, headers } = context.get(visitorContext).request
  // A stream has no end, so its data cannot be read.
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('.data')) throw notFound('file')
  const since = Number(headers.get('last-event-id') || searchParams.get('since') || Number.NaN)
  const look = () =>
    limitChecks(async () => {
      // The client left while waiting.
      if (signal.aborted) throw notFound('file')
      const asking = inBackground(context)
      const access = await authorise(asking)
      return { ...access, userId: (await currentUser(asking))?.userId ?? null }
    })
  const access = await look()
  const body = openLine(signal, (line) => {
    // Spreads the reconnections after a process ends.
    line.send(bytesOf(`retry: ${Math.round(1000 + Math.random() * 4000)}\n\n`))
    return follow(access, since, look, line)
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}

/** The response to a write to a stream. Thrown, so that no stream is opened. */
export function methodNotAllowed(): never {
  throw new Response('Method not allowed.', {
    status: 405,
    headers: { Allow: 'GET, HEAD' },
  })
}

/** An open stream with its owner, start, timer and end. */
type Followed = { userId: string | null; since: number; tick: () => void; end: () => void }

const open = new Set<Followed>()
let ticking: ReturnType<typeof setInterval> | undefined

export function openStreams(): number {
  return open.size
}

/** Streams opened in the last seconds: after a restart, all of them. */
function recentStreams(): number {
  const from = performance.now() - comeTogetherMs
  return [...open].filter(({ since }) => since > from).length
}

/** One timer for all streams, at different seconds. */
function add(stream: Followed) {
  const ofThePerson = [...open].filter(({ userId }) => userId !== null && userId === stream.userId)
  if (ofThePerson.length >= mostOfOnePerson) ofThePerson[0]?.end()
  open.add(stream)
  ticking ??= setInterval(() => {
    for (const { tick } of open) tick()
  }, 1000)
}

function remove(stream: Followed) {
  open.delete(stream)
  if (open.size > 0) return
  clearInterval(ticking)
  ticking = undefined
}

type Line = { send: (text: Uint8Array) => void; close: () => void }

/**
 * A body that `begin` writes to until the client leaves. For a slow client events are merged and
 * heartbeats skipped; server/http.ts drops one that stays slow.
 */
function openLine(
  left: AbortSignal,
  begin: (line: Line) => () => void,
): ReadableStream<Uint8Array> {
  let owed: Uint8Array | null = null
  let isCancelled = false
  let stop: () => void
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (text: Uint8Array) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(text)
          else if (text !== heartbeat) owed = text
        }
        const close = () => {
          if (!isCancelled) controller.close()
        }
        stop = begin({ send, close })
        left.addEventListener('abort', stop, { once: true })
      },
      pull: (controller) => {
        if (!owed) return
        controller.enqueue(owed)
        owed = null
      },
      cancel: () => {
        isCancelled = true
        stop()
      },
    },
    { highWaterMark: 16 },
  )
}

type Access = Awaited<ReturnType<Authorise>> & { userId: string | null }

const topicsOf = ({ topics, userId }: Access): Topic[] => [...topics, `account:${userId}`]

/** Sends every change while access lasts; returns a function to stop. */
function follow(
  first: Access,
  readAt: number,
  look: () => Promise<Access>,
  line: Line,
): () => void {
  let hasEnded = false
  let seconds = Math.floor(Math.random() * checkedEvery)
  let unlisten = listen(first)
  const stream: Followed = { userId: first.userId, since: performance.now(), tick, end }
  add(stream)
  if (mayHaveChanged(topicsOf(first), readAt)) line.send(changedEvent(recentStreams()))

  function listen(access: Access): () => void {
    const { own, userId } = access
    return listenFor(topicsOf(access), (topic, crowd) => {
      // This session may have ended, or another one.
      if (topic === `account:${userId}`) return void check()
      line.send(changedEvent(crowd))
      if (own !== null && (topic === own || topic === null)) void check()
    })
  }

  function tick() {
    seconds += 1
    if (seconds % heartbeatEvery === 0) line.send(heartbeat)
    if (seconds % checkedEvery === 0) void check()
  }

  async function check() {
    const access = await accessNow(look)
    if (hasEnded) return
    if (!access) {
      line.send(changedEvent(1))
      end()
      return
    }
    unlisten()
    unlisten = listen(access)
  }

  function end() {
    if (hasEnded) return
    hasEnded = true
    remove(stream)
    unlisten()
    line.close()
  }

  return end
}

/** Null when access has ended or is unknown; the client reconnects. */
async function accessNow(look: () => Promise<Access>): Promise<Access | null> {
  try {
    return await look()
  } catch (fault) {
    // A guard's refusal is not an Error; a database failure is.
    if (fault instanceof Error)
      log.warn('a live stream could not be checked', { reason: fault.message })
    return null
  }
}

/** A background request of the same visitor, which does not renew the session. */
function inBackground(context: Context): Context {
  const visitor = context.get(visitorContext)
  const headers = new Headers(visitor.request.headers)
  headers.set('cookie', `${headers.get('cookie') ?? ''}; live=1`)
  const { url } = visitor.request
  const { session: _, ...rest } = visitor
  const asking = new RouterContextProvider()
  asking.set(visitorContext, { ...rest, request: new Request(url, { headers }) })
  return asking
}
