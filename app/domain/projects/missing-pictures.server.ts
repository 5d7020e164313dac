import { type SqlBool, sql } from 'kysely'
import type { AdminActor, GuestActor } from '../../platform/database/database.server.ts'
import { isStoredOrUnknown } from '../../platform/files/stored-file.server.ts'

/** Logs that a picture's file is missing from the store, which the office's dashboard reports. */
export async function recordMissingPicture(guest: GuestActor, storageKey: string): Promise<void> {
  await sql`select note_missed_picture(${storageKey})`.execute(guest.tx)
}

/** A project's own picture, or one of its progress updates or milestones. */
export type WithoutPicture = {
  projectId: string
  project: string
  of: 'pictures' | 'updates' | 'milestones'
}

const mostLooked = 50

/** Places of pictures that were missed and are still missing, latest first. */
export async function listMissingPictures(admin: AdminActor): Promise<WithoutPicture[]> {
  const rows = await admin.tx
    .selectFrom('picture_file as file')
    .leftJoin('project_picture as own', 'own.picture_id', 'file.picture_id')
    .leftJoin('project_update_picture as told', 'told.picture_id', 'file.picture_id')
    .leftJoin('project_update', 'project_update.id', 'told.update_id')
    .leftJoin('milestone_picture as proof', 'proof.picture_id', 'file.picture_id')
    .leftJoin('milestone_reached', 'milestone_reached.id', 'proof.reached_id')
    .leftJoin('milestone', 'milestone.id', 'milestone_reached.milestone_id')
    .innerJoin('project', (join) =>
      join.on(
        sql<SqlBool>`project.id = coalesce(own.project_id, project_update.project_id, milestone.project_id)`,
      ),
    )
    .select(['file.storage_key as storageKey', 'file.byte_size', 'project.id', 'project.name'])
    .select(
      sql<WithoutPicture['of']>`case when own.project_id is not null then 'pictures'
        when told.update_id is not null then 'updates' else 'milestones' end`.as('of'),
    )
    .where('file.missed_at', 'is not', null)
    .orderBy('file.missed_at', 'desc')
    .limit(mostLooked)
    .execute()
  const found = await Promise.all(
    rows.map(({ storageKey, byte_size }) =>
      isStoredOrUnknown({ storageKey, byteSize: Number(byte_size) }),
    ),
  )
  const places = rows
    .filter((_, at) => !found[at])
    .map(({ id, name, of }): WithoutPicture => ({ projectId: id, project: name, of }))
  return [...new Map(places.map((place) => [place.projectId + place.of, place])).values()]
}
