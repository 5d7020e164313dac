import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ObjectStoreSettings } from './config.ts'

/*
 * How this program speaks with an S3-compatible store: the same for files that the product takes and gives, and for those
 * that a backup, a restore and a verification read or write.
 */

/** How long an answer may take: to connect, to begin, to take a part in, and to go on in the middle. */
export type Timeouts = { connectMs: number; answerMs: number; partMs: number; pauseMs: number }

export const defaultTimeouts: Timeouts = {
  connectMs: 2_000,
  answerMs: 5_000,
  partMs: 30_000,
  pauseMs: 30_000,
}
/** The least that S3 takes as a part that is not the last. One is held at a time: that is what an upload costs in memory. */
const partBytes = 5 * 1024 * 1024
/** Each download holds a connection for as long as its reader takes; small files must not wait behind them. */
const mostConnections = 500

export type Connected = { client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }

/** The SDK is large: it is loaded with the first file, and never where files lie in a folder. */
export function openOnce(
  settings: ObjectStoreSettings,
  patience: Timeouts,
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
      // With the defaults of the SDK, stores that do not know its checksums kept what it frames a stream with.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: patience.connectMs,
        requestTimeout: patience.answerMs,
        throwOnRequestTimeout: true,
        // A reader may pause for as long as it likes: what the store does is watched below.
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

/** What an upload may take, and who hears of parts that could not be taken back after it broke off. */
type Sending = { patience: Timeouts; tellLeft: (fault: unknown) => void }

/** Sends what fits into one part as it is, and more than that part by part, which the last request makes one object. */
export async function send(
  { client, sdk }: Connected,
  place: Place,
  source: Readable,
  sending: Sending,
) {
  const hash = createHash('sha256')
  let byteSize = 0n
  const patiently = { requestTimeout: sending.patience.partMs }
  let upload: (Place & { UploadId: string | undefined }) | null = null
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  try {
    for await (const { bytes, isLast } of partsOf(source)) {
      hash.update(bytes)
      byteSize += BigInt(bytes.length)
      if (isLast && !upload) {
        await client.send(new sdk.PutObjectCommand({ ...place, Body: bytes }), patiently)
        break
      }
      upload ??= {
        ...place,
        UploadId: (await client.send(new sdk.CreateMultipartUploadCommand(place))).UploadId,
      }
      const PartNumber = sent.length + 1
      const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body: bytes })
      sent.push({ PartNumber, ETag: (await client.send(part, patiently)).ETag })
    }
    if (upload) {
      const whole = { ...upload, MultipartUpload: { Parts: sent } }
      await client.send(new sdk.CompleteMultipartUploadCommand(whole), patiently)
    }
  } catch (fault) {
    if (upload)
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(sending.tellLeft)
    throw fault
  }
  return { byteSize, sha256: hash.digest('hex') }
}

/** Cuts a stream into parts, of which only the last may be smaller; an empty stream is one empty part. */
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

/** What the store sends, with a fault when it stops in the middle; a reader who stops is waited for. */
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
  // A reader may go before the first byte is asked for: then nothing above has begun.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => body.destroy())
}

/** A line for the log: what the SDK throws carries the request, and with it who signed it. */
export function describeStoreError(act: string, fault: unknown): Error {
  const { name, message, $metadata } = fault as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ? ` (${$metadata.httpStatusCode})` : ''
  return new Error(`The object store did not ${act}: ${name}${status} ${message.split('\n')[0]}`)
}
