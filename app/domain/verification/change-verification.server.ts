import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isAfter } from '../../values/calendar-date.ts'
import { type FileRefusal, refuseFile } from '../documents/document-file.ts'
import { insertStoredFile, type StoredUpload } from '../documents/stored-file.server.ts'
import { findOfficeItem, type OfficeVerificationItem } from './verification-items.server.ts'
import type {
  AddVerificationInput,
  EditVerificationInput,
  VerificationFacts,
} from './verification-schema.ts'

const mostItems = 60

type Unfit = { refused: 'in-the-future' } | { refused: 'file'; because: FileRefusal }

/** A repeated submission returns the first file's key, so the caller deletes the second file. */
export type VerificationAdded =
  | { itemId: string; fileKey: string | null }
  | { refused: 'not-found' | 'key-reused' }
  | { refused: 'too-many'; most: number }
  | Unfit

/** Adds an item, with or without a file, to a project's verification file. Publishes verification.changed. */
export function addVerification(
  admin: AdminActor,
  projectId: string,
  input: AddVerificationInput,
  file: StoredUpload | null,
): Promise<VerificationAdded> {
  const { key, ...facts } = input
  const sent = {
    projectId,
    ...facts,
    originalName: file?.originalName ?? null,
    sha256: file?.sha256 ?? null,
  }
  return exactlyOnce(admin, 'add-verification', key, sent, () => add(admin, projectId, facts, file))
}

async function add(
  admin: AdminActor,
  projectId: string,
  facts: VerificationFacts,
  file: StoredUpload | null,
): Promise<VerificationAdded> {
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!project) return { refused: 'not-found' }
  const { count } = await admin.tx
    .selectFrom('verification_item')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostItems) return { refused: 'too-many', most: mostItems }
  const unfit = refuse(facts, file)
  if (unfit) return unfit
  const { id: itemId } = await admin.tx
    .insertInto('verification_item')
    .values({ project_id: projectId, ...columnsOf(facts) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (file) {
    const stored = await storeFile(admin, { itemId, number: 1 }, file)
    await admin.tx.updateTable('verification_item').set(stored).where('id', '=', itemId).execute()
  }
  await publish(admin, { kind: 'verification.changed', itemId, projectId })
  return { itemId, fileKey: file?.key ?? null }
}

type Whose = { projectId: string; itemId: string }

/** `version-conflict` carries the stored state. */
export type VerificationEdited =
  | { itemId: string; fileKey: string | null }
  | { refused: 'not-found' }
  | { refused: 'version-conflict'; now: OfficeVerificationItem }
  | Unfit

/**
 * Changes an item and, optionally, its file; earlier files are kept for the office. Refused for an outdated `version`.
 * Publishes verification.changed.
 */
export async function editVerification(
  admin: AdminActor,
  { projectId, itemId }: Whose,
  { version, ...facts }: EditVerificationInput,
  file: StoredUpload | null,
): Promise<VerificationEdited> {
  const now = await lockItem(admin, { projectId, itemId })
  if (!now) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict', now }
  const unfit = refuse(facts, file)
  if (unfit) return unfit
  const stored = file
    ? await storeFile(admin, { itemId, number: now.fileNumber + 1 }, file)
    : undefined
  await admin.tx
    .updateTable('verification_item')
    .set({ ...columnsOf(facts), ...stored })
    .where('id', '=', itemId)
    .execute()
  await publish(admin, { kind: 'verification.changed', itemId, projectId })
  return { itemId, fileKey: file?.key ?? null }
}

export type VerificationRemoved = { itemId: string } | { refused: 'not-found' | 'version-conflict' }

/** Removes an item from every page; row and files stay for the audit. Publishes verification.changed. */
export async function removeVerification(
  admin: AdminActor,
  { projectId, itemId }: Whose,
  version: number,
): Promise<VerificationRemoved> {
  const now = await lockItem(admin, { projectId, itemId })
  if (!now) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict' }
  await admin.tx
    .updateTable('verification_item')
    .set({ removed_at: clock.now() })
    .where('id', '=', itemId)
    .execute()
  await publish(admin, { kind: 'verification.changed', itemId, projectId })
  return { itemId }
}

/** Serialises changes of an item; null when the project has none with this id, or it was removed. */
async function lockItem(
  admin: AdminActor,
  { projectId, itemId }: Whose,
): Promise<OfficeVerificationItem | null> {
  await admin.tx
    .selectFrom('verification_item')
    .select('id')
    .where('id', '=', itemId)
    .forUpdate()
    .execute()
  return findOfficeItem(admin, projectId, itemId)
}

function refuse({ issuedOn }: VerificationFacts, file: StoredUpload | null): Unfit | null {
  if (issuedOn !== null && isAfter(issuedOn, clock.today())) return { refused: 'in-the-future' }
  const because = file && refuseFile(file)
  return because ? { refused: 'file', because } : null
}

function columnsOf(facts: VerificationFacts) {
  const { kind, title, reference, issuer, audience } = facts
  return {
    kind,
    title,
    reference,
    issuer,
    audience,
    issued_on: facts.issuedOn,
    expires_on: facts.expiresOn,
    how_to_check: facts.howToCheck,
  }
}

async function storeFile(
  admin: AdminActor,
  { itemId, number }: { itemId: string; number: number },
  file: StoredUpload,
) {
  const fileId = await insertStoredFile(admin, file)
  await admin.tx
    .insertInto('verification_file')
    .values({ item_id: itemId, number, file_id: fileId, uploaded_by: admin.userId })
    .execute()
  return { file_id: fileId, file_number: number }
}
