import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedMail } from '../../../domain/inquiries/outbox-list.server.ts'
import { unknownAddress } from '../../../domain/outbox/mail.ts'
import { Moment } from '../../../ui/day.tsx'
import { MailStateBadge } from '../mail-state-badge.tsx'

const servers = {
  main: 'the main server',
  second: 'the second server',
  terminal: 'the terminal (demo)',
}

export function MailFacts({ mail }: { mail: ListedMail }) {
  const { email, about, state, attempts, at, transport, lastError } = mail
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 max-sm:grid-cols-1 max-sm:gap-y-0.5 max-sm:[&_dd]:mb-2">
      <Fact label="To">
        {email === null ? unknownAddress(mail) : <bdi className="wrap-anywhere">{email}</bdi>}
      </Fact>
      {about && <Fact label="About">{about}</Fact>}
      <Fact label="State">
        <MailStateBadge state={state} />
      </Fact>
      <Fact label="Tries">{attempts}</Fact>
      <Fact label={state === 'waiting' ? 'Queued' : 'Last try'}>
        <Moment at={at} />
      </Fact>
      {state === 'sent' && transport && <Fact label="Accepted by">{servers[transport]}</Fact>}
      {lastError && (
        <Fact label="Last answer">
          <span className="whitespace-pre-line wrap-anywhere">{lastError}</span>
        </Fact>
      )}
      {mail.mailRefused && <Suggestion userId={mail.userId} />}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Suggestion({ userId }: { userId: string | null }) {
  return (
    <Fact label="Suggestion">
      The address was rejected permanently. It may be mistyped.{' '}
      <Link
        to={`/admin-dashboard/users/update-email?user=${userId}`}
        className="text-link underline"
      >
        Correct it in Manage Users
      </Link>
      , then send again.
    </Fact>
  )
}
