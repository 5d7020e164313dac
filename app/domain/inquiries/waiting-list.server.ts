import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type {
  AdminActor,
  GuestActor,
  WorkerActor,
} from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { findInquiryProject } from './inquiry-project.server.ts'
import { countCodePost, nameInterest, type TooMany } from './interest.server.ts'

type Joining = { slug: string; email: string; clientAddress: string | undefined }

/**
 * Emails a link that puts the address on the waiting list of a fully reserved project. Refused for a project that is
 * closed or has something free, over ten an hour from one network and over three an hour to one address.
 */
export async function joinWaitingList(
  guest: GuestActor,
  { slug, email, clientAddress }: Joining,
): Promise<{ entryId: string } | { refused: 'closed' | 'available' } | TooMany> {
  const project = await findInquiryProject(guest, slug)
  if (!project?.isOpen) return { refused: 'closed' }
  if (!project.isTaken) return { refused: 'available' }
  const retryAt = await countCodePost(guest, { email, clientAddress })
  if (retryAt) return { refused: 'too-many', retryAt }
  const entryId = randomUUID()
  await guest.tx
    .insertInto('waiting_list_entry')
    .values({ id: entryId, project_id: project.id, email, created_at: clock.now() })
    .execute()
  await publish(guest, { kind: 'waiting-list.joined', entryId })
  return { entryId }
}

/** `told`: an email said that something is free, which ended the entry. */
export type WaitingEntry = { slug: string; project: string; state: 'new' | 'waiting' | 'told' }

/** The entry with this secret id; null for an unknown or deleted one. */
export async function findWaitingEntry(
  guest: GuestActor,
  entryId: string,
): Promise<WaitingEntry | null> {
  await nameInterest(guest, entryId)
  const row = await guest.tx
    .selectFrom('waiting_list_entry as entry')
    .innerJoin('project', 'project.id', 'entry.project_id')
    .select(['slug', 'project.name', 'confirmed_at', 'told_at'])
    .where('entry.id', '=', entryId)
    .executeTakeFirst()
  if (!row) return null
  const state = row.told_at ? 'told' : row.confirmed_at ? 'waiting' : 'new'
  return { slug: row.slug, project: row.name, state }
}

/** Puts the address of the entry on the list; a repetition changes nothing. */
export async function confirmWaiting(guest: GuestActor, entryId: string): Promise<void> {
  await nameInterest(guest, entryId)
  await guest.tx
    .updateTable('waiting_list_entry')
    .set({ confirmed_at: clock.now() })
    .where('id', '=', entryId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Deletes the entry. */
export async function leaveWaitingList(guest: GuestActor, entryId: string): Promise<void> {
  await nameInterest(guest, entryId)
  await guest.tx.deleteFrom('waiting_list_entry').where('id', '=', entryId).execute()
}

/** How many addresses wait for a project. */
export async function countOnWaitingList(admin: AdminActor, projectId: string): Promise<number> {
  const { count } = await admin.tx
    .selectFrom('waiting_list_entry')
    .select((row) => row.fn.count<bigint>('id').as('count'))
    .where('project_id', '=', projectId)
    .where('confirmed_at', 'is not', null)
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Emails everyone on the lists of projects that have something free again, once. Worker job every few minutes. Publishes
 * waiting-list.freed for each address.
 */
export async function tellWaitingLists(worker: WorkerActor): Promise<void> {
  const entries = await worker.tx
    .updateTable('waiting_list_entry as entry')
    .from('project')
    .set({ told_at: clock.now() })
    .whereRef('project.id', '=', 'entry.project_id')
    .where('entry.confirmed_at', 'is not', null)
    .where('entry.told_at', 'is', null)
    .where('project.published', '=', true)
    .where('project.archived_at', 'is', null)
    .where('project.status', '<>', 'completed')
    .where(sql<SqlBool>`not coalesce(app.is_taken(project.id), false)`)
    .returning(['entry.id', 'entry.email', 'entry.project_id'])
    .execute()
  // An address that joined twice gets one email.
  const firsts = new Map(entries.map((entry) => [`${entry.project_id} ${entry.email}`, entry.id]))
  for (const entryId of firsts.values())
    await publish(worker, { kind: 'waiting-list.freed', entryId })
}
