import type { AdminActor } from '../../../platform/database/database.server.ts'
import { audit, publish } from '../../../platform/events.server.ts'
import {
  correctionMailTemplates,
  investmentMailTemplates,
  type MailTemplate,
  requestMailTemplates,
} from '../../outbox/mail.ts'
import { reopenMail, undeliveredMails } from '../../outbox/outbox.server.ts'

export type Recipient = { status: string; email_verified: boolean }

const goesToOpenAccounts = new Set<MailTemplate>([
  'recovery',
  'confirmation',
  'receipt',
  ...correctionMailTemplates,
  ...investmentMailTemplates,
  ...requestMailTemplates,
])

/** Whether sending has become pointless; the composer checks the same before sending. */
export function isNoLongerNeeded(template: MailTemplate, person: Recipient | null): boolean {
  if (!person) return false
  if (template === 'invitation') return person.status !== 'pending'
  if (template === 'confirmation' && person.email_verified) return true
  return person.status === 'inactive' && goesToOpenAccounts.has(template)
}

export type MailResent = { resent: true } | { refused: 'unknown' | 'under-way' | 'pointless' }

/**
 * Retries an email of the outbox immediately. Concurrent calls send it once. Links are minted when
 * it is sent. Audited. Publishes mail.repeated.
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

/** Retries undelivered emails, oldest first, at most 200 per call; returns how many. */
export async function resendUndelivered(admin: AdminActor): Promise<number> {
  const answers: MailResent[] = []
  for (const mailId of await undeliveredMails(admin, mostAtOnce))
    answers.push(await resendMail(admin, mailId))
  return answers.filter((answer) => 'resent' in answer).length
}
