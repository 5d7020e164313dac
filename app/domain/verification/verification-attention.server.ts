import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, GuestActor } from '../../platform/database/database.server.ts'
import { isStoredOrUnknown } from '../../platform/files/stored-file.server.ts'
import { addDays } from '../../values/calendar-date.ts'
import { expiryNoticeDays, verificationState } from './verification-item.ts'

/** A project whose verification file needs work. */
export type StaleVerification = { projectId: string; project: string; count: number }

/** Items that are expired or expire within thirty days, by project, of projects that are not archived. */
export async function staleVerification(
  admin: AdminActor,
): Promise<{ projects: StaleVerification[]; count: number; expired: number }> {
  const today = clock.today()
  const rows = await admin.tx
    .selectFrom('verification_item as item')
    .innerJoin('project', 'project.id', 'item.project_id')
    .select(['project.id', 'project.name', 'item.expires_on'])
    .where('item.removed_at', 'is', null)
    .where('item.expires_on', '<=', addDays(today, expiryNoticeDays))
    .where('project.archived_at', 'is', null)
    .orderBy('item.expires_on')
    .orderBy('item.id')
    .execute()
  const projects = [...Map.groupBy(rows, ({ id }) => id)].map(([projectId, of]) => ({
    projectId,
    project: of[0]?.name ?? '',
    count: of.length,
  }))
  const isExpired = (row: (typeof rows)[number]) =>
    verificationState(row.expires_on, today) === 'expired'
  return { projects, count: rows.length, expired: rows.filter(isExpired).length }
}

/** Logs that the file of an item is missing from the store, which the office's dashboard reports. */
export async function recordMissingVerification(
  guest: GuestActor,
  storageKey: string,
): Promise<void> {
  await sql`select note_missed_verification(${storageKey})`.execute(guest.tx)
}

const mostLooked = 50

/** Projects with an item whose current file was missed and is still missing, the latest first. */
export async function verificationWithoutFile(
  admin: AdminActor,
): Promise<{ projectId: string; project: string }[]> {
  const rows = await admin.tx
    .selectFrom('verification_item as item')
    .innerJoin('verification_file as current', (join) =>
      join
        .onRef('current.item_id', '=', 'item.id')
        .onRef('current.number', '=', 'item.file_number'),
    )
    .innerJoin('stored_file as file', 'file.id', 'item.file_id')
    .innerJoin('project', 'project.id', 'item.project_id')
    .select(['file.storage_key', 'file.byte_size', 'project.id', 'project.name'])
    .where('current.missed_at', 'is not', null)
    .where('item.removed_at', 'is', null)
    .where('project.archived_at', 'is', null)
    .orderBy('current.missed_at', 'desc')
    .limit(mostLooked)
    .execute()
  const found = await Promise.all(
    rows.map(({ storage_key: storageKey, byte_size }) =>
      isStoredOrUnknown({ storageKey, byteSize: Number(byte_size) }),
    ),
  )
  const missing = rows.filter((_, place) => !found[place])
  return [
    ...new Map(missing.map(({ id, name }) => [id, { projectId: id, project: name }])).values(),
  ]
}

/** Published projects that take investments and show visitors nothing to check, by name. */
export function projectsWithoutVerification(
  admin: AdminActor,
): Promise<{ projectId: string; project: string }[]> {
  return admin.tx
    .selectFrom('project')
    .select(['id as projectId', 'name as project'])
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .where('status', '<>', 'completed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('verification_item as item')
            .select('item.id')
            .whereRef('item.project_id', '=', 'project.id')
            .where('item.audience', '=', 'public')
            .where('item.removed_at', 'is', null),
        ),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
}
