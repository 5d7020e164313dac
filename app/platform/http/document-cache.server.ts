import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { dayOf } from '../../values/calendar-date.ts'
import { clock } from '../clock.server.ts'
import { contentPolicy } from './content-policy.ts'
import { listenFor } from './live.server.ts'

/** The best encoding a browser accepts is chosen per request. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** A rendered and compressed document. */
export type CachedDocument = {
  status: number
  headers: Headers
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>
}

/** The encoding a client wants, and the ETags it has. */
type Wanted = { encoding: Encoding; known: string | null }

/** `done` is set once the document is rendered and worth caching. */
type Entry = { validUntil: number; document: Promise<CachedDocument>; done?: CachedDocument }

/** The documents by address; `kept` returns a valid cached one. */
export type DocumentCache = {
  document: (address: string) => Promise<CachedDocument>
  kept: (address: string) => CachedDocument | undefined
}

/** Changes that are not announced show after this long, and a new day in Nairobi immediately. */
const maxAgeMs = 60_000
/** Limited, because every query string makes another address. */
const maxEntries = 500
/** 11 would cost 90 ms more for 2%. */
const brotliQuality = 10
/** Anyone can invent addresses of missing pages, so these are cheap. */
const brotliQualityOfMissing = 4

/**
 * Caches public documents in memory. `render` runs without a visitor, again when the topic `public`
 * changes and every minute; concurrent requests share one run. Caches plain 200s and 404s only.
 */
export function documentCache(render: (address: string) => Promise<Response>): DocumentCache {
  const kept = new Map<string, Entry>()
  // A render in progress may be outdated too; it serves only the requests that wait for it.
  listenFor(['public'], () => kept.clear())

  function fresh(address: string): Entry | undefined {
    const entry = kept.get(address)
    return entry && clock.now().getTime() < entry.validUntil ? entry : undefined
  }

  function documentOf(address: string): Promise<CachedDocument> {
    const known = fresh(address)
    if (known) return known.document
    const made: Entry = {
      validUntil: validUntil(clock.now()),
      document: render(address).then(prepare),
    }
    kept.delete(address)
    kept.set(address, made)
    const [oldest] = kept.keys()
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
    const forget = () => kept.get(address) === made && kept.delete(address)
    made.document.then((document) => {
      if (isWorthKeeping(document)) made.done = document
      else forget()
    }, forget)
    return made.document
  }

  return { document: documentOf, kept: (address) => fresh(address)?.done }
}

function validUntil(madeAt: Date): number {
  const latest = madeAt.getTime() + maxAgeMs
  const day = dayOf(new Date(latest))
  return day === dayOf(madeAt) ? latest : Date.parse(`${day}T00:00:00+03:00`)
}

function isWorthKeeping({ status, headers }: CachedDocument) {
  return (status === 200 || status === 404) && !headers.has('Set-Cookie')
}

async function prepare(answer: Response): Promise<CachedDocument> {
  const body = new Uint8Array(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.set('Content-Security-Policy', contentPolicy(inlineScripts(headers, body)))
  const quality = answer.status === 404 ? brotliQualityOfMissing : brotliQuality
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(body),
  ])
  const document = { status: answer.status, headers, bodies: { br, gzip: gz, identity: body } }
  if (answer.status === 200 && isWorthKeeping(document)) {
    headers.set('ETag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`)
    headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  }
  return document
}

function isPage(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false
}

/** Allowed by hash, because a cached document has no nonce. */
function inlineScripts(headers: Headers, body: Uint8Array): string[] {
  if (!isPage(headers)) return []
  const scripts = new TextDecoder()
    .decode(body)
    .matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)
  const inline = [...scripts]
    .map(({ groups }) => groups)
    .filter((groups) => !/\ssrc=/.test(groups?.attributes ?? ''))
  return [...new Set(inline.map((groups) => `'sha256-${sha256(groups?.text ?? '')}'`))]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** The document in the wanted encoding, or a 304. */
export function documentResponse(
  { status, headers: kept, bodies }: CachedDocument,
  { encoding, known }: Wanted,
): Response {
  const headers = new Headers(kept)
  headers.append('Vary', 'Accept-Encoding')
  const etag = headers.get('ETag')
  if (etag !== null && knows(known, etag)) return new Response(null, { status: 304, headers })
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(bodies[encoding].byteLength))
  return new Response(bodies[encoding], { status, headers })
}

function knows(known: string | null, etag: string): boolean {
  return known?.split(',').some((tag) => tag.trim() === etag) ?? false
}
