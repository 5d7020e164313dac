import type { Readable } from 'node:stream'
import {
  defaultTimeouts,
  describeStoreError,
  openOnce,
  send,
  type Timeouts,
  withReadTimeout,
} from '../../config/bucket.ts'
import type { ObjectStoreSettings } from '../../config/store-settings.ts'
import { say } from '../progress.ts'
import type { FilePlace } from './database.ts'

export function bucketPlace(
  settings: ObjectStoreSettings,
  timeouts: Timeouts = defaultTimeouts,
): FilePlace {
  const connected = openOnce(settings, timeouts)
  const Bucket = settings.bucket
  const refuse = (act: string) => (fault: unknown) => {
    throw describeStoreError(act, fault)
  }
  return {
    name: `the bucket ${Bucket} at ${settings.endpoint}`,
    emptyOne: 'an empty bucket in S3_BUCKET',
    open: async (Key) => {
      const { client, sdk } = await connected()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }))
        return withReadTimeout(Body as Readable, timeouts.pauseMs)
      } catch (fault) {
        // A file is missing only when the store says so.
        if (fault instanceof sdk.NoSuchKey) return null
        throw describeStoreError('return a file', fault)
      }
    },
    put: async (Key, source) => {
      const sending = { timeouts, tellLeft }
      await send(await connected(), { Bucket, Key }, source, sending).catch((fault) => {
        source.destroy()
        throw describeStoreError('accept a file', fault)
      })
    },
    remove: async (Key) => {
      const { client, sdk } = await connected()
      const command = new sdk.DeleteObjectCommand({ Bucket, Key })
      await client.send(command).catch(refuse('delete a file'))
    },
    settle: async () => undefined,
    isEmpty: async () => {
      const { client, sdk } = await connected()
      // The first version of the API: some stores fail at the second's token.
      const command = new sdk.ListObjectsCommand({ Bucket, MaxKeys: 1 })
      const list = await client.send(command).catch(refuse('list the bucket'))
      return (list.Contents ?? []).length === 0
    },
  }
}

function tellLeft(fault: unknown) {
  say(
    `Parts of a failed upload are left in the bucket. ${describeStoreError('delete them', fault).message}`,
  )
}
