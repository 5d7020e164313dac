import { randomUUID } from 'node:crypto'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { DirectorInput } from './director-schema.ts'

/** A director as the public page shows them; `portrait` is the address of the picture. */
export type Director = {
  id: string
  name: string
  role: string
  place: number
  portrait: string | null
  version: number
}

/** The directors in the order of the public page. */
export async function listDirectors(reader: Actor): Promise<Director[]> {
  const rows = await reader.tx
    .selectFrom('director')
    .select(['id', 'name', 'role', 'place', 'portrait_id', 'version'])
    .orderBy('place')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ portrait_id, ...director }) => ({
    ...director,
    portrait: portrait_id && `/directors/${portrait_id}.webp`,
  }))
}

/** The WebP of a portrait; null for an unknown or replaced one. */
export async function findPortrait(reader: Actor, portraitId: string): Promise<Buffer | null> {
  const row = await reader.tx
    .selectFrom('director')
    .select('portrait')
    .where('portrait_id', '=', portraitId)
    .executeTakeFirst()
  return row?.portrait ?? null
}

/** The new portrait as WebP, `'removed'`, or null to leave it as it is. */
export type PortraitChange = Buffer | 'removed' | null

/** Adds a director to the public page. Audited. Publishes company.changed. */
export async function addDirector(
  admin: AdminActor,
  { version: _, ...director }: DirectorInput,
  portrait: PortraitChange,
): Promise<void> {
  await admin.tx
    .insertInto('director')
    .values({ ...director, ...portraitColumns(portrait) })
    .execute()
  await publish(admin, { kind: 'company.changed' })
}

export type DirectorChanged = { directorId: string } | { refused: 'version-conflict' }

/** Changes a director. Refused when `version` is outdated or they were removed. Audited. Publishes company.changed. */
export async function changeDirector(
  admin: AdminActor,
  directorId: string,
  { version, ...director }: DirectorInput,
  portrait: PortraitChange,
): Promise<DirectorChanged> {
  const { numUpdatedRows } = await admin.tx
    .updateTable('director')
    .set({ ...director, ...portraitColumns(portrait), version: version + 1 })
    .where('id', '=', directorId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return { refused: 'version-conflict' }
  await publish(admin, { kind: 'company.changed' })
  return { directorId }
}

/** Removes a director and their portrait. Audited. Publishes company.changed. */
export async function removeDirector(admin: AdminActor, directorId: string): Promise<void> {
  await admin.tx.deleteFrom('director').where('id', '=', directorId).execute()
  await publish(admin, { kind: 'company.changed' })
}

function portraitColumns(portrait: PortraitChange) {
  if (portrait === null) return {}
  if (portrait === 'removed') return { portrait: null, portrait_id: null }
  return { portrait, portrait_id: randomUUID() }
}
