import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import type { AddProjectInput } from './project-schema.ts'
import { freeSlug, slugOf } from './slug.ts'
import { storePicture, type UploadedPicture } from './store-picture.server.ts'

/** The new project, and the file of its cover that is now in use; or why there is none. */
export type ProjectAdded = { projectId: string; coverKey: string | null } | { refused: 'key-reused' }

/** A cover picture and the words for people who cannot see it. */
export type NewCover = { picture: UploadedPicture; alt: string }

/**
 * Adds a project (MPR-016) under a slug made from its name, which no other project has. The cover's file is in the
 * store already; sent twice, the first answer comes again and names the first file, so the second belongs to nobody and
 * is the caller's to remove. Publishes project.added.
 */
export function addProject(admin: AdminActor, input: AddProjectInput, cover: NewCover | null): Promise<ProjectAdded> {
  const { key, ...facts } = input
  const coverSha256 = cover?.picture.sha256 ?? null
  return exactlyOnce(admin, 'add-project', key, { ...facts, coverSha256 }, () => add(admin, input, cover))
}

async function add(admin: AdminActor, input: AddProjectInput, cover: NewCover | null) {
  const { id: projectId } = await admin.tx
    .insertInto('project')
    .values({
      slug: await claimSlug(admin, input.name),
      name: input.name,
      location: input.location,
      description: input.description ?? '',
      status: input.status,
      total_value_cents: input.totalValue,
      annual_return_bp: input.annualReturn,
      progress_percent: input.progress,
      started_on: input.startedOn,
      completion_on: input.completionOn,
      published: input.published,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (cover) {
    const { picture } = cover
    const pictureId = await storePicture(admin, picture, [{ ...picture, format: 'webp' }])
    await admin.tx
      .insertInto('project_picture')
      .values({ project_id: projectId, picture_id: pictureId, place: 1, alt: cover.alt })
      .execute()
  }
  await publish(admin, { kind: 'project.added', projectId })
  return { projectId, coverKey: cover?.picture.key ?? null }
}

/**
 * Two admins adding a name at once take turns, so that the second gets the next number and not a database error. An
 * address that another project had before stays that project's (W-45).
 */
async function claimSlug(admin: AdminActor, name: string): Promise<string> {
  const slug = slugOf(name)
  await sql`select pg_advisory_xact_lock(hashtext('project slug'))`.execute(admin.tx)
  const taken = admin.tx
    .selectFrom('project')
    .select('slug')
    .unionAll(admin.tx.selectFrom('former_slug').select('slug'))
  const alike = await admin.tx
    .selectFrom(taken.as('taken'))
    .select('slug')
    .where((row) => row.or([row('slug', '=', slug), row('slug', 'like', `${slug}-%`)]))
    .execute()
  return freeSlug(
    slug,
    alike.map((row) => row.slug),
  )
}
