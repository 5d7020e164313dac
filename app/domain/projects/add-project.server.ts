import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { claimSlug, isSlugTaken } from './claim-slug.server.ts'
import { columnsOf } from './project-columns.ts'
import type { AddProjectInput } from './project-schema.ts'
import { storePicture, type UploadedPicture } from './store-picture.server.ts'

/** Includes the key of the file in use. */
export type ProjectAdded =
  | { projectId: string; coverKey: string | null }
  | { refused: 'key-reused' | 'slug-taken' | 'needs-picture' }
  | { refused: 'in-the-future'; today: CalendarDate }

export type NewCover = { picture: UploadedPicture; alt: string }

/**
 * Adds a project under the given address or one made from its name. Refused for a used address, and
 * when published without a cover, and for a cover taken later than today. A repetition returns the first cover's key; the caller deletes
 * the other file. Publishes project.added.
 */
export function addProject(
  admin: AdminActor,
  input: AddProjectInput,
  cover: NewCover | null,
): Promise<ProjectAdded> {
  const { key, features, ...facts } = input
  const coverSha256 = cover?.picture.sentSha256 ?? null
  const sent = { ...facts, features: features.join('\n'), coverSha256 }
  return exactlyOnce(admin, 'add-project', key, sent, () => add(admin, input, cover))
}

async function add(
  admin: AdminActor,
  input: AddProjectInput,
  cover: NewCover | null,
): Promise<ProjectAdded> {
  if (input.published && !cover) return { refused: 'needs-picture' }
  if (input.slug !== null && (await isSlugTaken(admin, input.slug, null)))
    return { refused: 'slug-taken' }
  const today = clock.today()
  const takenOn = input.coverTakenOn
  if (takenOn !== null && isAfter(takenOn, today)) return { refused: 'in-the-future', today }
  const { id: projectId } = await admin.tx
    .insertInto('project')
    .values({ ...columnsOf(input), slug: input.slug ?? (await claimSlug(admin, input.name)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (cover) {
    const { picture } = cover
    const pictureId = await storePicture(admin, picture, [{ ...picture, format: 'webp' }])
    await admin.tx
      .insertInto('project_picture')
      .values({
        project_id: projectId,
        picture_id: pictureId,
        place: 1,
        alt: cover.alt,
        taken_on: takenOn,
      })
      .execute()
  }
  await publish(admin, { kind: 'project.added', projectId })
  return { projectId, coverKey: cover?.picture.key ?? null }
}
