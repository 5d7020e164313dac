import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import type { OpenProposal } from '../../../domain/approvals/approval.ts'
import type { Proposal } from '../../../domain/approvals/proposals.server.ts'
import { AccessContext } from '../../../ui/access.ts'
import { Moment } from '../../../ui/day.tsx'
import { approvalsHome } from '../../paths.ts'
import type { Description } from '../command.ts'

type Props = {
  proposal: Pick<
    Proposal,
    'proposedBy' | 'handedTo' | 'proposedAt' | 'expiresAt' | 'state' | 'decidedAt'
  > &
    Pick<Proposal, 'decidedBy' | 'reason'>
  description: Description
  reasons: string[]
  /** An equal proposal that came later. */
  since: OpenProposal | null
}

/** What the command would do, why it waits, and who proposed and decided it. */
export function ProposalFacts({ proposal, description: { facts, to }, reasons, since }: Props) {
  const { proposedBy, handedTo, proposedAt, expiresAt, state, decidedBy, decidedAt, reason } =
    proposal
  const access = use(AccessContext)
  return (
    <>
      <dl className="grid gap-2 text-sm">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <Fact key={label} label={label}>
                <bdi className="whitespace-pre-line">{value}</bdi>
              </Fact>
            ),
        )}
        <Fact label="Why it needs two people">
          {reasons.map((reason) => (
            <span key={reason} className="block">
              {reason}
            </span>
          ))}
        </Fact>
        <Fact label="Proposed">
          <bdi>{proposedBy.name}</bdi>, <Moment at={proposedAt} />
          {!proposedBy.isActive && <span className="block">Their account is inactive now.</span>}
        </Fact>
        {handedTo && (
          <Fact label="Handed over to">
            <bdi>{handedTo.name}</bdi>
          </Fact>
        )}
        {decidedAt === null ? (
          <Fact label={state === 'open' ? 'Expires' : 'Expired'}>
            <Moment at={expiresAt} />
          </Fact>
        ) : (
          <Fact label="Decided">
            <bdi>{decidedBy}</bdi>, <Moment at={decidedAt} />
          </Fact>
        )}
        {since !== null && proposal.state !== 'approved' && (
          <Fact label="Proposed again">
            <Link
              to={`${approvalsHome}/${since.id}`}
              className="tall-target text-link underline underline-offset-2"
            >
              <bdi>{since.title}</bdi>
            </Link>
          </Fact>
        )}
        {reason !== null && (
          <Fact label="Reason for the decision">
            <bdi>{reason}</bdi>
          </Fact>
        )}
      </dl>
      {to !== null && access?.mayOpen(to) !== false && (
        <p className="mt-3 text-sm">
          <Link to={to} className="tall-target text-link underline underline-offset-2">
            Open the page it is about
          </Link>
        </p>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-muted wrap-anywhere">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
