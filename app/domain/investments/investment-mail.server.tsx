import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { formatAmount } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { contactSentence } from '../company/contact.ts'
import { MailFact, MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import { findOpenAccount } from '../outbox/mail-person.server.ts'
import type { ComposedMail, Composer, InvestmentMail, QueuedMail } from '../outbox/outbox.server.ts'
import {
  cancellationNotice,
  findInvestmentForNotice,
  resumptionNotice,
} from './investment-notice.server.ts'

/** The composer of each email about a cancellation. */
export const investmentMails: Record<InvestmentMail, Composer> = {
  'investment-cancelled': (worker, mail) => compose(worker, mail, true),
  'investment-resumed': (worker, mail) => compose(worker, mail, false),
}

/** Null when the account is closed or the decision was reversed. */
async function compose(
  worker: WorkerActor,
  mail: QueuedMail,
  isCancelled: boolean,
): Promise<ComposedMail> {
  const person = await findOpenAccount(worker, mail.userId)
  const investment = mail.subjectId ? await findInvestmentForNotice(worker, mail.subjectId) : null
  if (!person || !investment) return null
  if ((investment.status === 'cancelled') !== isCancelled) return null
  const company = await companyFacts(worker)
  const { title, message } = isCancelled
    ? cancellationNotice(investment)
    : resumptionNotice(investment)
  return {
    to: person.email,
    subject: `${title}: ${formatAmount(investment.amount, 'when-needed')} in ${investment.project}`,
    body: (
      <MailLayout company={company.name} preview={message} title={title}>
        <MailText>
          {person.name}, {message.charAt(0).toLowerCase()}
          {message.slice(1)}
        </MailText>
        <MailFact label="Project" value={investment.project} />
        <MailFact label="Amount" value={formatAmount(investment.amount, 'always')} />
        {isCancelled && (
          <MailFact label="To refund" value={formatAmount(investment.received, 'always')} />
        )}
        <MailLink href={`${config.origin}/investment-dashboard/investments`}>
          See my investments
        </MailLink>
        <MailText>Is something wrong? {contactSentence(company.supportEmail)}</MailText>
      </MailLayout>
    ),
  }
}
