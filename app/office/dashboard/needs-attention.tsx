import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MoneyIn } from '../../domain/bank-transactions/money-in.server.ts'
import type { Attention } from '../../domain/inquiries/attention.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day, RelativeTime } from '../../ui/day.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { shownCount } from '../../values/capped-count.ts'
import { counted } from '../../values/counted.ts'
import { formatAmount } from '../../values/money.ts'
import { AttentionLine } from './attention-line.tsx'
import { areWaiting, hasMoneyLines, MoneyLines } from './money-lines.tsx'
import { VerificationLines } from './verification-lines.tsx'

type Props = { attention: Attention; moneyIn: MoneyIn; now: Date }

export function NeedsAttention({ attention, moneyIn, now }: Props) {
  const { due, updates, requests, approvals, inquiries, undelivered, hasMailServer } = attention
  const { withoutFile, withoutPicture, withoutVerification, verification, unverified } = attention
  const payments = due.overdue.count + due.week.count + due.undated.count
  const missing = [withoutFile, withoutPicture, withoutVerification, updates, unverified].flat()
  const isCalm =
    payments + requests.count + approvals + inquiries.count + undelivered === 0 &&
    verification.count + missing.length === 0 &&
    !hasMoneyLines(moneyIn) &&
    hasMailServer
  return (
    <section>
      <SectionTitle>Needs attention</SectionTitle>
      {isCalm ? (
        <EmptyState icon="check-circle" title="Nothing needs your attention">
          Due payments, investment requests, undelivered emails and new inquiries appear here.
        </EmptyState>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          <WithoutFile documents={withoutFile} />
          <WithoutPicture places={withoutPicture} />
          <OpenRequests requests={requests} now={now} />
          <WaitingApprovals count={approvals} />
          <MoneyLines moneyIn={moneyIn} />
          <Overdue due={due.overdue} />
          <DueSoon due={due.week} until={due.until} />
          <Undated due={due.undated} />
          <UpdatesDue updates={updates} />
          <VerificationLines attention={attention} />
          <NewInquiries inquiries={inquiries} now={now} />
          <Undelivered count={undelivered} />
          {!hasMailServer && <MailNotSetUp />}
        </ul>
      )}
    </section>
  )
}

type Due = Attention['due']

function OpenRequests({
  requests: { count, amount, oldest },
  now,
}: {
  requests: Attention['requests']
  now: Date
}) {
  if (count === 0 || oldest === null) return null
  return (
    <AttentionLine
      icon="payment"
      tone="text-warning"
      words={`${counted(count, 'investment request')} ${areWaiting(count)}`}
      to="requests?status=pending&sort=oldest"
      act="Open"
    >
      <Amount cents={amount} /> reserved, {count > 1 && 'the oldest '}sent{' '}
      <span className="lowercase">
        <RelativeTime at={oldest} now={now} />
      </span>
    </AttentionLine>
  )
}

function WaitingApprovals({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <AttentionLine
      icon="check-circle"
      tone="text-warning"
      words={`${counted(count, 'proposal')} ${areWaiting(count)} for you`}
      to="approvals"
      act="Review"
    >
      A second person approves or declines within 14 days
    </AttentionLine>
  )
}

function Overdue({ due: { count, amount, first } }: { due: Due['overdue'] }) {
  if (count === 0 || first === null) return null
  return (
    <AttentionLine
      icon="clock"
      tone="text-negative"
      words={`${formatAmount(amount, 'when-needed')} overdue`}
      to="receivables"
    >
      {shownCount(count)} {count === 1 ? 'payment' : 'payments, the oldest'} due since{' '}
      <Day on={first} />
    </AttentionLine>
  )
}

function DueSoon({ due: { count, amount }, until }: { due: Due['week']; until: Due['until'] }) {
  if (count === 0) return null
  return (
    <AttentionLine
      icon="calendar"
      tone="text-warning"
      words={count === 1 ? '1 payment falls due this week' : `${count} payments fall due this week`}
      to="investments?due=week&sort=next-payment"
    >
      <Amount cents={amount} /> by <Day on={until} />
    </AttentionLine>
  )
}

