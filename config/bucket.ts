import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ObjectStoreSettings } from './store-settings.ts'

/* Access to an S3-compatible store, for product and recovery alike. */

/** Timeouts of connecting, of the response, of sending a part, and of pauses within. */
export type Timeouts = { connectMs: number; answerMs: number; partMs: number; pauseMs: number }

export const defaultTimeouts: Timeouts = {
  connectMs: 2_000,
  answerMs: 5_000,
  partMs: 30_000,
  pauseMs: 30_000,
}
/** The minimum size of a part in S3, and the memory of an upload. */
const partBytes = 5 * 1024 * 1024
/** Each download holds a connection for as long as its reader takes; small files must not wait. */
const mostConnections = 500

export type Connected = { client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }

/** The SDK is large, so it is loaded with the first file. */
export function openOnce(
  settings: ObjectStoreSettings,
  timeouts: Timeouts,
): () => Promise<Connected> {
  let opened: Promise<Connected> | null = null
  async function open(): Promise<Connected> {
    const sdk = await import('@aws-sdk/client-s3')
    const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle,
      maxAttempts: 3,
      // By default the SDK adds checksums that some stores save as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: timeouts.connectMs,
        requestTimeout: timeouts.answerMs,
        throwOnRequestTimeout: true,
        // A reader may pause; the store is watched below.
        socketTimeout: 0,
        httpAgent: { maxSockets: mostConnections },
        httpsAgent: { maxSockets: mostConnections },
      },
    })
    return { client, sdk }
  }
  return () => {
    opened ??= open()
    return opened
  }
}

type Place = { Bucket: string; Key: string }

/** `tellLeft` receives parts that could not be removed after a failure. */
type Sending = { timeouts: Timeouts; tellLeft: (fault: unknown) => void }

/** Sends a small file in one request, and a larger one in parts. */
export async function send(
  { client, sdk }: Connected,
  place: Place,
  source: Readable,
  sending: Sending,
) {
  const hash = createHash('sha256')
  let byteSize = 0n
  const partTimeouts = { requestTimeout: sending.timeouts.partMs }
  let upload: (Place & { UploadId: string | undefined }) | null = null
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  try {
    for await (const { bytes, isLast } of partsOf(source)) {
      hash.update(bytes)
      byteSize += BigInt(bytes.length)
      if (isLast && !upload) {
        await client.send(new sdk.PutObjectCommand({ ...place, Body: bytes }), partTimeouts)
        break
      }
      upload ??= {
        ...place,
        UploadId: (await client.send(new sdk.CreateMultipartUploadCommand(place))).UploadId,
      }
      const PartNumber = sent.length + 1
      const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body: bytes })
      sent.push({ PartNumber, ETag: (await client.send(part, partTimeouts)).ETag })
    }
    if (upload) {
      const whole = { ...upload, MultipartUpload: { Parts: sent } }
      await client.send(new sdk.CompleteMultipartUploadCommand(whole), partTimeouts)
    }
  } catch (fault) {
    if (upload)
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(sending.tellLeft)
    throw fault
  }
  return { byteSize, sha256: hash.digest('hex') }
}

/** Splits a stream into parts; only the last may be smaller, and an empty stream is one empty part. */
async function* partsOf(source: Readable): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    while (length + rest.length > partBytes) {
      const fitting = rest.subarray(0, partBytes - length)
      yield { bytes: Buffer.concat([...held, fitting]), isLast: false }
      rest = rest.subarray(fitting.length)
      held = []
      length = 0
    }
    held.push(rest)
    length += rest.length
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

/** Fails when the store stops sending; a slow reader is waited for. */
export function withReadTimeout(body: Readable, pauseMs: number): Readable {
  const stop = () => body.destroy(new Error('it stopped in the middle of a file'))
  async function* chunks() {
    let late = setTimeout(stop, pauseMs)
    try {
      for await (const chunk of body) {
        clearTimeout(late)
        yield chunk
        late = setTimeout(stop, pauseMs)
      }
    } catch (fault) {
      throw describeStoreError('send a file to its end', fault)
    } finally {
      clearTimeout(late)
    }
  }
  // A reader may leave before the first byte, when nothing above has begun.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => body.destroy())
}

/** For the log: SDK errors contain the request and its credentials. */
export function describeStoreError(act: string, fault: unknown): Error {
  const { name, message, $metadata } = fault as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ? ` (${$metadata.httpStatusCode})` : ''
  return new Error(`The object store did not ${act}: ${name}${status} ${message.split('\n')[0]}`)
}
