import type { AdminActor } from '../../../platform/database/database.server.ts'
import { audit, publish } from '../../../platform/events.server.ts'
import {
  correctionMailTemplates,
  investmentMailTemplates,
  type MailTemplate,
  requestMailTemplates,
} from '../../outbox/mail.ts'
import { reopenMail, undeliveredMails } from '../../outbox/outbox.server.ts'

/** What decides whether a mail to an account is worth sending. */
export type Recipient = { status: string; email_verified: boolean }

const goesToOpenAccounts = new Set<MailTemplate>([
  'recovery',
  'confirmation',
  'receipt',
  ...correctionMailTemplates,
  ...investmentMailTemplates,
  ...requestMailTemplates,
])

/** Whether nothing would be sent any more: its composer finds the same when it is about to be sent. */
export function isNoLongerNeeded(template: MailTemplate, person: Recipient | null): boolean {
  if (!person) return false
  if (template === 'invitation') return person.status !== 'pending'
  if (template === 'confirmation' && person.email_verified) return true
  return person.status === 'inactive' && goesToOpenAccounts.has(template)
}

/** Queued; or it was sent or is being tried just now, it has become pointless, or the id is unknown. */
export type MailResent = { resent: true } | { refused: 'unknown' | 'under-way' | 'pointless' }

/**
 * Tries a mail of the outbox again at once: one that failed or was withdrawn begins again, one that waits for its
 * next time does not wait for it. A link is minted when it is sent. Asked twice, it is sent once. Audited.
 * Publishes mail.repeated.
 */
export async function resendMail(admin: AdminActor, mailId: string): Promise<MailResent> {
  const mail = await admin.tx
    .selectFrom('outbox')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'outbox.user_id')
    .select(['outbox.template', 'account.id', 'account.status', 'account.email_verified'])
    .where('outbox.id', '=', mailId)
    .executeTakeFirst()
  if (!mail) return { refused: 'unknown' }
  const { id, status, email_verified } = mail
  const person =
    id === null ? null : { status: status ?? '', email_verified: email_verified ?? false }
  // Constraints and composers know no other templates.
  if (isNoLongerNeeded(mail.template as MailTemplate, person)) return { refused: 'pointless' }
  if (!(await reopenMail(admin, mailId))) return { refused: 'under-way' }
  await audit(admin, 'resend-mail', 'outbox', mailId)
  await publish(admin, { kind: 'mail.repeated', outboxId: mailId })
  return { resent: true }
}

const mostAtOnce = 200

/** Tries all mails again that were not delivered, the oldest first, at most 200 at once; says how many. */
export async function resendUndelivered(admin: AdminActor): Promise<number> {
  const answers: MailResent[] = []
  for (const mailId of await undeliveredMails(admin, mostAtOnce))
    answers.push(await resendMail(admin, mailId))
  return answers.filter((answer) => 'resent' in answer).length
}
