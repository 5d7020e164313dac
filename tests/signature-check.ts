import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Transform } from 'node:stream'
import type { ObjectStoreSettings } from '../config/store-settings.ts'

/**
 * Stands before a store that takes any signature, and checks each request as S3 does: Signature Version 4 over method, path,
 * query and headers, and the SHA-256 of the body. Written from the specification, without the code of the product's client.
 */
export async function checkSignatures(
  storePort: number,
  keys: Pick<ObjectStoreSettings, 'accessKeyId' | 'secretAccessKey' | 'region'>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((received, response) => {
    const refusal = refusalOf(received, keys)
    if (refusal === null) forward(received, response, storePort)
    else refuse(received, response, refusal)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

function refusalOf(
  { method = '', url = '', headers }: IncomingMessage,
  keys: Parameters<typeof checkSignatures>[1],
): string | null {
  const parts = authorization.exec(headers.authorization ?? '')
  if (!parts) return 'AccessDenied'
  const [, id, day = '', region = '', names = '', signature] = parts
  const time = headers['x-amz-date']
  const hash = headers['x-amz-content-sha256']
  const signed = names.split(';')
  const needed = Object.keys(headers).filter((name) => /^(host|content-md5|x-amz-.*)$/.test(name))
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (typeof time !== 'string' || typeof hash !== 'string') return 'AccessDenied'
  if (!time.startsWith(day) || region !== keys.region) return 'AuthorizationHeaderMalformed'
  if (needed.some((name) => !signed.includes(name))) return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  const sorted = query.split('&').map((pair) => (pair && !pair.includes('=') ? `${pair}=` : pair))
  const shown = signed.map(
    (name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`,
  )
  const canonical = [method, path, sorted.sort().join('&'), shown.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (sofar, part) => createHmac('sha256', sofar).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  )
  const own = createHmac('sha256', key).update(toSign).digest('hex')
  return own === signature ? null : 'SignatureDoesNotMatch'
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function refuse(received: IncomingMessage, response: ServerResponse, code: string): void {
  received.resume()
  response.writeHead(code.startsWith('XAmz') ? 400 : 403, { 'content-type': 'application/xml' })
  response.end(
    received.method === 'HEAD'
      ? undefined
      : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  )
}

/** The store gets the end of a body only when its bytes are those that were signed. */
function forward(received: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = received
  const { expect: _, ...passed } = headers
  const towards = request({ host: '127.0.0.1', port, method, path: url, headers: passed })
  const seen = createHash('sha256')
  let isOther = false
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      seen.update(chunk)
      done(null, chunk)
    },
    flush: (done) => {
      isOther = seen.digest('hex') !== headers['x-amz-content-sha256']
      done(isOther ? new Error('other bytes than those signed') : null)
    },
  })
  towards.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    pipeline(answer, response, () => undefined)
  })
  response.on('close', () => towards.destroy())
  pipeline(received, checked, towards, (fault) => {
    if (!fault) return
    if (isOther) refuse(received, response, 'XAmzContentSHA256Mismatch')
    else response.destroy()
  })
}
