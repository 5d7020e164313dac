import { type ProposalState, proposalStateLabels } from '../../domain/approvals/approval.ts'
import type { ListedProposal } from '../../domain/approvals/proposals.server.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Moment, RelativeTime } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { approvalsHome } from '../paths.ts'

export const proposalTones: Record<ProposalState, BadgeTone> = {
  open: 'amber',
  approved: 'green',
  declined: 'red',
  withdrawn: 'grey',
  expired: 'grey',
}

type Props = { proposals: ListedProposal[]; userId: string; approves: boolean; now: Date }

/** `approves`: whether this person decides on proposals of others. */
export function ProposalsTable({ proposals, userId, approves, now }: Props) {
  return (
    <Table
      caption="Proposals"
      head={
        <>
          <Th>Proposal</Th>
          <Th>Status</Th>
          <Th>Proposed</Th>
          <Th>Decision</Th>
        </>
      }
    >
      {proposals.map((proposal) => (
        <Row
          key={proposal.id}
          proposal={proposal}
          isOwn={(proposal.handedTo ?? proposal.proposedBy).id === userId}
          approves={approves}
          now={now}
        />
      ))}
    </Table>
  )
}

type RowProps = { proposal: ListedProposal; isOwn: boolean; approves: boolean; now: Date }

function Row({ proposal, isOwn, approves, now }: RowProps) {
  const { id, title, state, proposedBy, proposedAt, handedTo } = proposal
  const isToReview = state === 'open' && approves && !isOwn
  return (
    <Tr>
      <Td wrap className="font-[560] wrap-anywhere">
        <bdi>{title}</bdi>
      </Td>
      <Td className="@max-[48rem]/main:text-end">
        <Badge tone={proposalTones[state]}>{proposalStateLabels[state]}</Badge>
      </Td>
      <Td card="row" wrap className="text-xs text-muted @max-[48rem]/main:order-1">
        <bdi>{isOwn && !handedTo ? 'You' : proposedBy.name}</bdi>,{' '}
        <span className="inline-block first-letter:lowercase">
          <RelativeTime at={proposedAt} now={now} />
        </span>
        {handedTo && (
          <span className="block">
            Handed over to <bdi>{isOwn ? 'you' : handedTo.name}</bdi>
          </span>
        )}
      </Td>
      <Td card="row" wrap className="@max-[48rem]/main:order-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <DialogLink
            look={isToReview ? 'primary' : 'secondary'}
            size="small"
            to={`${approvalsHome}/${id}`}
          >
            {isToReview ? 'Review' : 'Open'}
            <span className="sr-only"> {title}</span>
          </DialogLink>
          <Decision proposal={proposal} />
        </div>
      </Td>
    </Tr>
  )
}

function Decision({
  proposal: { state, expiresAt, decidedAt, decidedBy, reason },
}: {
  proposal: ListedProposal
}) {
  if (decidedAt === null)
    return (
      <span className="text-xs text-muted">
        {state === 'open' ? 'Expires ' : 'Expired '}
        <Moment at={expiresAt} time={false} />
      </span>
    )
  return (
    <span className="text-xs text-muted wrap-anywhere">
      <Moment at={decidedAt} /> by <bdi>{decidedBy}</bdi>
      {reason !== null && (
        <q className="block max-w-[52ch] text-text">
          <bdi>{reason}</bdi>
        </q>
      )}
    </span>
  )
}
