import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { clock } from '../clock.server.ts'
import { contentPolicy } from './content-policy.ts'
import { listenFor } from './live.server.ts'

/** How a document's bytes may travel; the best a browser accepts is chosen per request. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** A rendered document with everything an answer needs, so that a request costs no rendering and no compressing. */
export type CachedDocument = {
  status: number
  headers: Headers
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>
}

/** How somebody wants a document: its encoding, and the ETags they know already. */
type Wanted = { encoding: Encoding; known: string | null }

/** `done` is there as soon as the document is, unless it is not worth keeping. */
type Entry = { madeAt: number; document: Promise<CachedDocument>; done?: CachedDocument }

/** The documents by address; `kept` is one that is there already and still true. */
export type DocumentCache = {
  document: (address: string) => Promise<CachedDocument>
  kept: (address: string) => CachedDocument | undefined
}

/** What nobody announced, like a day that has passed, shows after this long at the latest. */
const maxAgeMs = 60_000
/** Addresses are counted, because a query with a name of its own makes one. */
const maxEntries = 500
/** One more costs 24 ms for a long page and saves 8% of it; the best, 11, would cost 90 ms more for 2%. */
const brotliQuality = 10
/** Anybody can make up addresses of pages that do not exist: each costs little. */
const brotliQualityOfMissing = 4

/**
 * Keeps documents that are the same for everybody and answers them from memory. `render` makes one for an address,
 * without a visitor; it is made again when the topic `public` changed, in every process (architecture: one request), and
 * once a minute. Requests for one that is being made wait for it. Only what anybody may see is kept: a plain 200, and a
 * page that does not exist, as those that search the web for faults ask for them.
 */
export function documentCache(render: (address: string) => Promise<Response>): DocumentCache {
  const kept = new Map<string, Entry>()
  // One under way reads what was true before the change: it is forgotten too, and answers only who waits for it.
  listenFor(['public'], () => kept.clear())

  function fresh(address: string): Entry | undefined {
    const entry = kept.get(address)
    return entry && clock.now().getTime() - entry.madeAt < maxAgeMs ? entry : undefined
  }

  function documentOf(address: string): Promise<CachedDocument> {
    const known = fresh(address)
    if (known) return known.document
    const made: Entry = { madeAt: clock.now().getTime(), document: render(address).then(prepare) }
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

/** The inline scripts as a Content-Security-Policy allows them: by hash, since a kept document has no nonce. */
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

/** The document as somebody wants it, or only that they know it already. */
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
