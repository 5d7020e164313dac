import { useLocation } from 'react-router'
import type { ListedMail } from '../../domain/inquiries/outbox-list.server.ts'
import { mailTemplateLabels, unknownAddress } from '../../domain/outbox/mail.ts'
import { RelativeTime } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { outboxHome } from '../paths.ts'
import { MailStateBadge } from './mail-state-badge.tsx'
import { SendAgain } from './send-again.tsx'

export function MailsTable({ mails, now }: { mails: ListedMail[]; now: Date }) {
  const head = (
    <>
      <Th>To</Th>
      <Th>Email</Th>
      <Th>State</Th>
      <Th end>Tries</Th>
      <Th end>Last try</Th>
      <Th end>
        <span className="sr-only">Actions</span>
      </Th>
    </>
  )
  return (
    <Table caption="Emails, newest first" head={head}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} now={now} />
      ))}
    </Table>
  )
}

function MailRow({ mail, now }: { mail: ListedMail; now: Date }) {
  const { search } = useLocation()
  const { id, template, state, name, email, about, attempts, at, canResend } = mail
  return (
    <Tr>
      <Td wrap>
        <DialogLink
          to={`${outboxHome}/${id}`}
          className="block font-[560] wrap-anywhere hover:underline"
        >
          <bdi>{name}</bdi>
        </DialogLink>
        <span className="block text-xs text-muted wrap-anywhere">
          {email === null ? `to ${unknownAddress(mail)}` : <bdi>{email}</bdi>}
        </span>
      </Td>
      <Td wrap className="@min-[48.01rem]/main:min-w-36 @max-[48rem]/main:order-3">
        <span className="text-muted">
          {mailTemplateLabels[template]}
          {about && (
            <>
              : <bdi className="wrap-anywhere">{about}</bdi>
            </>
          )}
        </span>
      </Td>
      <Td className="@max-[48rem]/main:order-4 @max-[48rem]/main:text-end">
        <MailStateBadge state={state} />
      </Td>
      <Td end card="hidden">
        {attempts}
      </Td>
      <Td end className="text-muted @max-[48rem]/main:order-2">
        <RelativeTime at={at} now={now} />
      </Td>
      <Td
        end
        card="row"
        className="@max-[48rem]/main:order-5 @max-[48rem]/main:mt-1 @max-[48rem]/main:text-start!"
      >
        {canResend && (
          <SendAgain mail={id} search={search} size="small">
            {state === 'retrying' ? 'Send now' : 'Send again'}
            <span className="sr-only">, to {name}</span>
          </SendAgain>
        )}
      </Td>
    </Tr>
  )
}
