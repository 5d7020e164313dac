import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inRequest, log } from '../observability/log.server.ts'
import { countAnswer } from '../observability/request-metrics.server.ts'
import type { CachedDocument } from './document-cache.server.ts'

/** What an answer was made of; `kept` is the document that its address has now, while that is true. */
export type Source = {
  route: string
  document: CachedDocument
  kept: () => CachedDocument | undefined
}

/** `unchanged` is the head of a 304. */
type Sent = Source & { etag: string | null; head: string[]; unchanged: string[]; body: Uint8Array }

const mostRemembered = 1_000
const ofTheBody = ['content-encoding', 'content-length']

/**
 * Remembers whole answers of kept documents as they were sent, head and body, and gives them again without asking the
 * program: each goes as soon as its document does. Only plain GETs; everything else takes the ordinary way, which tells
 * what to remember.
 */
export function responseCache() {
  const sent = new Map<string, Sent>()

  return {
    /** To be called with an answer as it is sent, before it has an id. One that is not compressed yet might still be, and is left alone. */
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

    /** Whether the request was answered. */
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

/** Sends it as it was sent before, or only that it is known; told to the figures and the log as every answer is. */
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
  const seconds = (performance.now() - began) / 1000
  const labels = { route, method: 'GET', status }
  countAnswer({ ...labels, seconds })
  inRequest(requestId, () => log.debug('answered', { ...labels, ms: Math.round(seconds * 1000) }))
}

const keyOf = (url: string, accepted: string) => `${accepted}\n${url}`

function isCompressed(encoding: string | null): encoding is 'br' | 'gzip' {
  return encoding === 'br' || encoding === 'gzip'
}
