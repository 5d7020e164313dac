import type { Readable } from 'node:stream'
import { inWords, openOnce, ordinary, type Patience, send, unpaused } from '../bucket.ts'
import type { ObjectStoreSettings } from '../config.ts'
import { say } from '../progress.ts'
import type { FilePlace } from './file-place.ts'

/**
 * Files in a bucket. Nothing can be held there: an object that is deleted while the others are copied is found gone when
 * its turn comes. Only the store's own word that it does not know a key makes a file a missing one.
 */
export function bucketPlace(
  settings: ObjectStoreSettings,
  patience: Patience = ordinary,
): FilePlace {
  const connected = openOnce(settings, patience)
  const { bucket } = settings
  async function open(key: string): Promise<Readable | null> {
    const { client, sdk } = await connected()
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }))
      return unpaused(Body as Readable, patience.pauseMs)
    } catch (fault) {
      if (fault instanceof sdk.NoSuchKey) return null
      throw inWords('give a file out', fault)
    }
  }
  return {
    name: `the bucket ${bucket} at ${settings.endpoint}`,
    emptyOne: 'an empty bucket in S3_BUCKET',
    open,
    hold: async () => ({ missing: [], open, release: async () => undefined }),
    put: async (key, source) => {
      try {
        await send(await connected(), { Bucket: bucket, Key: key }, source, { patience, tellLeft })
      } catch (fault) {
        source.destroy()
        throw inWords('take a file in', fault)
      }
    },
    remove: async (key) => {
      const { client, sdk } = await connected()
      await client
        .send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }))
        .catch((fault) => {
          throw inWords('delete a file', fault)
        })
    },
    // An object that the store has taken in is kept.
    settle: async () => undefined,
    isEmpty: async () => {
      const { client, sdk } = await connected()
      try {
        // The first version of the list: every store knows it, and some fail at the token that the second gives out.
        const { Contents } = await client.send(
          new sdk.ListObjectsCommand({ Bucket: bucket, MaxKeys: 1 }),
        )
        return (Contents ?? []).length === 0
      } catch (fault) {
        throw inWords('say what is in the bucket', fault)
      }
    },
  }
}

function tellLeft(fault: unknown) {
  say(`Parts of a broken upload are left in the bucket. ${inWords('delete them', fault).message}`)
}
