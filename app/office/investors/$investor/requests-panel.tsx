import { Link } from 'react-router'
import type { MyRequest } from '../../../domain/investment-requests/my-requests.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { requestsHome } from '../../paths.ts'
import { PanelLink } from './panel-link.tsx'

/** Open requests; hidden when there are none. */
export function RequestsPanel({ email, requests }: { email: string; requests: MyRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Panel
      title="Open requests"
      flush
      action={
        <PanelLink to={`${requestsHome}?q=${encodeURIComponent(email)}`}>
          Open in Requests
        </PanelLink>
      }
    >
      <ul aria-label="Open requests" className="divide-y divide-line">
        {requests.map(({ id, project, amount, reservedUntil }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-(--pad) py-3"
          >
            <div className="min-w-0">
              <Link
                to={`${requestsHome}/${id}/approve`}
                className="font-[560] wrap-anywhere hover:underline"
              >
                <bdi>{project}</bdi>
              </Link>
              <p className="text-xs text-muted">
                Reserved until <Moment at={reservedUntil} time={false} />
              </p>
            </div>
            <Amount cents={amount} show="when-needed" className="num font-[560]" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
