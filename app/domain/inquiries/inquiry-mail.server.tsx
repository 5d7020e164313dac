import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { formatInstantWithZone } from '../../values/relative-time.ts'
import { companyFacts } from '../company/company.server.ts'
import { senderAddress } from '../company/new-company.ts'
import { MailFact, MailLayout, MailLines, MailText } from '../outbox/mail-layout.tsx'
import type { AccountlessMail, ComposedMail } from '../outbox/outbox.server.ts'
import { inquirySourceLabels } from './inquiry.ts'
import { interestCode } from './interest-code.server.ts'

/** Emails an inquiry to the team as text; replies go to the sender. Null when it is gone or was marked as spam. */
export async function composeInquiry(
  worker: WorkerActor,
  mail: AccountlessMail,
): Promise<ComposedMail> {
  const inquiry = await findInquiry(worker, mail.subjectId)
  if (!inquiry) return null
  const { name, brand, contactEmail } = await companyFacts(worker)
  return {
    to: contactEmail ?? senderAddress(config.mailFrom),
    replyTo: inquiry.email,
    subject: `${brand}: ${inquiry.subject ?? 'Message'}, from ${inquiry.name}`,
    body: (
      <MailLayout
        company={name}
        preview={`${inquiry.name} wrote to us`}
        title={`${inquiry.name} wrote to us`}
      >
        <MailFact label="Name" value={inquiry.name} />
        <MailFact label="Email" value={inquiry.email} />
        {inquiry.phone && <MailFact label="Phone" value={shownPhone(inquiry.phone)} />}
        {inquiry.subject && <MailFact label="Subject" value={inquiry.subject} />}
        {inquiry.amount_cents !== null && (
          <>
            <MailFact label="Amount" value={formatAmount(inquiry.amount_cents, 'always')} />
            {inquiry.plan && <MailFact label="Payment plan" value={inquiry.plan} />}
            <MailFact label="Terms and risk" value="Both accepted" />
            <MailFact label="Email address" value="Confirmed with a code" />
          </>
        )}
        <MailFact label="Sent from" value={inquirySourceLabels[inquiry.source]} />
        <MailFact label="Received" value={formatInstantWithZone(inquiry.received_at)} />
        <MailText>
          <MailLines text={inquiry.message} />
        </MailText>
        <MailText>Reply to this email to write to {inquiry.name}.</MailText>
      </MailLayout>
    ),
  }
}

/**
 * Acknowledges an inquiry. Contains no text that the sender typed, so that it cannot be abused to send text to others: of
 * an interest it names the project and the amount.
 */
export async function composeAcknowledgement(
  worker: WorkerActor,
  mail: AccountlessMail,
): Promise<ComposedMail> {
  const inquiry = await findInquiry(worker, mail.subjectId)
  if (!inquiry) return null
  const { name, supportEmail } = await companyFacts(worker)
  return {
    to: inquiry.email,
    subject: `${name} received your message`,
    body: (
      <MailLayout company={name} preview="We received your message" title="Thank you for writing">
        <MailText>We received your message. We'll get back to you as soon as possible.</MailText>
        <WantedFacts wanted={inquiry} />
        <MailText>
          If you did not write to us, someone entered your address by mistake; ignore this email.
          {supportEmail === null ? null : ` Questions? Write to ${supportEmail}.`}
        </MailText>
      </MailLayout>
    ),
  }
}

/**
 * Emails the current code of an interest; null once it is confirmed or deleted. It names the project and the amount, and
 * contains no text that the guest typed.
 */
export async function composeInterestCode(
  worker: WorkerActor,
  { subjectId }: AccountlessMail,
): Promise<ComposedMail> {
  const interest = await worker.tx
    .selectFrom('expression_of_interest as interest')
    .innerJoin('project', 'project.id', 'interest.project_id')
    .select(['interest.id', 'email', 'codes_sent', 'amount_cents', 'project.name as project'])
    .where('interest.id', '=', subjectId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!interest) return null
  const { name, brand } = await companyFacts(worker)
  const code = interestCode(interest.id, interest.codes_sent)
  return {
    to: interest.email,
    subject: `${code} is your code for ${brand}`,
    body: (
      <MailLayout company={name} preview={`Your code is ${code}`} title="Confirm your email">
        <MailText>
          Enter this code on the page where you told us what you would like to invest.
        </MailText>
        <MailFact label="Code" value={code} />
        <WantedFacts wanted={interest} />
        <MailText>
          It is valid for 30 minutes. If you did not ask for it, someone entered your address by
          mistake; ignore this email, and nothing happens.
        </MailText>
      </MailLayout>
    ),
  }
}

/** The project and the amount of an interest. */
function WantedFacts({
  wanted,
}: {
  wanted: { project: string | null; amount_cents: Cents | null }
}) {
  const { project, amount_cents: amount } = wanted
  if (project === null || amount === null) return null
  return (
    <>
      <MailFact label="Project" value={project} />
      <MailFact label="Amount" value={formatAmount(amount, 'always')} />
    </>
  )
}

function findInquiry(worker: WorkerActor, inquiryId: string) {
  return worker.tx
    .selectFrom('inquiry')
    .leftJoin('project', 'project.id', 'inquiry.project_id')
    .leftJoin('plan_template as template', 'template.id', 'inquiry.template_id')
    .select(['source', 'inquiry.name', 'email', 'phone', 'subject', 'message', 'received_at'])
    .select(['amount_cents', 'project.name as project', 'template.name as plan'])
    .where('inquiry.id', '=', inquiryId)
    .where('suspected_spam', '=', false)
    .executeTakeFirst()
}
