import type { Readable } from 'node:stream'
import type {
  ListMultipartUploadsCommandOutput,
  ListObjectsCommandOutput,
} from '@aws-sdk/client-s3'
import {
  type Connected,
  defaultTimeouts,
  describeStoreError,
  openOnce,
  send,
  type Timeouts,
  withReadTimeout,
} from '../../../config/bucket.ts'
import type { ObjectStoreSettings } from '../../../config/store-settings.ts'
import type { BackupStore } from './backup-store.ts'

/** A bucket, below a prefix that ends in a slash or is empty. */
export function bucketStore(
  settings: ObjectStoreSettings,
  prefix: string,
  timeouts: Timeouts = defaultTimeouts,
): BackupStore {
  const connected = openOnce(settings, timeouts)
  const Bucket = settings.bucket
  const at = (path: string) => ({ Bucket, Key: `${prefix}${path}` })
  const refuse = (act: string) => (fault: unknown) => {
    throw describeStoreError(act, fault)
  }
  return {
    name: `s3://${Bucket}/${prefix} at ${settings.endpoint}`,
    list: async (folder) => listObjects(await connected(), { Bucket, prefix, folder }),
    put: async (path, source) => {
      const tellLeft = () => undefined
      await send(await connected(), at(path), source, { timeouts, tellLeft }).catch((fault) => {
        source.destroy()
        throw '$metadata' in fault ? describeStoreError('take a backup in', fault) : fault
      })
    },
    settle: async () => undefined,
    open: async (path) => {
      const { client, sdk } = await connected()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(at(path)))
        return withReadTimeout(Body as Readable, timeouts.pauseMs)
      } catch (fault) {
        if (fault instanceof sdk.NoSuchKey) return null
        throw describeStoreError('give a backup out', fault)
      }
    },
    remove: async (paths) => {
      const { client, sdk } = await connected()
      for (const path of paths)
        await client
          .send(new sdk.DeleteObjectCommand(at(path)))
          .catch(refuse('delete an old backup'))
    },
    clearUnfinished: async () => {
      const { client, sdk } = await connected()
      const listing = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix })
      const page: ListMultipartUploadsCommandOutput | null = await client
        .send(listing)
        .catch((fault) => {
          if (canDoWithout(fault)) return null
          throw describeStoreError('list unfinished uploads', fault)
        })
      for (const { Key, UploadId } of page?.Uploads ?? [])
        if (Key?.startsWith(prefix))
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    },
  }
}

/** Some stores have no such list, or not for this key: unfinished uploads only take space, until a rule of the store removes them. */
const canDoWithout = (fault: { $metadata?: { httpStatusCode?: number } }) =>
  [403, 405, 501].includes(fault.$metadata?.httpStatusCode ?? 0)

type Listed = { Bucket: string; prefix: string; folder: string }

/** Sizes by path, in pages of the first version of the API: some stores fail at the second's token. */
async function listObjects(
  { client, sdk }: Connected,
  { Bucket, prefix, folder }: Listed,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  let Marker: string | undefined = ''
  while (Marker !== undefined) {
    const command = new sdk.ListObjectsCommand({
      Bucket,
      Prefix: `${prefix}${folder}/`,
      ...(Marker && { Marker }),
    })
    const page: ListObjectsCommandOutput = await client.send(command).catch((fault) => {
      throw describeStoreError('list the backups', fault)
    })
    const objects = page.Contents ?? []
    for (const { Key = '', Size = 0 } of objects) sizes.set(Key.slice(prefix.length), Size)
    Marker = page.IsTruncated ? objects.at(-1)?.Key : undefined
  }
  return sizes
}
