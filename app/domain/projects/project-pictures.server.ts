import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { deletePictures } from './delete-pictures.server.ts'
import type { AddPictureInput } from './picture-schema.ts'
import { storePicture, type UploadedPicture } from './store-picture.server.ts'

const mostPictures = 60

/** Includes the key of the file in use. */
export type PictureAdded =
  | { pictureId: string; fileKey: string }
  | { refused: 'key-reused' | 'not-found' }
  | { refused: 'too-many'; most: number }
  | FutureDay

/**
 * Adds a picture as a project's last; the first is the cover. Refused for a day in the future. A repetition returns the
 * first file's key; the caller deletes the other file. Publishes picture.added.
 */
export function addPicture(
  admin: AdminActor,
  projectId: string,
  { key, alt, takenOn }: AddPictureInput,
  picture: UploadedPicture,
): Promise<PictureAdded> {
  const sent = { projectId, alt, takenOn, sha256: picture.sentSha256 }
  const shown = { alt, taken_on: takenOn }
  return exactlyOnce(admin, 'add-picture', key, sent, () => add(admin, projectId, shown, picture))
}

async function add(
  admin: AdminActor,
  projectId: string,
  shown: { alt: string; taken_on: CalendarDate | null },
  picture: UploadedPicture,
): Promise<PictureAdded> {
  const today = clock.today()
  if (shown.taken_on !== null && isAfter(shown.taken_on, today))
    return { refused: 'in-the-future', today }
  const order = await lockOrder(admin, projectId)
  if (!order) return { refused: 'not-found' }
  if (order.length >= mostPictures) return { refused: 'too-many', most: mostPictures }
  const pictureId = await storePicture(admin, picture, [{ ...picture, format: 'webp' }])
  const place = (order.at(-1)?.place ?? 0) + 1
  await admin.tx
    .insertInto('project_picture')
    .values({ project_id: projectId, picture_id: pictureId, place, ...shown })
    .execute()
  await publish(admin, { kind: 'picture.added', pictureId, projectId })
  return { pictureId, fileKey: picture.key }
}

export type PictureChanged = { pictureId: string } | { refused: 'not-found' }

type FutureDay = { refused: 'in-the-future'; today: CalendarDate }

export type PictureDescribed = PictureChanged | FutureDay

/** Moves a picture to a position from 1, the cover. Concurrent moves are serialised. Publishes project.changed. */
export async function movePicture(
  admin: AdminActor,
  projectId: string,
  { pictureId, place }: { pictureId: string; place: number },
): Promise<PictureChanged> {
  const order = await lockOrder(admin, projectId)
  const ids = order?.map((placed) => placed.picture_id) ?? []
  if (!ids.includes(pictureId)) return { refused: 'not-found' }
  const others = ids.filter((id) => id !== pictureId)
  const moved = others.toSpliced(Math.max(place - 1, 0), 0, pictureId)
  await sql`
    update project_picture p set place = o.place
    from unnest(${moved}::uuid[]) with ordinality o (picture_id, place)
    where p.picture_id = o.picture_id and p.project_id = ${projectId}`.execute(admin.tx)
  await publish(admin, { kind: 'project.changed', projectId })
  return { pictureId }
}

/** Changes a picture's alternative text and the day it was taken, until today. Publishes project.changed. */
export async function describePicture(
  admin: AdminActor,
  projectId: string,
  { pictureId, alt, takenOn }: { pictureId: string; alt: string; takenOn: CalendarDate | null },
): Promise<PictureDescribed> {
  const today = clock.today()
  if (takenOn !== null && isAfter(takenOn, today)) return { refused: 'in-the-future', today }
  const changed = await admin.tx
    .updateTable('project_picture')
    .set({ alt, taken_on: takenOn })
    .where('project_id', '=', projectId)
    .where('picture_id', '=', pictureId)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return { refused: 'not-found' }
  await publish(admin, { kind: 'project.changed', projectId })
  return { pictureId }
}

/** `fileKeys` are no longer used. */
export type PictureRemoved = { fileKeys: string[] } | { refused: 'not-found' | 'last-of-published' }

/**
 * Removes a picture; the next becomes the cover. Refused for the only picture of a published
 * project. Publishes project.changed; the caller deletes the files after commit.
 */
export async function removePicture(
  admin: AdminActor,
  projectId: string,
  pictureId: string,
): Promise<PictureRemoved> {
  const order = await lockOrder(admin, projectId)
  if (!order?.some((placed) => placed.picture_id === pictureId)) return { refused: 'not-found' }
  const project = await admin.tx
    .selectFrom('project')
    .select('published')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (project.published && order.length === 1) return { refused: 'last-of-published' }
  await admin.tx.deleteFrom('project_picture').where('picture_id', '=', pictureId).execute()
  const fileKeys = await deletePictures(admin, [pictureId])
  await publish(admin, { kind: 'project.changed', projectId })
  return { fileKeys }
}

/** The pictures of a project in order, locked until commit; null for an unknown project. */
async function lockOrder(admin: AdminActor, projectId: string) {
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!project) return null
  return admin.tx
    .selectFrom('project_picture')
    .select(['picture_id', 'place'])
    .where('project_id', '=', projectId)
    .orderBy('place')
    .execute()
}
