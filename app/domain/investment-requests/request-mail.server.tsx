import type { ReactNode } from 'react'
import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { contactSentence } from '../company/contact.ts'
import { senderAddress } from '../company/new-company.ts'
import { MailFact, MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import { findOpenAccount } from '../outbox/mail-person.server.ts'
import type {
  AccountlessMail,
  ComposedMail,
  Composer,
  QueuedMail,
  RequestMail,
} from '../outbox/outbox.server.ts'
import { reservedDays } from './request.ts'
import {
  findReceivedRequest,
  findRequestForNotice,
  type ReceivedRequest,
  type RequestNotice,
} from './requests.server.ts'

type Words = { title: string; sentences: (request: RequestNotice, amount: string) => string[] }

const words: Record<RequestMail, Words> = {
  'request-sent': {
    title: 'We received your request',
    sentences: ({ project, reservedUntil }, amount) => [
      `your request to invest ${amount} in ${project} has reached us.`,
      `It is reserved for you until ${formatDay(dayOf(reservedUntil))}. Nothing is due before you have read and signed the contract, and you can withdraw the request under My Investments until we answer it.`,
    ],
  },
  'request-approved': {
    title: 'Your request is approved',
    sentences: ({ project }, amount) => [
      `your request to invest ${amount} in ${project} has been approved. It is now a pending investment under My Investments. Nothing is due before the contract is signed.`,
    ],
  },
  'request-declined': {
    title: 'Your request was declined',
    sentences: ({ project }, amount) => [
      `your request to invest ${amount} in ${project} has been declined.`,
    ],
  },
  'request-expired': {
    title: 'Your request has expired',
    sentences: ({ project }, amount) => [
      `your request to invest ${amount} in ${project} was reserved for ${reservedDays} days and has now expired. You can send it again while that amount is available.`,
    ],
  },
}

/** The composer of each email about a request. */
export const requestMails: Record<RequestMail, Composer> = {
  'request-sent': (worker, mail) => compose(worker, mail, 'request-sent'),
  'request-approved': (worker, mail) => compose(worker, mail, 'request-approved'),
  'request-declined': (worker, mail) => compose(worker, mail, 'request-declined'),
  'request-expired': (worker, mail) => compose(worker, mail, 'request-expired'),
}

/** Null when the account is closed, or a sent request was withdrawn since. */
async function compose(
  worker: WorkerActor,
  mail: QueuedMail,
  template: RequestMail,
): Promise<ComposedMail> {
  const person = await findOpenAccount(worker, mail.userId)
  const request = mail.subjectId ? await findRequestForNotice(worker, mail.subjectId) : null
  if (!person || !request) return null
  if (template === 'request-sent' && request.status === 'withdrawn') return null
  const company = await companyFacts(worker)
  const amount = formatAmount(request.amount, 'when-needed')
  const { title, sentences } = words[template]
  const [first = '', ...more] = sentences(request, amount)
  return {
    to: person.email,
    subject: `${title}: ${amount} in ${request.project}`,
    body: (
      <MailLayout company={company.name} preview={`${amount} in ${request.project}`} title={title}>
        <MailText>
          {person.name}, {first}
        </MailText>
        {more.map((sentence) => (
          <MailText key={sentence}>{sentence}</MailText>
        ))}
        <MailFact label="Project" value={request.project} />
        <Amount request={request} />
        {template === 'request-declined' && (
          <MailFact label="Reason" value={request.reason ?? '–'} />
        )}
        <MailLink href={`${config.origin}/investment-dashboard/investments`}>
          {template === 'request-approved' ? 'See my investments' : 'See my requests'}
        </MailLink>
        <MailText>Is something wrong? {contactSentence(company.supportEmail)}</MailText>
      </MailLayout>
    ),
  }
}

/** Emails the team about a new request; replies go to the investor. Null once it is withdrawn, decided or expired. */
export async function composeReceivedRequest(
  worker: WorkerActor,
  mail: AccountlessMail,
): Promise<ComposedMail> {
  const request = await findReceivedRequest(worker, mail.subjectId)
  if (request?.status !== 'pending') return null
  const { investor, note, reservedUntil } = request
  return mailToTeam(worker, request, {
    subject: 'Request to invest',
    title: `${investor.name} wants to invest`,
    facts: (
      <>
        <MailFact label="Reserved until" value={formatDay(dayOf(reservedUntil))} />
        {note && <MailFact label="Note" value={note} />}
        <MailLink href={`${config.origin}/admin-dashboard/requests`}>
          Approve or decline it
        </MailLink>
      </>
    ),
  })
}

/** Emails the team that a request was withdrawn. */
export async function composeWithdrawnRequest(
  worker: WorkerActor,
  mail: AccountlessMail,
): Promise<ComposedMail> {
  const request = await findReceivedRequest(worker, mail.subjectId)
  if (request?.status !== 'withdrawn') return null
  return mailToTeam(worker, request, {
    subject: 'Withdrawn request to invest',
    title: `${request.investor.name} withdrew a request`,
    facts: (
      <>
        <MailText>No decision is needed. The reserved amount is released.</MailText>
        <MailLink href={`${config.origin}/admin-dashboard/requests?status=withdrawn`}>
          See withdrawn requests
        </MailLink>
      </>
    ),
  })
}

/** With units where the project is sold in units. */
function Amount({
  request: { amount, owned, units },
}: {
  request: Pick<RequestNotice, 'amount' | 'owned' | 'units'>
}) {
  return (
    <>
      <MailFact label="Amount" value={formatAmount(amount, 'always')} />
      {owned !== null && <MailFact label="Unit or share" value={owned} />}
      {owned === null && units !== null && <MailFact label="Units" value={String(units)} />}
    </>
  )
}

type ToTeam = { subject: string; title: string; facts: ReactNode }

async function mailToTeam(
  worker: WorkerActor,
  request: ReceivedRequest,
  { subject, title, facts }: ToTeam,
) {
  const { name, brand, contactEmail } = await companyFacts(worker)
  const { investor, project } = request
  const amount = formatAmount(request.amount, 'when-needed')
  return {
    to: contactEmail ?? senderAddress(config.mailFrom),
    replyTo: investor.email,
    subject: `${brand}: ${subject} ${amount} in ${project}, from ${investor.name}`,
    body: (
      <MailLayout company={name} preview={`${amount} in ${project}`} title={title}>
        <MailFact label="Investor" value={investor.name} />
        <MailFact label="Email" value={investor.email} />
        {investor.phone && <MailFact label="Phone" value={investor.phone} />}
        <MailFact label="Project" value={project} />
        <Amount request={request} />
        {facts}
        <MailText>Reply to this email to write to {investor.name}.</MailText>
      </MailLayout>
    ),
  }
}
