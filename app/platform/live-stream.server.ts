import { RouterContextProvider } from 'react-router'
import type { Topic } from '../values/event.ts'
import { listenFor } from './live.server.ts'
import { log } from './log.server.ts'
import { notFound, visitorContext } from './session.server.ts'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** Whose changes a stream tells of, as things are now. `own` tells of the person's account. Throws when access ended. */
export type Authorise = (context: Context) => Promise<{ topics: Topic[]; own: Topic | null }>

const heartbeatEveryMs = 25_000
const checkedEveryMs = 30_000
const bytesOf = (text: string) => new TextEncoder().encode(text)
const changedEvent = bytesOf('event: changed\ndata:\n\n')
const heartbeat = bytesOf(':\n\n')

/**
 * A stream of server-sent events that says "changed" and nothing more. What it asks never renews the session; session,
 * role and topics are looked up again every 30 s and when the person's own account changes. When access has ended the
 * page is told once more, so that it leads to the sign-in, and the stream closes.
 */
export async function changedStream(context: Context, authorise: Authorise): Promise<Response> {
  const { signal, url } = context.get(visitorContext).request
  // A stream has no data to be read to its end, which would never come.
  if (new URL(url).pathname.endsWith('.data')) throw notFound('file')
  const look = () => authorise(asUnasked(context))
  const access = await look()
  const body = openLine(signal, (line) => {
    line.send(bytesOf('retry: 2000\n\n'))
    return follow(access, look, line)
  })
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  })
}

/** The answer to what is sent to a stream: it takes nothing. Thrown, so that no stream is opened after it. */
export function takesNothing(): never {
  throw new Response('This address does not take that.', { status: 405, headers: { Allow: 'GET, HEAD' } })
}

let open = 0

/** How many streams this process holds open. */
export function openStreams(): number {
  return open
}

type Line = { send: (text: Uint8Array) => void; close: () => void }

/**
 * A body that `begin` writes to until the reader leaves; it answers how to stop. For a reader that is slow one "changed"
 * waits, however many there were, and heartbeats are left out.
 */
function openLine(left: AbortSignal, begin: (line: Line) => () => void): ReadableStream<Uint8Array> {
  let owesChanged = false
  let isCancelled = false
  let stop: () => void
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (text: Uint8Array) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(text)
          else owesChanged ||= text === changedEvent
        }
        const close = () => {
          if (!isCancelled) controller.close()
        }
        stop = begin({ send, close })
        left.addEventListener('abort', stop, { once: true })
      },
      pull: (controller) => {
        if (!owesChanged) return
        owesChanged = false
        controller.enqueue(changedEvent)
      },
      cancel: () => {
        isCancelled = true
        stop()
      },
    },
    { highWaterMark: 16 },
  )
}

type Access = Awaited<ReturnType<Authorise>>

/** Tells the line of every change as long as access lasts; answers how to stop. */
function follow(first: Access, look: () => Promise<Access>, line: Line): () => void {
  let hasEnded = false
  let listening = listen(first)
  open += 1

  function listen({ topics, own }: Access): (() => void)[] {
    const changes = listenFor(topics, () => line.send(changedEvent))
    return own ? [changes, listenFor([own], () => void check())] : [changes]
  }

  function unlisten() {
    for (const stop of listening) stop()
  }

  async function check() {
    const access = await accessNow(look)
    if (hasEnded) return
    if (!access) {
      line.send(changedEvent)
      end()
      return
    }
    unlisten()
    listening = listen(access)
  }

  function end() {
    if (hasEnded) return
    hasEnded = true
    open -= 1
    unlisten()
    clearInterval(beats)
    clearInterval(checks)
    line.close()
  }

  const beats = setInterval(() => line.send(heartbeat), heartbeatEveryMs)
  const checks = setInterval(() => void check(), checkedEveryMs)
  return end
}

/** Null when access has ended, or when nobody can say: the reader comes back later and is asked then. */
async function accessNow(look: () => Promise<Access>): Promise<Access | null> {
  try {
    return await look()
  } catch (fault) {
    // A refusal of the guard is no Error; a database that cannot answer is.
    if (fault instanceof Error) log.warn('a live stream could not be checked', { reason: fault.message })
    return null
  }
}

/** The same visitor asking anew, marked as what live updates ask by themselves, which is no use of a session. */
function asUnasked(context: Context): Context {
  const visitor = context.get(visitorContext)
  const headers = new Headers(visitor.request.headers)
  headers.set('cookie', `${headers.get('cookie') ?? ''}; live=1`)
  const { url, signal } = visitor.request
  const { session: _, ...rest } = visitor
  const asking = new RouterContextProvider()
  asking.set(visitorContext, { ...rest, request: new Request(url, { headers, signal }) })
  return asking
}