function Undated({ due: { count, amount } }: { due: Due['undated'] }) {
  if (count === 0) return null
  return (
    <AttentionLine
      icon="calendar"
      tone="text-warning"
      words={`${counted(count, 'active investment')} ${count === 1 ? 'has' : 'have'} no next payment date`}
      to="investments?due=undated"
    >
      <Amount cents={amount} /> remaining
    </AttentionLine>
  )
}

/** Progress updates that were promised: from three days before until there is one. */
function UpdatesDue({ updates }: { updates: Attention['updates'] }) {
  const [first] = updates
  if (!first) return null
  const isOverdue = first.promise.isOverdue
  const verb = isOverdue ? 'overdue' : 'due'
  return (
    <AttentionLine
      icon="megaphone"
      tone={isOverdue ? 'text-negative' : 'text-warning'}
      words={
        updates.length === 1
          ? `1 progress update is ${verb}`
          : `${updates.length} progress updates are due`
      }
      to={`projects/${first.id}/updates`}
      act="Report"
    >
      {updates.slice(0, mostNamed).map(({ id, name, promise }, place) => (
        <Fragment key={id}>
          {place > 0 && ' · '}
          <Link to={`projects/${id}/updates`} className="underline underline-offset-2">
            <bdi>{name}</bdi>
          </Link>{' '}
          {promise.isOverdue ? 'since' : 'on'} {promise.dueOn && <Day on={promise.dueOn} />}
        </Fragment>
      ))}
      {updates.length > mostNamed && ` and ${updates.length - mostNamed} more`}
    </AttentionLine>
  )
}

export function NewInquiries({
  inquiries: { count, newest },
  now,
}: {
  inquiries: Attention['inquiries']
  now: Date
}) {
  if (count === 0 || newest === null) return null
  return (
    <AttentionLine
      icon="inbox"
      tone="text-info"
      words={count === 1 ? '1 new inquiry' : `${count} new inquiries`}
      to="inquiries?status=new"
      act="Open"
    >
      {count > 1 && 'Newest: '}
      <RelativeTime at={newest} now={now} />
    </AttentionLine>
  )
}

function Undelivered({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <AttentionLine
      icon="mail"
      tone="text-warning"
      words={`${counted(count, 'email')} could not be delivered`}
      to="outbox?state=failed"
      act="Open"
    >
      See the outbox for the reason and what to do
    </AttentionLine>
  )
}

function MailNotSetUp() {
  return (
    <AttentionLine
      icon="mail"
      tone="text-warning"
      words="Email is not set up"
      to="investors"
      act="Invite"
    >
      No mail server is configured (SMTP_URL). Copy invitation links in Manage Investors instead.
    </AttentionLine>
  )
}

export function WithoutFile({ documents }: { documents: Attention['withoutFile'] }) {
  const isOne = documents.length === 1
  return (
    <Missing
      words={
        isOne
          ? 'The file of 1 document is missing'
          : `The files of ${documents.length} documents are missing`
      }
      places={documents.map(({ id, title }) => ({ to: `documents/${id}`, name: title }))}
    >
      an investor asked for {isOne ? 'it. Upload it again.' : 'them. Upload each again.'}
    </Missing>
  )
}

function WithoutPicture({ places }: { places: Attention['withoutPicture'] }) {
  return (
    <Missing
      words="Pictures are missing"
      places={places.map(({ projectId, project, of }) => ({
        to: `projects/${projectId}/${of}`,
        name: {
          pictures: project,
          updates: `Progress of ${project}`,
          milestones: `Milestones of ${project}`,
        }[of],
      }))}
    >
      someone opened the page. Remove them and upload them again.
    </Missing>
  )
}

/** Names only the first places; the others follow once these are fixed. */
const mostNamed = 5

type MissingProps = { words: string; places: { to: string; name: string }[]; children: ReactNode }

function Missing({ words, places, children }: MissingProps) {
  const [latest] = places
  if (!latest) return null
  return (
    <AttentionLine icon="warning" tone="text-negative" words={words} to={latest.to} act="Open">
      {places.slice(0, mostNamed).map(({ to, name }, place) => (
        <Fragment key={to}>
          {place > 0 && ' · '}
          <Link to={to} className="underline underline-offset-2">
            <bdi>{name}</bdi>
          </Link>
        </Fragment>
      ))}
      {places.length > mostNamed && ` and ${places.length - mostNamed} more`}: {children}
    </AttentionLine>
  )
}
