import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { log, pathForLog } from './platform/log.server.ts'
import { visitorContext } from './platform/session.server.ts'

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
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          answer(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
          pipe(body)
        },
        onShellError: fail,
        onError: (fault) => {
          code = 500
          log.error('rendering', fault)
        },
      },
    )
    setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** What the router could not do. Faults of loaders and actions were logged when they told their reference. */
export const handleError: HandleErrorFunction = (fault, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(fault)) return
  const { requestId } = context.get(visitorContext)
  log.error('request failed', fault, { requestId, method: request.method, path: pathForLog(request) })
}
