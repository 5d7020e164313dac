import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import type { Cents } from '../../values/money.ts'
import type { ContactNoteInput } from './contact-note-schema.ts'
import type { PromiseToPay } from './receivable.ts'
import { receivedForPromise } from './receivable-lines.server.ts'

/** `by` is null for an account that no longer exists. */
export type ContactNote = {
  id: string
  note: string
  on: CalendarDate
  by: string | null
  promise: PromiseToPay | null
}

/** The latest notes about an investor, the newest first, at most `count`, and how many there are. */
export async function contactNotesOf(
  { tx }: AdminActor,
  investorId: string,
  count: number,
): Promise<{ notes: ContactNote[]; total: number }> {
  const rows = await tx
    .selectFrom('contact_note as promise')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'promise.created_by')
    .select(['promise.id', 'promise.note', 'promise.contacted_on', 'promise.promised_on'])
    .select(['promise.promised_cents', 'account.name as by'])
    .select(receivedForPromise.as('received'))
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where('promise.investor_id', '=', investorId)
    .orderBy('promise.id', 'desc')
    .limit(count)
    .execute()
  const notes = rows.map(({ id, note, contacted_on: on, by, promised_on: promisedOn, ...row }) => ({
    id,
    note,
    on,
    by,
    promise: promisedOn && { on: promisedOn, amount: row.promised_cents, received: row.received },
  }))
  return { notes, total: rows[0]?.total ?? 0 }
}

type NoteAdded =
  | { noteId: string }
  | { refused: 'not-found' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'key-reused' }

/**
 * Adds a note about a contact with an investor, which never changes. Refused: an unknown investor, and a contact in the
 * future. Publishes contact.noted.
 */
export async function addContactNote(
  admin: AdminActor,
  investorId: string,
  input: ContactNoteInput,
): Promise<NoteAdded> {
  const { key, note, contactedOn, promisedOn, promisedAmount } = input
  if (!isId(investorId)) return { refused: 'not-found' }
  const today = clock.today()
  if (isAfter(contactedOn, today)) return { refused: 'in-the-future', today }
  const facts = { investorId, note, contactedOn, promisedOn, promisedAmount }
  return exactlyOnce(admin, 'addContactNote', key, facts, async (): Promise<NoteAdded> => {
    const investor = await admin.tx
      .selectFrom('investor')
      .select('id')
      .where('id', '=', investorId)
      .executeTakeFirst()
    if (!investor) return { refused: 'not-found' }
    const { id: noteId } = await admin.tx
      .insertInto('contact_note')
      .values({
        investor_id: investorId,
        note,
        contacted_on: contactedOn,
        promised_on: promisedOn,
        promised_cents: promisedAmount satisfies Cents | null,
        created_by: admin.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await publish(admin, { kind: 'contact.noted', noteId, investorId })
    return { noteId }
  })
}
