import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { SentReminder } from '../../values/reminder.ts'

const mostReminders = 50

/** The reminders of an investment, the newest first, at most fifty. */
export async function remindersOf(
  { tx }: AdminActor | InvestorReader,
  investmentId: string,
): Promise<SentReminder[]> {
  const rows = await tx
    .selectFrom('reminder')
    .select(['id', 'due_on', 'kind', 'created_at'])
    .where('investment_id', '=', investmentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostReminders)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    dueOn: row.due_on,
    kind: row.kind,
    sentAt: row.created_at,
  }))
}

/** Whether an investor gets reminders: not while paused by the office, nor when they declined them. */
export async function reminderStateOf(
  { tx }: AdminActor,
  investorId: string,
): Promise<{ pausedAt: Date | null; declined: boolean }> {
  const row = await tx
    .selectFrom('investor')
    .leftJoin('mail_choice', 'mail_choice.investor_id', 'investor.id')
    .select(['reminders_paused_at', 'mail_choice.reminders'])
    .where('investor.id', '=', investorId)
    .executeTakeFirst()
  return { pausedAt: row?.reminders_paused_at ?? null, declined: row?.reminders === false }
}

export type RemindersPaused = { paused: boolean } | { refused: 'not-found' }

/** Pauses or resumes the reminders to an investor. Audited. Publishes investor.changed. */
export async function pauseReminders(
  admin: AdminActor,
  investorId: string,
  paused: boolean,
): Promise<RemindersPaused> {
  const changed = await admin.tx
    .updateTable('investor')
    .set({ reminders_paused_at: paused ? clock.now() : null })
    .where('id', '=', investorId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return { refused: 'not-found' }
  await publish(admin, { kind: 'investor.changed', investorId })
  return { paused }
}
