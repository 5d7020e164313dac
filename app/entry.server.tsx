import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { startAfterPaint } from './platform/http/script-after-paint.ts'
import { log, pathForLog } from './platform/observability/log.server.ts'
import { visitorContext } from './platform/session/session.server.ts'

export const streamTimeout = 10_000

/** Inline scripts carry the nonce of the response's Content-Security-Policy. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(visitorContext)
  return new Promise((answer, fail) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} {...(nonce ? { nonce } : {})} />,
      {
        ...(nonce ? { nonce } : {}),
        // Sent as a whole: streamed boundaries would stay hidden without JavaScript.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          // Otherwise the timer would hold the whole page in memory until it fires.
          clearTimeout(late)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          pipe(collecting((body) => answer(new Response(body, { headers, status: code }))))
        },
        onShellError: (fault) => {
          clearTimeout(late)
          fail(fault)
        },
        onError: (fault) => {
          // The router renders its own page for a response no route can show.
          if (isRouteErrorResponse(fault)) return
          code = 500
          log.error('rendering', fault)
        },
      },
    )
    const late = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** React writes pieces of 2 kB; joining them avoids passing each through three streams. */
function collecting(renderWhenReady: (body: string) => void): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece: Uint8Array, _encoding, taken) {
      pieces.push(piece)
      taken()
    },
    final(done) {
      renderWhenReady(startAfterPaint(Buffer.concat(pieces).toString()))
      done()
    },
  })
}

/** Faults of loaders and actions are logged where their reference is created. */
export const handleError: HandleErrorFunction = (fault, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(fault)) return
  const { requestId } = context.get(visitorContext)
  log.error('request failed', fault, {
    requestId,
    method: request.method,
    path: pathForLog(request),
  })
}
