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

/** What concerns someone's account. The subject of `email-changed` is the former address, which it goes to. */
export type AccountMail = (typeof accountMailTemplates)[number]
/** What becomes of an investment request; its subject is the request. */
export type RequestMail = (typeof requestMailTemplates)[number]
/** What corrects an investor's ledger; its subject is the entry that does. */
export type CorrectionMail = (typeof correctionMailTemplates)[number]
/** What becomes of an investment; its subject is the investment. */
export type InvestmentMail = (typeof investmentMailTemplates)[number]
/**
 * What the outbox keeps of a mail to someone with an account: never a text or a token, and an address only of what
 * was sent or tried. Each template is composed by the domain it speaks of.
 */
export type QueuedMail = {
  template:
    | 'invitation'
    | 'receipt'
    | 'notification'
    | CorrectionMail
    | InvestmentMail
    | RequestMail
    | AccountMail
  userId: string
  subjectId: string | null
}
/** What it keeps of a mail that goes to no account, about an inquiry or a request: the composer finds the address. */
export type AccountlessMail = {
  template: (typeof accountlessMailTemplates)[number]
  userId: null
  subjectId: string
}
/** A composed mail, or null when it has become pointless (an account that was closed meanwhile). */
export type ComposedMail = {
  to: string
  replyTo?: string
  subject: string
  body: ReactElement
} | null
/** Writes the mail as things are now; links are minted here, so that each attempt replaces the last one's. */
export type Composer<Mail = QueuedMail> = (worker: WorkerActor, mail: Mail) => Promise<ComposedMail>
/** The composer of each template there is. */
export type Composers = Record<QueuedMail['template'], Composer> &
  Record<AccountlessMail['template'], Composer<AccountlessMail>>

/** Queues a mail in the transaction of what caused it. Written by reactions and by accounts only. */
export async function queueMail(actor: Actor, mail: QueuedMail | AccountlessMail): Promise<void> {
  const { id } = await actor.tx
    .insertInto('outbox')
    .values({ template: mail.template, user_id: mail.userId, subject_id: mail.subjectId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(actor, 'send-mail', { outboxId: id })
}

/**
 * Queues the mail of a notification to each of these accounts, once: who has one already gets no second, whatever is
 * tried again. For reactions.
 */
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
 * Lets a mail be tried again: one that failed, was withdrawn, or was tried and waits for its next time. False for every
 * other, and for one that is being tried just now, so that asking twice does it once. The caller publishes
 * mail.repeated, which makes the job.
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

/** Withdraws what waits to be sent to an account of one template, because something else takes its place. */
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

/** Mails that were not delivered, the oldest first; at most `limit` of them. */
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
