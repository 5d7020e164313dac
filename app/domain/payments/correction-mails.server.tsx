import { config } from '../../platform/config.server.ts'
import type { Actor, WorkerActor } from '../../platform/database/database.server.ts'
import { formatExchange, formatPaid } from '../../values/exchange-rate.ts'
import { formatAmount } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { contactSentence } from '../company/contact.ts'
import { MailFact, MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import { findOpenAccount } from '../outbox/mail-person.server.ts'
import type { ComposedMail, Composer, CorrectionMail, QueuedMail } from '../outbox/outbox.server.ts'
import {
  type CorrectedEntry,
  type CorrectionNotice,
  refundNotice,
  voidNotice,
} from './corrected-entry.ts'
import { findRefund, findVoidedEntry } from './received-payment.server.ts'

type Correction = {
  find: (actor: Actor, id: string) => Promise<CorrectedEntry | null>
  notice: (entry: CorrectedEntry) => CorrectionNotice
}

/** The composers of emails about voids and refunds; a void's subject is the void itself. */
export const correctionMails: Record<CorrectionMail, Composer> = {
  'entry-voided': (worker, mail) =>
    compose(worker, mail, { find: findVoidedEntry, notice: voidNotice }),
  'refund-recorded': (worker, mail) =>
    compose(worker, mail, { find: findRefund, notice: refundNotice }),
}

/** Null when the account was closed. */
async function compose(
  worker: WorkerActor,
  mail: QueuedMail,
  { find, notice }: Correction,
): Promise<ComposedMail> {
  const person = await findOpenAccount(worker, mail.userId)
  const entry = mail.subjectId ? await find(worker, mail.subjectId) : null
  if (!person || !entry) return null
  const company = await companyFacts(worker)
  const { title, sentence } = notice(entry)
  return {
    to: person.email,
    subject: `${title}: ${formatPaid(entry.amount, entry.paid)} for ${entry.project}`,
    body: (
      <MailLayout company={company.name} preview={sentence} title={title}>
        <MailText>
          {person.name}, {sentence.charAt(0).toLowerCase()}
          {sentence.slice(1)}
        </MailText>
        {entry.receiptNumber !== null && (
          <>
            <MailText>
              Its receipt is no longer valid. Anyone who checks it sees that it was voided.
            </MailText>
            <MailFact label="Receipt" value={entry.receiptNumber} />
          </>
        )}
        <MailText>
          Statements already issued for that period are replaced. Anyone who checks an old one sees
          that.
        </MailText>
        <MailFact label="Amount" value={formatAmount(entry.amount, 'always')} />
        {entry.paid && (
          <MailFact
            label={entry.kind === 'refund' ? 'Sent back' : 'Paid'}
            value={formatExchange(entry.paid)}
          />
        )}
        <MailFact label="Reason" value={entry.reason} />
        <MailLink href={`${config.origin}/investment-dashboard/investments`}>
          See my investments
        </MailLink>
        <MailText>Is something wrong? {contactSentence(company.supportEmail)}</MailText>
      </MailLayout>
    ),
  }
}
