import { Readable } from 'node:stream'
import { redirect } from 'react-router'
import { normalizeText } from '../../values/typed-text.ts'
import type { ByteRange } from '../files/file-store.server.ts'
import { files } from '../files/files.server.ts'
import { log } from '../observability/log.server.ts'
import { isNavigation } from '../session/session.server.ts'
import { toastCookie } from './toast.server.ts'

/** A stored file with its display name; `etag` is the checksum. */
export type Download = {
  storageKey: string
  name: string
  mediaType: string
  byteSize: number
  etag: string
}

const missing = `This file is missing from our storage. Nothing else is affected, and the problem was logged. Please tell the site’s administrator.
`

/**
 * A download, after authorisation and outside a transaction: the whole file or one range (RFC 9110), as an uncached
 * attachment. When the file is missing, browsers are redirected to `whenMissing`, if there is such a page.
 */
export async function fileResponse(
  request: Request,
  file: Download,
  whenMissing: string | null,
): Promise<Response> {
  const size = await files.size(file.storageKey)
  if (size !== file.byteSize) {
    log.error('a stored file is missing or cut short', new Error('files'), { key: file.storageKey })
    if (whenMissing !== null && isNavigation(request)) return redirect(whenMissing)
    return new Response(missing, {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...downloadHeaders },
    })
  }
  if (isKnown(request, file))
    return new Response(null, {
      status: 304,
      headers: { ...downloadHeaders, ETag: `"${file.etag}"` },
    })
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...downloadHeaders, 'Content-Range': `bytes */${size}` },
    })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const headers = {
    ...downloadHeaders,
    'Content-Type': file.mediaType,
    'Content-Length': String(end - start + 1),
    'Content-Disposition': attachment(file.name),
    'Accept-Ranges': 'bytes',
    ETag: `"${file.etag}"`,
    ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
  }
  const bytes = request.method === 'HEAD' ? null : await files.get(file.storageKey, { start, end })
  const body = bytes && (Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  const response = new Response(body, { status: range ? 206 : 200, headers })
  if (body) announceDownload(request, response.headers)
  return response
}

/** A generated PDF as an uncached download. */
export function pdfResponse(request: Request, name: string, bytes: Buffer<ArrayBuffer>): Response {
  const headers = new Headers({
    ...downloadHeaders,
    'Content-Type': 'application/pdf',
    'Content-Length': String(bytes.byteLength),
    'Content-Disposition': attachment(name),
  })
  announceDownload(request, headers)
  return new Response(request.method === 'HEAD' ? null : bytes, { headers })
}

/** Streams CSV; sends only headers for HEAD. */
export function csvResponse(
  request: Request,
  name: string,
  parts: AsyncIterable<string>,
): Response {
  const bytes = Readable.from(parts, { objectMode: false })
  const body = Readable.toWeb(bytes) as ReadableStream<Uint8Array>
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(name),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Whether the response contains bytes, which is logged as a download. */
export function sendsBytes(request: Request, file: Download): boolean {
  return (
    request.method === 'GET' &&
    !isKnown(request, file) &&
    rangeOf(request, file) !== 'unsatisfiable'
  )
}

/** If-None-Match of RFC 9110. */
function isKnown(request: Request, file: Download): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((tag) => ['*', `"${file.etag}"`].includes(tag.trim().replace(/^W\//, '')))
}

/** Echoes the ticket of ui/download-link.tsx in a cookie, so that the page shows its toast with the first bytes. */
export function announceDownload(request: Request, headers: Headers): void {
  const ticket = new URL(request.url).searchParams.get('ticket')
  if (ticket === null || !/^\d{1,20}$/.test(ticket)) return
  headers.append('Set-Cookie', `download=${ticket}; Max-Age=60; Path=/; SameSite=Lax`)
  headers.append('Set-Cookie', toastCookie({ title: 'Download started', kind: 'success' }))
}

/** Uploads must not be sniffed, run with this site's rights or cached for others. */
export const downloadHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'private, no-store',
}

/** The requested range, both ends included; null for the whole file, also for an invalid or outdated range. */
function rangeOf(
  request: Request,
  file: { byteSize: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const known = request.headers.get('if-range')
  if (known !== null && known !== `"${file.etag}"`) return null
  const [, first = '', last = ''] =
    /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(sentRange(request)) ?? []
  if (first === '' && last === '') return null
  const end = file.byteSize - 1
  if (first === '') {
    return Number(last) === 0 || end < 0
      ? 'unsatisfiable'
      : { start: Math.max(0, file.byteSize - Number(last)), end }
  }
  if (last !== '' && Number(last) < Number(first)) return null
  return Number(first) > end
    ? 'unsatisfiable'
    : { start: Number(first), end: last === '' ? end : Math.min(Number(last), end) }
}

/** Browsers send shorter headers, and parsing costs with the length. */
const longestRange = 256

function sentRange(request: Request): string {
  const sent = request.headers.get('range') ?? ''
  return sent.length > longestRange ? '' : sent
}

/** `attachment` with the name in ASCII and in RFC 8187. */
export function attachment(name: string): string {
  const plain = normalizeText(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
