import { RouterContextProvider } from 'react-router'
import type { Topic } from '../values/event.ts'
import { listenFor } from './live.server.ts'
import { log } from './log.server.ts'
import { visitorContext } from './session.server.ts'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** Whose changes a stream tells of, as things are now. `own` tells of the person's account. Throws when access ended. */
export type Authorise = (context: Context) => Promise<{ topics: Topic[]; own: Topic | null }>

const heartbeatEveryMs = 25_000
const checkedEveryMs = 30_000
const bytesOf = (text: string) => new TextEncoder().encode(text)
const changedEvent = bytesOf('event: changed\ndata:\n\n')

/**
 * A stream of server-sent events that says "changed" and nothing more. What it asks never renews the session; session,
 * role and topics are looked up again every 30 s and when the person's own account changes. When access has ended the
 * page is told once more, so that it leads to the sign-in, and the stream closes.
 */
export async function changedStream(context: Context, authorise: Authorise): Promise<Response> {
  const { signal } = context.get(visitorContext).request
  const first = await authorise(asUnasked(context))
  let end: (() => void) | undefined
  let owed = false
  let cancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (text: Uint8Array) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(text)
          else owed ||= text === changedEvent
        }
        send(bytesOf('retry: 2000\n\n'))
        end = follow(
          first,
          () => authorise(asUnasked(context)),
          send,
          () => {
            if (!cancelled) controller.close()
          },
        )
      },
      pull: (controller) => {
        if (!owed) return
        owed = false
        controller.enqueue(changedEvent)
      },
      cancel: () => {
        cancelled = true
        end?.()
      },
    },
    { highWaterMark: 16 },
  )
  signal.addEventListener('abort', () => end?.(), { once: true })
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  })
}

type Access = Awaited<ReturnType<Authorise>>

function follow(first: Access, authorise: () => Promise<Access>, send: (text: Uint8Array) => void, close: () => void) {
  let stops: (() => void)[] = []
  let ended = false
  const unlisten = () => {
    for (const stop of stops) stop()
  }
  const listen = ({ topics, own }: Access) => {
    unlisten()
    stops = [listenFor(topics, () => send(changedEvent)), ...(own ? [listenFor([own], () => void check())] : [])]
  }
  const check = async () => {
    try {
      const access = await authorise()
      if (!ended) listen(access)
    } catch (fault) {
      // A refusal of the guard is no Error; a database that cannot answer is, and lets the reader come back later.
      if (fault instanceof Error) log.warn('a live stream could not be checked', { reason: fault.message })
      if (ended) return
      send(changedEvent)
      end()
    }
  }
  const end = () => {
    if (ended) return
    ended = true
    unlisten()
    clearInterval(beat)
    clearInterval(checks)
    close()
  }
  const beat = setInterval(() => send(bytesOf(':\n\n')), heartbeatEveryMs)
  const checks = setInterval(() => void check(), checkedEveryMs)
  listen(first)
  return end
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
