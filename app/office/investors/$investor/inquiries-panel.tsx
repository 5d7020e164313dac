import { Link } from 'react-router'
import type { InquiryOfInvestor } from '../../../domain/inquiries/inquiries-of-investor.server.ts'
import { inquirySourceLabels, inquiryStatusLabels } from '../../../domain/inquiries/inquiry.ts'
import { Moment } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { inquiriesHome } from '../../paths.ts'
import { PanelLink } from './panel-link.tsx'

type Props = { inquiries: InquiryOfInvestor[]; email: string }

/** What the investor asked, in the portal or before. */
export function InquiriesPanel({ inquiries, email }: Props) {
  return (
    <Panel
      title="Inquiries"
      action={
        <PanelLink to={`${inquiriesHome}?q=${encodeURIComponent(email)}`}>
          Open in Inquiries
        </PanelLink>
      }
    >
      {inquiries.length === 0 ? (
        <p className="text-sm text-muted">No questions yet.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {inquiries.map(({ id, source, about, status, receivedAt }) => (
            <li key={id} className="py-2">
              <Link
                to={`${inquiriesHome}/${id}`}
                className="line-clamp-2 text-sm font-[560] wrap-anywhere hover:underline"
              >
                <bdi>{about}</bdi>
              </Link>
              <p className="text-xs text-muted">
                {inquiryStatusLabels[status]}, {inquirySourceLabels[source]},{' '}
                <Moment at={receivedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
