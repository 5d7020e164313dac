import pLimit from 'p-limit'
import { RouterContextProvider } from 'react-router'
import type { Topic } from '../../values/event.ts'
import { log } from '../observability/log.server.ts'
import { currentUser, notFound, visitorContext } from '../session/session.server.ts'
import { listenFor } from './live.server.ts'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** Whose changes a stream tells of, as things are now. `own` tells of the person's account. Throws when access ended. */
export type Authorise = (context: Context) => Promise<{ topics: Topic[]; own: Topic | null }>

const heartbeatEvery = 25
const checkedEvery = 30
/** Of one person, on all their devices: the one that was opened first makes room. */
const mostOfOnePerson = 20
/** However many ask at once, as after a restart, streams leave connections to the pages. */
const limitChecks = pLimit(4)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const heartbeat = bytesOf(':\n\n')

/** So many pages are read again at once and shown within the two seconds of decisions §6. */
const readAtOnce = 50
/** What reading a page again costs the process, with as much left for whoever did not wait for it. */
const msOfReading = 20
/** For how long those who opened a stream count as having come together. */
const comeTogetherMs = 5_000

/** Over how many ms a crowd that is told at the same time is asked to spread its reading: a process reads some fifty pages a second. */
function changedEvent(crowd: number): Uint8Array {
  return bytesOf(`event: changed\ndata: ${Math.max(0, crowd - readAtOnce) * msOfReading}\n\n`)
}

/**
 * A stream of server-sent events that says "changed", over how many milliseconds to spread what is read because of it, and
 * nothing more. It begins with one, because nobody heard what happened before it. What it asks never renews the session;
 * session, role and topics are looked up again every 30 s, when the person's own account changes and when a session of
 * theirs ends. When access has ended the page is told once more, so that it leads to the sign-in, and the stream closes.
 */
export async function changeStream(context: Context, authorise: Authorise): Promise<Response> {
  const { signal, url } = context.get(visitorContext).request
  // A stream has no data to be read to its end, which would never come.
  if (new URL(url).pathname.endsWith('.data')) throw notFound('file')
  const look = () =>
    limitChecks(async () => {
      // Nobody asks for whoever left while waiting for a turn.
      if (signal.aborted) throw notFound('file')
      const asking = inBackground(context)
      const access = await authorise(asking)
      return { ...access, userId: (await currentUser(asking))?.userId ?? null }
    })
  const access = await look()
  const body = openLine(signal, (line) => {
    // Browsers that lose one process come back to the next one, not all in the same moment.
    line.send(bytesOf(`retry: ${Math.round(1000 + Math.random() * 4000)}\n\n`))
    return follow(access, look, line)
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

/** The answer to what is sent to a stream: it takes nothing. Thrown, so that no stream is opened after it. */
export function methodNotAllowed(): never {
  throw new Response('Method not allowed.', {
    status: 405,
    headers: { Allow: 'GET, HEAD' },
  })
}

/** An open stream: whose it is, since when, what it does each second, and how it ends. */
type Followed = { userId: string | null; since: number; tick: () => void; end: () => void }

const open = new Set<Followed>()
let ticking: ReturnType<typeof setInterval> | undefined

/** How many streams this process holds open. */
export function openStreams(): number {
  return open.size
}

/** How many opened a stream in the last seconds: after a restart those are all. */
function recentStreams(): number {
  const from = performance.now() - comeTogetherMs
  return [...open].filter(({ since }) => since > from).length
}

/** One clock for all streams, which are not served in the same moment because each counts from a second of its own. */
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
 * A body that `begin` writes to until the reader leaves; it answers how to stop. For a reader that is slow the last
 * "changed" waits, however many there were, and heartbeats are left out; server/http.ts drops one that stays so.
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

/** Tells the line of every change as long as access lasts; answers how to stop. */
function follow(first: Access, look: () => Promise<Access>, line: Line): () => void {
  let hasEnded = false
  let seconds = Math.floor(Math.random() * checkedEvery)
  let unlisten = listen(first)
  const stream: Followed = { userId: first.userId, since: performance.now(), tick, end }
  add(stream)
  line.send(changedEvent(recentStreams()))

  function listen({ topics, own, userId }: Access): () => void {
    const sessions: Topic = `account:${userId}`
    return listenFor([...topics, sessions], (topic, crowd) => {
      // A session of theirs has ended: this one, or on another device.
      if (topic === sessions) return void check()
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

/** Null when access has ended, or when nobody can say: the reader comes back later and is asked then. */
async function accessNow(look: () => Promise<Access>): Promise<Access | null> {
  try {
    return await look()
  } catch (fault) {
    // A refusal of the guard is no Error; a database that cannot answer is.
    if (fault instanceof Error)
      log.warn('a live stream could not be checked', { reason: fault.message })
    return null
  }
}

/** The same visitor asking anew, marked as what live updates ask by themselves, which is no use of a session. */
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
