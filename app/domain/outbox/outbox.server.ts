import { sql } from 'kysely'
import type { ReactElement } from 'react'
import type { Actor, AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import type {
  accountlessMailTemplates,
  accountMailTemplates,
  correctionMailTemplates,
  investmentMailTemplates,
  requestMailTemplates,
} from './mail.ts'

/** The subject of `email-changed` is the former address, which it goes to. */
export type AccountMail = (typeof accountMailTemplates)[number]
/** Its subject is the request. */
export type RequestMail = (typeof requestMailTemplates)[number]
/** Its subject is the correcting entry. */
export type CorrectionMail = (typeof correctionMailTemplates)[number]
/** Its subject is the investment. */
export type InvestmentMail = (typeof investmentMailTemplates)[number]
/** Stores neither text nor token, and an address only once sent or tried. Each template is composed by its domain. */
export type QueuedMail = {
  template:
    | 'invitation'
    | 'receipt'
    | 'payment-reminder'
    | 'notification'
    | CorrectionMail
    | InvestmentMail
    | RequestMail
    | AccountMail
  userId: string
  subjectId: string | null
}
/** An email without an account, about an inquiry or a request; its composer finds the address. */
export type AccountlessMail = {
  template: (typeof accountlessMailTemplates)[number]
  userId: null
  subjectId: string
}
/** Null when it has become pointless, for example for a closed account. */
export type ComposedMail = {
  to: string
  replyTo?: string
  subject: string
  body: ReactElement
} | null
/** Composes from current data; mints links, so each attempt replaces the link of the last. */
export type Composer<Mail = QueuedMail> = (worker: WorkerActor, mail: Mail) => Promise<ComposedMail>
export type Composers = Record<QueuedMail['template'], Composer> &
  Record<AccountlessMail['template'], Composer<AccountlessMail>>

/** Queues an email in the transaction of its cause. For reactions and accounts only. */
export async function queueMail(actor: Actor, mail: QueuedMail | AccountlessMail): Promise<void> {
  const { id } = await actor.tx
    .insertInto('outbox')
    .values({ template: mail.template, user_id: mail.userId, subject_id: mail.subjectId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(actor, 'send-mail', { outboxId: id })
}

/** Queues a notification's email to each account, at most once. For reactions. */
export async function queueNotificationMails(
  actor: Actor,
  notificationId: string,
  userIds: string[],
): Promise<void> {
  if (userIds.length === 0) return
  const queued = await actor.tx
    .insertInto('outbox')
    .values(
      userIds.map((userId) => ({
        template: 'notification',
        user_id: userId,
        subject_id: notificationId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  for (const { id } of queued) await enqueue(actor, 'send-mail', { outboxId: id })
}

/**
 * Reopens an email that failed, was withdrawn or waits for a retry; false for any other. The caller
 * publishes mail.repeated, which creates the job.
 */
export async function reopenMail(admin: AdminActor, mailId: string): Promise<boolean> {
  const reopened = await admin.tx
    .updateTable('outbox')
    .set({ state: 'queued', last_error: null })
    .where('id', '=', mailId)
    .where((row) =>
      row.or([
        row('state', 'in', ['failed', 'withdrawn']),
        row.and([row('state', '=', 'queued'), row('last_error', 'is not', null)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return reopened !== undefined
}

/** Withdraws an account's waiting emails of a template, because another replaces them. */
export async function withdrawQueued(
  admin: AdminActor,
  userId: string,
  template: AccountMail | 'invitation',
) {
  await admin.tx
    .updateTable('outbox')
    .set({ state: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('template', '=', template)
    .where('state', '=', 'queued')
    .execute()
}

/** Undelivered emails, oldest first, at most `limit`. */
export async function undeliveredMails(admin: AdminActor, limit: number): Promise<string[]> {
  const rows = await admin.tx
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'failed')
    .orderBy(sql`created_at`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
