import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ListMultipartUploadsCommandOutput, MultipartUpload, S3Client } from '@aws-sdk/client-s3'
import { clock } from './clock.server.ts'
import type { config } from './config.server.ts'
import { abandonedAfterMs, type ByteRange, type FileStore, isKey, newKey, requireKey } from './file-store.server.ts'
import { log } from './log.server.ts'

/** What the settings say of the bucket. */
type ObjectStoreSettings = NonNullable<(typeof config)['objectStore']>
/** How long an answer may take: to connect, to begin, to take a part in, and to go on in the middle. */
export type Patience = { connectMs: number; answerMs: number; partMs: number; pauseMs: number }

const ordinary: Patience = { connectMs: 2_000, answerMs: 5_000, partMs: 30_000, pauseMs: 30_000 }
/** The least that S3 takes as a part that is not the last. One is held at a time: that is what an upload costs in memory. */
const partBytes = 5 * 1024 * 1024
/** Each download holds a connection for as long as its reader takes; small files must not wait behind them. */
const mostConnections = 500

/**
 * Files in a private bucket of an S3-compatible store, read and written by this program only. An object appears when all
 * of it has arrived, or not at all. What the store does not answer is asked again, three times in all, then it is a fault:
 * only its own word that a key is unknown makes a file a missing one.
 */
export function objectStore(settings: ObjectStoreSettings, patience: Patience = ordinary): FileStore {
  const connected = openOnce(settings, patience)
  const at = (key: string) => ({ Bucket: settings.bucket, Key: requireKey(key) })
  return {
    put: async (source, key = newKey()) => {
      const place = at(key)
      try {
        const written = await send(await connected(), place, source, patience)
        return { key, ...written }
      } catch (fault) {
        source.destroy()
        throw inWords('take a file in', fault)
      }
    },
    get: async (key, range) => {
      const { client, sdk } = await connected()
      try {
        const asked = new sdk.GetObjectCommand({ ...at(key), ...(range && { Range: inBytes(range) }) })
        const { Body, ContentRange } = await client.send(asked)
        const body = Body as Readable
        if (!range || isThat(range, ContentRange)) return unpaused(body, patience.pauseMs)
        body.destroy()
        throw new Error('it sends other bytes than those asked for')
      } catch (fault) {
        if (fault instanceof sdk.NoSuchKey) return null
        throw inWords('give a file out', fault)
      }
    },
    size: async (key) => {
      const { client, sdk } = await connected()
      try {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(at(key)))
        return ContentLength ?? null
      } catch (fault) {
        if (!(fault instanceof sdk.NotFound)) throw inWords('say how large a file is', fault)
      }
      // The same answer as that of a lost bucket, in which no file would be missing by itself.
      await lookAtBucket(await connected(), settings.bucket)
      return null
    },
    remove: async (key) => {
      const { client, sdk } = await connected()
      await client.send(new sdk.DeleteObjectCommand(at(key))).catch((fault) => {
        throw inWords('delete a file', fault)
      })
    },
    sweep: async () => sweepUploads(await connected(), settings.bucket),
    tryWriting: async () => lookAtBucket(await connected(), settings.bucket),
  }
}

type Connected = { client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }

/** The SDK is large: it is loaded with the first file, and never where files lie in a folder. */
function openOnce(settings: ObjectStoreSettings, patience: Patience): () => Promise<Connected> {
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

/** Sends what fits into one part as it is, and more than that part by part, which the last request makes one object. */
async function send({ client, sdk }: Connected, place: Place, source: Readable, { partMs }: Patience) {
  const hash = createHash('sha256')
  let byteSize = 0n
  const patiently = { requestTimeout: partMs }
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
      upload ??= { ...place, UploadId: (await client.send(new sdk.CreateMultipartUploadCommand(place))).UploadId }
      const PartNumber = sent.length + 1
      const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body: bytes })
      sent.push({ PartNumber, ETag: (await client.send(part, patiently)).ETag })
    }
    if (upload) {
      const whole = { ...upload, MultipartUpload: { Parts: sent } }
      await client.send(new sdk.CompleteMultipartUploadCommand(whole), patiently)
    }
  } catch (fault) {
    if (upload) await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(noteLeftParts)
    throw fault
  }
  return { byteSize, sha256: hash.digest('hex') }
}

/** The parts stay out of sight, and the sweep of a later day deletes them. */
function noteLeftParts(fault: unknown) {
  log.warn('parts of a broken upload are left in the object store', { reason: inWords('delete them', fault).message })
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

const inBytes = ({ start, end }: ByteRange) => `bytes=${start}-${end}`

/** Whether the bytes that come are those asked for; a range beyond the end stops there. */
function isThat({ start, end }: ByteRange, told = ''): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(told) ?? []
  return Number(first) === start && Number(last) === Math.min(end, Number(size) - 1)
}

/** What the store sends, with a fault when it stops in the middle; a reader who stops is waited for. */
function unpaused(body: Readable, pauseMs: number): Readable {
  const stop = () => body.destroy(new Error('The object store stopped in the middle of a file.'))
  async function* chunks() {
    let late = setTimeout(stop, pauseMs)
    try {
      for await (const chunk of body) {
        clearTimeout(late)
        yield chunk
        late = setTimeout(stop, pauseMs)
      }
    } finally {
      clearTimeout(late)
    }
  }
  // A reader may go before the first byte is asked for: then nothing above has begun.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => body.destroy())
}

async function lookAtBucket({ client, sdk }: Connected, bucket: string): Promise<void> {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }))
  } catch (fault) {
    throw inWords('show the bucket', fault)
  }
}

/** Ends the uploads in parts that nobody goes on with; uploads that are none of ours stay. */
async function sweepUploads({ client, sdk }: Connected, bucket: string): Promise<void> {
  const eldest = clock.now().getTime() - abandonedAfterMs
  const isAbandoned = ({ Key, Initiated }: MultipartUpload) =>
    Key !== undefined && isKey(Key) && Initiated !== undefined && Initiated.getTime() < eldest
  try {
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
    while (next) {
      const listing = new sdk.ListMultipartUploadsCommand({ Bucket: bucket, ...next })
      const page: ListMultipartUploadsCommandOutput = await client.send(listing)
      for (const { Key, UploadId } of (page.Uploads ?? []).filter(isAbandoned)) {
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      }
      next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
    }
  } catch (fault) {
    throw inWords('list the uploads that were left', fault)
  }
}

/** A line for the log: what the SDK throws carries the request, and with it who signed it. */
function inWords(act: string, fault: unknown): Error {
  const { name, message, $metadata } = fault as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ? ` (${$metadata.httpStatusCode})` : ''
  return new Error(`The object store did not ${act}: ${name}${status} ${message.split('\n')[0]}`)
}
