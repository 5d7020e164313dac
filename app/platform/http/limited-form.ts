/** Bytes. Files are limited where they are received (upload.server.ts). */
export const largestForm = 1_000_000
/** More than any form of hundreds of ticked rows. */
const mostFields = 10_000
const ampersand = '&'.charCodeAt(0)

/** The request with a limited body, in bytes and fields: chunked bodies declare no length. For forms without files. */
export function limited(request: Request): Request {
  if (!request.body) return request
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(
    request.headers.get('content-type') ?? '',
  )
  let [bytes, fields] = [0, 1]
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (isEncoded) fields += countOf(chunk, ampersand)
      if (bytes > largestForm) controller.error(new TypeError('the form is too large'))
      else if (fields > mostFields) controller.error(new TypeError('the form has too many fields'))
      else controller.enqueue(chunk)
    },
  })
  return new Request(request, {
    body: request.body.pipeThrough(count),
    duplex: 'half',
  } as RequestInit)
}

function countOf(chunk: Uint8Array, byte: number): number {
  let count = 0
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1)) count += 1
  return count
}
