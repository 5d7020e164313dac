import type { Readable } from 'node:stream'
import type { ListMultipartUploadsCommandOutput, MultipartUpload } from '@aws-sdk/client-s3'
import {
  type Connected,
  defaultTimeouts,
  describeStoreError,
  openOnce,
  send,
  type Timeouts,
  withReadTimeout,
} from '../../../config/bucket.ts'
import { clock } from '../clock.server.ts'
import type { config } from '../config.server.ts'
import { log } from '../observability/log.server.ts'
import {
  abandonedAfterMs,
  type ByteRange,
  type FileStore,
  isKey,
  newKey,
  requireKey,
} from './file-store.server.ts'

type ObjectStoreSettings = NonNullable<(typeof config)['objectStore']>
/**
 * Files in a private S3-compatible bucket. Objects appear complete or not at all. Failed requests
 * are tried three times; a file is missing only when the store says so.
 */
export function objectStore(
  settings: ObjectStoreSettings,
  timeouts: Timeouts = defaultTimeouts,
): FileStore {
  const connected = openOnce(settings, timeouts)
  const at = (key: string) => ({ Bucket: settings.bucket, Key: requireKey(key) })
  return {
    put: async (source, key = newKey()) => {
      const place = at(key)
      try {
        const written = await send(await connected(), place, source, {
          timeouts,
          tellLeft: noteLeftParts,
        })
        return { key, ...written }
      } catch (fault) {
        source.destroy()
        throw describeStoreError('accept a file', fault)
      }
    },
    get: async (key, range) => {
      const { client, sdk } = await connected()
      try {
        const command = new sdk.GetObjectCommand({
          ...at(key),
          ...(range && { Range: inBytes(range) }),
        })
        const { Body, ContentRange } = await client.send(command)
        const body = Body as Readable
        if (!range || isThat(range, ContentRange)) return withReadTimeout(body, timeouts.pauseMs)
        body.destroy()
        throw new Error('it sent bytes that were not requested')
      } catch (fault) {
        if (fault instanceof sdk.NoSuchKey) return null
        throw describeStoreError('return a file', fault)
      }
    },
    size: async (key) => {
      const { client, sdk } = await connected()
      try {
        const { ContentLength } = await client.send(new sdk.HeadObjectCommand(at(key)))
        return ContentLength ?? null
      } catch (fault) {
        if (!(fault instanceof sdk.NotFound))
          throw describeStoreError('report the size of a file', fault)
      }
      // Also the response of a lost bucket, in which no single file is missing.
      await lookAtBucket(await connected(), settings.bucket)
      return null
    },
    remove: async (key) => {
      const { client, sdk } = await connected()
      await client.send(new sdk.DeleteObjectCommand(at(key))).catch((fault) => {
        throw describeStoreError('delete a file', fault)
      })
    },
    sweep: async () => sweepUploads(await connected(), settings.bucket),
    tryWriting: async () => lookAtBucket(await connected(), settings.bucket),
  }
}

/** A daily sweep deletes the invisible parts. */
function noteLeftParts(fault: unknown) {
  log.warn('parts of a failed upload are left in the object store', {
    reason: describeStoreError('delete them', fault).message,
  })
}

const inBytes = ({ start, end }: ByteRange) => `bytes=${start}-${end}`

/** Whether the response is the requested range; a range may be cut at the end. */
function isThat({ start, end }: ByteRange, contentRange = ''): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? []
  return Number(first) === start && Number(last) === Math.min(end, Number(size) - 1)
}

async function lookAtBucket({ client, sdk }: Connected, bucket: string): Promise<void> {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }))
  } catch (fault) {
    throw describeStoreError('describe the bucket', fault)
  }
}

/** Aborts this program's abandoned multipart uploads. */
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
      next = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null
    }
  } catch (fault) {
    throw describeStoreError('list unfinished uploads', fault)
  }
}
