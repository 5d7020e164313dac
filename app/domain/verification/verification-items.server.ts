import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { isId } from '../../values/id.ts'
import { downloadName } from '../documents/document-file.ts'
import type { DownloadableFile } from '../documents/documents.server.ts'
import { type VerificationItem, verificationKinds, verificationName } from './verification-item.ts'

/**
 * The items of a project for a page: row policies leave out what the reader may not see. `publicOnly` leaves out the
 * others for those who may see them too.
 */
export async function listVerification(
  actor: Actor,
  projectId: string,
  { publicOnly = false }: { publicOnly?: boolean } = {},
): Promise<VerificationItem[]> {
  const rows = await itemsOf(actor)
    .where('item.project_id', '=', projectId)
    .where('item.audience', 'in', publicOnly ? ['public'] : ['public', 'investors'])
    .execute()
  return inOrder(rows.map(itemOf))
}

/** The public items of a published project by its slug. */
export async function listPublicVerification(
  actor: Actor,
  slug: string,
): Promise<VerificationItem[]> {
  const project = await actor.tx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return project ? listVerification(actor, project.id, { publicOnly: true }) : []
}

function itemsOf(actor: Actor) {
  return actor.tx
    .selectFrom('verification_item as item')
    .leftJoin('stored_file as file', 'file.id', 'item.file_id')
    .select(['item.id', 'item.kind', 'item.title', 'item.reference', 'item.issuer'])
    .select(['item.issued_on', 'item.expires_on', 'item.how_to_check', 'item.audience'])
    .select(['file.original_name', 'file.media_type', 'file.byte_size'])
    .where('item.removed_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof itemsOf>['executeTakeFirstOrThrow']>>

function itemOf(row: Row): VerificationItem {
  const { original_name: name, media_type: mediaType, byte_size: byteSize } = row
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    reference: row.reference,
    issuer: row.issuer,
    issuedOn: row.issued_on,
    expiresOn: row.expires_on,
    howToCheck: row.how_to_check,
    audience: row.audience,
    file:
      name === null || mediaType === null
        ? null
        : { name: downloadName(name, mediaType), mediaType, byteSize: Number(byteSize) },
  }
}

function inOrder<Entry extends VerificationItem>(entries: Entry[]): Entry[] {
  return entries.toSorted(
    (left, right) =>
      verificationKinds.indexOf(left.kind) - verificationKinds.indexOf(right.kind) ||
      verificationName(left).localeCompare(verificationName(right)),
  )
}

/** With what only the office sees. `downloads` by visitors of the public page. */
export type OfficeVerificationItem = VerificationItem & {
  version: number
  fileNumber: number
  downloads: number
}

/** Every item of a project that was not removed. */
export async function listOfficeVerification(
  admin: AdminActor,
  projectId: string,
): Promise<OfficeVerificationItem[]> {
  const rows = await itemsOf(admin)
    .select(['item.version', 'item.file_number'])
    .select(
      sql<number>`(select coalesce(sum(d.downloads), 0)::int from app.verification_download d where d.item_id = item.id)`.as(
        'downloads',
      ),
    )
    .where('item.project_id', '=', projectId)
    .execute()
  return inOrder(
    rows.map((row) => ({
      ...itemOf(row),
      version: row.version,
      fileNumber: row.file_number,
      downloads: row.downloads,
    })),
  )
}

/** An item for the office; null for one of another project or that was removed. */
export async function findOfficeItem(
  admin: AdminActor,
  projectId: string,
  itemId: string,
): Promise<OfficeVerificationItem | null> {
  const entries = await listOfficeVerification(admin, projectId)
  return entries.find(({ id }) => id === itemId) ?? null
}

/** The file of an item; null when this actor may not see it, the item was removed or it has none. */
export async function findVerificationFile(
  actor: Actor,
  itemId: string,
): Promise<(DownloadableFile & { projectId: string; slug: string }) | null> {
  if (!isId(itemId)) return null
  const row = await actor.tx
    .selectFrom('verification_item as item')
    .innerJoin('stored_file as file', 'file.id', 'item.file_id')
    .innerJoin('project', 'project.id', 'item.project_id')
    .select(['file.storage_key', 'file.original_name', 'file.media_type', 'file.byte_size'])
    .select(['file.sha256', 'item.file_number', 'item.project_id', 'project.slug'])
    .where('item.id', '=', itemId)
    .where('item.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    storageKey: row.storage_key,
    name: downloadName(row.original_name, row.media_type),
    mediaType: row.media_type,
    byteSize: Number(row.byte_size),
    etag: row.sha256,
    number: row.file_number,
    projectId: row.project_id,
    slug: row.slug,
  }
}
