import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { InquiryAct, InquiryNoteInput } from './inquiry-acts-schema.ts'

/** Refused when it is gone, its sender is an investor, or its version is outdated. */
export type InquiryChanged =
  | { changed: true }
  | { refused: 'not-found' | 'converted' | 'version-conflict' }

/**
 * Sets an inquiry's status or spam mark. Converted inquiries stay converted. Refused for an
 * outdated version unless nothing would change. Publishes inquiry.changed.
 */
export async function changeInquiry(
  admin: AdminActor,
  inquiryId: string,
  { act, version }: { act: InquiryAct; version: number },
): Promise<InquiryChanged> {
  const now = await lockInquiry(admin, inquiryId)
  if (!now) return { refused: 'not-found' }
  const next = standingAfter(act, now)
  if (next.status === now.status && next.suspected_spam === now.suspected_spam)
    return { changed: true }
  if (now.investor_id !== null && now.source !== 'portal') return { refused: 'converted' }
  if (now.version !== version) return { refused: 'version-conflict' }
  await admin.tx
    .updateTable('inquiry')
    .set({ ...next, version: now.version + 1 })
    .where('id', '=', inquiryId)
    .execute()
  const { investor_id: investorId } = now
  await publish(admin, { kind: 'inquiry.changed', inquiryId, investorId })
  return { changed: true }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockInquiry>>>

/** The reason of a suspicion stays stored when it is cleared. */
function standingAfter(act: InquiryAct, { status, suspected_spam, suspicion }: Locked) {
  if (act === 'spam')
    return { status, suspected_spam: true, suspicion: suspicion ?? ('admin' as const) }
  if (act === 'not-spam') return { status, suspected_spam: false, suspicion }
  return { status: act, suspected_spam, suspicion }
}

/** Locks an inquiry and reads its status; concurrent changes are serialised. */
export async function lockInquiry(admin: AdminActor, inquiryId: string) {
  const row = await admin.tx
    .selectFrom('inquiry')
    .select(['status', 'suspected_spam', 'suspicion', 'investor_id', 'version', 'source'])
    .select([
      'id',
      'message',
      'project_id',
      'amount_cents',
      'unit_id',
      'template_id',
      'understood_at',
    ])
    .where('id', '=', inquiryId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export type NoteAdded = { noteId: string } | { refused: 'not-found' | 'key-reused' }

/** Adds an immutable note that only the team sees. The form's key becomes its id. Publishes inquiry.changed. */
export function addInquiryNote(
  admin: AdminActor,
  inquiryId: string,
  input: InquiryNoteInput,
): Promise<NoteAdded> {
  const { key, body } = input
  return exactlyOnce(admin, 'add-inquiry-note', key, { inquiryId, body }, () =>
    write(admin, inquiryId, input),
  )
}

async function write(
  admin: AdminActor,
  inquiryId: string,
  { key, body }: InquiryNoteInput,
): Promise<NoteAdded> {
  const inquiry = await admin.tx
    .selectFrom('inquiry')
    .select('id')
    .where('id', '=', inquiryId)
    .executeTakeFirst()
  if (!inquiry) return { refused: 'not-found' }
  await admin.tx
    .insertInto('inquiry_note')
    .values({
      id: key,
      inquiry_id: inquiryId,
      body,
      written_by: admin.userId ?? null,
      written_at: clock.now(),
    })
    .execute()
  await publish(admin, { kind: 'inquiry.changed', inquiryId })
  return { noteId: key }
}
