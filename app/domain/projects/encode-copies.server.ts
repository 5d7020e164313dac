import { sql } from 'kysely'
import type { Actor, WorkerActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { encodeWidth } from '../../platform/files/images.server.ts'
import { enqueue, unfinishedJobs } from '../../platform/jobs/jobs.server.ts'
import { lockPicture } from './lock-picture.server.ts'
import { type PictureFormat, pictureFormats, storedWidths } from './picture.ts'
import { fileOf, type PictureCopy } from './store-picture.server.ts'

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>
type Wanted = { width: number; format: PictureFormat }

/**
 * Encodes a picture's missing AVIF and WebP copies outside any transaction, then inserts all rows
 * together, so that no page names half a set. Idempotent. Publishes picture.encoded.
 */
export async function encodeCopies(pictureId: string, workerCommand: WorkerCommand): Promise<void> {
  const found = await workerCommand((worker) => findLacking(worker, pictureId))
  if (!found) return
  const copies: PictureCopy[] = []
  for (const { width, format } of found.lacking) {
    copies.push({ width, format, ...(await encodeWidth(found.key, width, format)) })
  }
  if (copies.length === 0) return
  const isThere = await workerCommand((worker) => writeDown(worker, pictureId, copies))
  if (!isThere) for (const { key } of copies) await files.remove(key)
}

/** Uploaded pictures of a project that lack copies, by id. For reactions. */
export async function picturesToEncode(actor: Actor, projectId: string): Promise<string[]> {
  const placed = await withoutAvif(actor)
    .innerJoin('project_picture as placed', 'placed.picture_id', 'picture.id')
    .where('placed.project_id', '=', projectId)
    .execute()
  return placed.map(({ id }) => id)
}

/** Queues encoding in the same transaction. For reactions. */
export async function queueEncoding(actor: Actor, pictureIds: string[]): Promise<void> {
  for (const pictureId of pictureIds) await enqueue(actor, 'encode-picture', { pictureId })
}

/** Queues pictures without copies and without a job, at the start of a worker; concurrent starts are serialised. */
export async function queueMissingCopies(worker: WorkerActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi pictures'))`.execute(worker.tx)
  const waiting = await withoutAvif(worker).execute()
  const underway = new Set(
    (await unfinishedJobs(worker, 'encode-picture')).map(({ pictureId }) => pictureId),
  )
  await queueEncoding(
    worker,
    waiting.map(({ id }) => id).filter((id) => !underway.has(id)),
  )
}

function withoutAvif(actor: Actor) {
  return actor.tx
    .selectFrom('picture')
    .select('picture.id')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('picture_file as file')
            .select('file.width')
            .whereRef('file.picture_id', '=', 'picture.id')
            .where('file.format', '=', 'avif'),
        ),
      ),
    )
}

/** The missing copies, and the key of the widest WebP, which is the source. */
async function findLacking(
  worker: WorkerActor,
  pictureId: string,
): Promise<{ key: string; lacking: Wanted[] } | null> {
  const stored = await worker.tx
    .selectFrom('picture_file')
    .select(['width', 'format', 'storage_key'])
    .where('picture_id', '=', pictureId)
    .orderBy('width', 'desc')
    .execute()
  const first = stored.find(({ format }) => format === 'webp')
  if (!first) return null
  const has = new Set(stored.map(({ width, format }) => `${width}.${format}`))
  const wanted = storedWidths(first.width).flatMap((width) =>
    pictureFormats.map((format) => ({ width, format })),
  )
  return {
    key: first.storage_key,
    lacking: wanted.filter(({ width, format }) => !has.has(`${width}.${format}`)),
  }
}

async function writeDown(
  worker: WorkerActor,
  pictureId: string,
  copies: PictureCopy[],
): Promise<boolean> {
  await lockPicture(worker, pictureId)
  const there = await worker.tx
    .selectFrom('picture')
    .select('id')
    .where('id', '=', pictureId)
    .executeTakeFirst()
  if (!there) return false
  const written = await worker.tx
    .insertInto('picture_file')
    .values(copies.map((copy) => fileOf(pictureId, copy)))
    .onConflict((conflict) => conflict.columns(['picture_id', 'width', 'format']).doNothing())
    .returning('width')
    .execute()
  const placed = await worker.tx
    .selectFrom('project_picture')
    .select('project_id')
    .where('picture_id', '=', pictureId)
    .executeTakeFirst()
  if (written.length === 0 || !placed) return true
  await publish(worker, { kind: 'picture.encoded', pictureId, projectId: placed.project_id })
  return true
}
