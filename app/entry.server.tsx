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

/** Renders a page. Its own inline scripts carry the nonce of the answer's Content-Security-Policy. */
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
        // A page comes whole and in its order: what came after it would be hidden where there is no script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          // Else it would hold the whole page in memory until it goes off.
          clearTimeout(late)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          pipe(collecting((body) => answer(new Response(body, { headers, status: code }))))
        },
        onShellError: (fault) => {
          clearTimeout(late)
          fail(fault)
        },
        onError: (fault) => {
          // An answer that a page has no place for is given by the router, which draws its own page of it.
          if (isRouteErrorResponse(fault)) return
          code = 500
          log.error('rendering', fault)
        },
      },
    )
    const late = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** It is all there already: sent on in React's pieces of 2 kB it would pass three streams, piece by piece. */
function collecting(whenWhole: (body: string) => void): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece: Uint8Array, _encoding, taken) {
      pieces.push(piece)
      taken()
    },
    final(done) {
      whenWhole(startAfterPaint(Buffer.concat(pieces).toString()))
      done()
    },
  })
}

/** What the router could not do. Faults of loaders and actions were logged when they told their reference. */
export const handleError: HandleErrorFunction = (fault, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(fault)) return
  const { requestId } = context.get(visitorContext)
  log.error('request failed', fault, {
    requestId,
    method: request.method,
    path: pathForLog(request),
  })
}
