import { Link } from 'react-router'
import type { OpenProposal } from '../../domain/approvals/approval.ts'
import { approvalsHome } from '../paths.ts'

/** That a proposal waits for a second person, with a link to it. */
export function WaitingProposal({ proposal: { id, title } }: { proposal: OpenProposal }) {
  return (
    <>
      Waiting for approval:{' '}
      <Link
        className="tall-target text-link underline underline-offset-2"
        to={`${approvalsHome}/${id}`}
      >
        <bdi>{title}</bdi>
      </Link>
    </>
  )
}
