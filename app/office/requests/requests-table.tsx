import { Link } from 'react-router'
import {
  type ApprovalBlocker,
  requestStatusLabels,
  requestTones,
} from '../../domain/investment-requests/request.ts'
import type { ListedRequest } from '../../domain/investment-requests/requests.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment, RelativeTime } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { counted } from '../../values/counted.ts'
import { requestsHome } from '../paths.ts'

export function RequestsTable({ requests, now }: { requests: ListedRequest[]; now: Date }) {
  return (
    <Table
      caption="Investment requests"
      head={
        <>
          <Th>Investor</Th>
          <Th end>Amount</Th>
          <Th>Status</Th>
          <Th>Sent</Th>
          <Th>Decision</Th>
        </>
      }
    >
      {requests.map((request) => (
        <Row key={request.id} request={request} now={now} />
      ))}
    </Table>
  )
}

function Row({ request, now }: { request: ListedRequest; now: Date }) {
  const { investor, project, amount, owned, units, note, status, requestedAt } = request
  return (
    <Tr>
      <Td wrap>
        <Link
          to={`/admin-dashboard/investors/${investor.id}`}
          className="tall-target font-[560] wrap-anywhere hover:underline"
        >
          <bdi>{investor.name}</bdi>
        </Link>
        <p className="text-xs text-muted wrap-anywhere">
          <bdi>{investor.email}</bdi>
        </p>
        <p className="text-xs text-muted wrap-anywhere">
          <bdi>{project.name}</bdi>
        </p>
        {note !== null && (
          <p className="mt-1 max-w-[52ch] text-xs whitespace-pre-line text-muted wrap-anywhere">
            <q>
              <bdi>{note}</bdi>
            </q>
          </p>
        )}
      </Td>
      <Td end>
        <Amount cents={amount} show="when-needed" className="font-[560]" />
        {owned !== null ? (
          <p className="text-xs wrap-anywhere">
            <bdi>{owned}</bdi>
          </p>
        ) : (
          units !== null && <p className="text-xs text-muted">{counted(units, 'unit')}</p>
        )}
      </Td>
      <Td className="@max-[48rem]/main:order-1 @max-[48rem]/main:text-end">
        <Badge tone={requestTones[status]}>{requestStatusLabels[status]}</Badge>
      </Td>
      <Td className="@max-[48rem]/main:text-sm @max-[48rem]/main:text-muted">
        <span className="hidden @max-[48rem]/main:inline">Sent </span>
        <span className="@max-[48rem]/main:lowercase">
          <RelativeTime at={requestedAt} now={now} />
        </span>
      </Td>
      <Td card="row" wrap className="@max-[48rem]/main:order-2">
        <Standing request={request} />
      </Td>
    </Tr>
  )
}

const blockerLabels: Record<ApprovalBlocker, string> = {
  'own-request': 'Your own request: another administrator approves it',
  'project-archived': 'Its project is archived',
  'project-completed': 'Its project is completed',
  'investor-archived': 'The investor is archived',
  'investor-inactive': 'The investor’s account is inactive',
}

function Standing({ request }: { request: ListedRequest }) {
  const { id, status, hasRunOut, blocker, reservedUntil, ...decided } = request
  const { decidedAt, decidedBy, reason, investmentId, investor } = decided
  if (status === 'pending') {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {!hasRunOut && blocker === null && (
          <DialogLink look="primary" size="small" to={`${requestsHome}/${id}/approve`}>
            Approve<span className="sr-only"> the request of {investor.name}</span>
          </DialogLink>
        )}
        <DialogLink look="secondary" size="small" to={`${requestsHome}/${id}/decline`}>
          Decline<span className="sr-only"> the request of {investor.name}</span>
        </DialogLink>
        <span className="text-xs text-muted">
          {blocker !== null && <span className="block">{blockerLabels[blocker]}</span>}
          {hasRunOut ? 'Older than 14 days, about to expire' : 'Reserved until '}
          {!hasRunOut && <Moment at={reservedUntil} time={false} />}
        </span>
      </div>
    )
  }
  return (
    <div className="text-xs text-muted">
      {decidedAt && (
        <>
          {requestStatusLabels[status]} <Moment at={decidedAt} />
        </>
      )}
      {decidedBy !== null && (
        <>
          {' by '}
          <bdi>{decidedBy}</bdi>
        </>
      )}
      {reason !== null && (
        <p className="max-w-[52ch] text-text wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
      )}
      {investmentId !== null && (
        <p>
          <Link
            to={`/admin-dashboard/investments/${investmentId}`}
            className="tall-target text-link underline underline-offset-2"
          >
            Open the investment
          </Link>
        </p>
      )}
    </div>
  )
}
