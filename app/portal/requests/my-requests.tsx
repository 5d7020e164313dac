import { Link } from 'react-router'
import type { MyDraft, MyRequest } from '../../domain/investment-requests/my-requests.server.ts'
import { requestStatusLabels, requestTones } from '../../domain/investment-requests/request.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Moment } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Panel, SectionTitle } from '../../ui/layout/panel.tsx'
import { closedWords } from '../parts/labels.ts'
import { useViewed } from '../parts/portal-link.tsx'
import { investmentsHome } from '../paths.ts'

type Props = { requests: MyRequest[]; drafts: MyDraft[] }

/** Drafts and requests with their outcomes; hidden when there are none. */
export function MyRequests({ requests, drafts }: Props) {
  if (requests.length + drafts.length === 0) return null
  return (
    <section>
      <SectionTitle>Investment requests</SectionTitle>
      <div className="mt-2">
        <Panel flush>
          <ul aria-label="Investment requests" className="divide-y divide-line">
            {drafts.map((draft) => (
              <Begun key={draft.slug} draft={draft} />
            ))}
            {requests.map((request) => (
              <Line key={request.id} request={request} />
            ))}
          </ul>
        </Panel>
      </div>
    </section>
  )
}

const line =
  'grid grid-cols-[minmax(0,1fr)_auto_6rem_6.5rem] items-center gap-x-6 gap-y-2 px-5 py-4 max-sm:flex max-sm:flex-wrap max-sm:px-4'

/** A draft stays until it is sent or discarded in Invest Now. */
function Begun({ draft: { project, slug, amount } }: { draft: MyDraft }) {
  return (
    <li className={line}>
      <div className="min-w-0 max-sm:basis-full">
        <p className="font-[560] wrap-anywhere">
          <bdi>{project}</bdi>
        </p>
        <p className="text-xs text-muted">Nothing is reserved until you send it</p>
      </div>
      <Amount cents={amount} show="when-needed" className="num font-[560]" />
      <p>
        <Badge>Not sent</Badge>
      </p>
      <Link to={`/investment/${slug}/invest`} className={buttonClass('secondary', 'small')}>
        Continue<span className="sr-only"> the request for {project}</span>
      </Link>
    </li>
  )
}

function Line({ request }: { request: MyRequest }) {
  const { id, project, owned, amount, status, reason, isClosed } = request
  const { requestedAt, reservedUntil, decidedAt } = request
  const isViewed = useViewed() !== null
  const isOpen = status === 'pending'
  return (
    <li className={line}>
      <div className="min-w-0 max-sm:basis-full">
        <p className="font-[560] wrap-anywhere">
          <bdi>{project}</bdi>
        </p>
        {owned !== null && (
          <p className="text-xs font-[560] wrap-anywhere">
            <bdi>{owned}</bdi>
          </p>
        )}
        <p className="text-xs text-muted">
          {isOpen ? (
            <>
              Sent <Moment at={requestedAt} time={false} />, reserved until{' '}
              <Moment at={reservedUntil} time={false} />
            </>
          ) : (
            decidedAt && (
              <>
                {requestStatusLabels[status]} <Moment at={decidedAt} time={false} />
                {status === 'approved' && ', one of your investments since'}
              </>
            )
          )}
        </p>
        {isOpen && isClosed && <p className="text-xs">{closedWords}</p>}
        {reason !== null && (
          <p className="text-xs wrap-anywhere">
            Reason: <bdi>{reason}</bdi>
          </p>
        )}
      </div>
      <Amount cents={amount} show="when-needed" className="num font-[560]" />
      <p>
        <Badge tone={requestTones[status]}>{requestStatusLabels[status]}</Badge>
      </p>
      {isOpen && !isViewed && (
        <DialogLink look="secondary" size="small" to={`${investmentsHome}/requests/${id}/withdraw`}>
          Withdraw<span className="sr-only"> the request for {project}</span>
        </DialogLink>
      )}
    </li>
  )
}
