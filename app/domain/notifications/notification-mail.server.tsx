import { sql } from 'kysely'
import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { companyFacts } from '../company/company.server.ts'
import { contactSentence } from '../company/contact.ts'
import { withOwnShares } from '../distributions/own-share.server.ts'
import { MailLayout, MailLines, MailLink, MailText } from '../outbox/mail-layout.tsx'
import type { ComposedMail, QueuedMail } from '../outbox/outbox.server.ts'
import { recipientsWithPreference } from './mail-preferences.server.ts'

/**
 * Emails a notification's current text to a recipient. Null when it was deleted or withdrawn, the
 * account closed, or such emails switched off.
 */
export async function composeNotification(
  worker: WorkerActor,
  mail: QueuedMail,
): Promise<ComposedMail> {
  const { rows } = await sql<{ email: string; status: string }>`
    select email, status from auth.mail_address(${mail.userId})`.execute(worker.tx)
  const [person] = rows
  const message =
    mail.subjectId === null ? null : await findCopy(worker, mail.subjectId, mail.userId)
  if (!person || person.status === 'inactive' || !message) return null
  const company = await companyFacts(worker)
  return {
    to: person.email,
    subject: `${company.brand}: ${message.title}`,
    body: (
      <MailLayout company={company.name} preview={message.title} title={message.title}>
        <MailText>
          <MailLines text={message.message} />
        </MailText>
        <MailLink href={`${config.origin}/investment-dashboard/notifications`}>
          See my notifications
        </MailLink>
        <MailText>Questions? {contactSentence(company.supportEmail)}</MailText>
        <MailText>
          You receive this email because you have an account with us. To change this,{' '}
          <a href={`${config.origin}/investment-dashboard/settings#mails`} className="mail-ink">
            choose your email preferences
          </a>
          .
        </MailText>
      </MailLayout>
    ),
  }
}

async function findCopy(worker: WorkerActor, notificationId: string, userId: string) {
  const row = await worker.tx
    .selectFrom('notification')
    .innerJoin('notification_recipient as copy', 'copy.notification_id', 'notification.id')
    .innerJoin('investor', 'investor.id', 'copy.investor_id')
    .select(['title', 'message', 'by_email', 'investor.id'])
    .select(['distribution_id', 'sending_id', 'distribution_event'])
    .where('notification.id', '=', notificationId)
    .where('investor.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const wanting = await recipientsWithPreference(worker, row.by_email ? 'messages' : 'news', [
    row.id,
  ])
  if (wanting.length === 0) return null
  const [notice] = await withOwnShares(worker, row.id, [row])
  return notice ?? null
}
