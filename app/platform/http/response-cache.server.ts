import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inRequest } from '../observability/log.server.ts'
import { noteAnswer } from '../observability/request-metrics.server.ts'
import type { CachedDocument } from './document-cache.server.ts'

/** The source of a response; `kept` is its cached document while valid. */
export type Source = {
  route: string
  document: CachedDocument
  kept: () => CachedDocument | undefined
}

/** `unchanged` is the header of a 304. */
type Sent = Source & { etag: string | null; head: string[]; unchanged: string[]; body: Uint8Array }

const mostRemembered = 1_000
const ofTheBody = ['content-encoding', 'content-length']

/**
 * Remembers whole responses of cached documents, and sends them without calling the program. A
 * response is valid as long as its document. Plain GETs only.
 */
export function responseCache() {
  const sent = new Map<string, Sent>()

  return {
    /** Call it before the response gets an id. Uncompressed responses that could be compressed are skipped. */
    remember(request: Request, { status, headers }: Response, source: Source): void {
      const encoding = headers.get('content-encoding')
      if (request.method !== 'GET' || status !== source.document.status || !isCompressed(encoding))
        return
      const head = [...headers]
      const unchanged = head.filter(([name]) => !ofTheBody.includes(name)).flat()
      const { pathname, search } = new URL(request.url)
      const [oldest] = sent.keys()
      if (sent.size >= mostRemembered && oldest !== undefined) sent.delete(oldest)
      const accepted = request.headers.get('accept-encoding') ?? ''
      const body = source.document.bodies[encoding]
      const etag = headers.get('etag')
      sent.set(keyOf(pathname + search, accepted), {
        ...source,
        etag,
        head: head.flat(),
        unchanged,
        body,
      })
    },

    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET') return false
      const key = keyOf(request.url ?? '', request.headers['accept-encoding'] ?? '')
      const known = sent.get(key)
      if (!known) return false
      const isStillTrue = known.kept() === known.document
      if (!isStillTrue) sent.delete(key)
      const theirs = request.headers['if-none-match']
      if (!isStillTrue || (theirs !== undefined && theirs !== known.etag)) return false
      sendAgain(known, theirs !== undefined, response)
      return true
    },
  }
}

/** Sends the remembered response or a 304; metrics and log see it like any other. */
function sendAgain(
  { document, head, unchanged, body, route }: Sent,
  isKnown: boolean,
  response: ServerResponse,
) {
  const began = performance.now()
  const requestId = randomUUID()
  const status = isKnown ? 304 : document.status
  response.writeHead(status, [...(isKnown ? unchanged : head), 'X-Request-Id', requestId])
  response.end(isKnown ? undefined : body)
  inRequest(requestId, () => noteAnswer({ route, method: 'GET', status, began }))
}

const keyOf = (url: string, accepted: string) => `${accepted}\n${url}`

function isCompressed(encoding: string | null): encoding is 'br' | 'gzip' {
  return encoding === 'br' || encoding === 'gzip'
}
