import { Link, useLocation, useParams } from 'react-router'
import type { ListedInquiry } from '../../domain/inquiries/inquiries.server.ts'
import { inquiryStatusLabels } from '../../domain/inquiries/inquiry.ts'
import { NewMark } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/day.tsx'
import { inquiriesHome } from '../paths.ts'

export function InquiryLines({ inquiries, now }: { inquiries: ListedInquiry[]; now: Date }) {
  const { inquiryId } = useParams()
  return (
    <ul aria-label="Inquiries" className="border-t border-line">
      {inquiries.map((inquiry) => (
        <Line key={inquiry.id} inquiry={inquiry} now={now} isOpen={inquiry.id === inquiryId} />
      ))}
    </ul>
  )
}

function Line({ inquiry, now, isOpen }: { inquiry: ListedInquiry; now: Date; isOpen: boolean }) {
  const { id, name, about, status, isSpam, receivedAt } = inquiry
  const { search } = useLocation()
  const isNew = status === 'new' && !isSpam
  return (
    <li
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-px border-b border-line-soft px-3 py-3 leading-[1.4] hover:bg-hover @max-[52rem]/main:px-0 ${isOpen ? 'bg-[color-mix(in_oklab,var(--primary)_7%,var(--surface))] shadow-[inset_2px_0_0_var(--gold)]' : ''}`}
    >
      <Link
        to={{ pathname: `${inquiriesHome}/${id}`, search }}
        preventScrollReset
        aria-current={isOpen ? 'page' : undefined}
        className={`truncate after:absolute after:inset-0 ${isNew ? 'font-[650]' : 'font-[520]'}`}
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="text-end text-xs whitespace-nowrap text-muted">
        <RelativeTime at={receivedAt} now={now} />
      </span>
      <span className="truncate text-xs text-muted">
        <bdi>{about}</bdi>
      </span>
      <span className="text-end text-xs whitespace-nowrap text-muted">
        {/* The accent has too little contrast on the selected row. */}
        {isNew && !isOpen ? <NewMark /> : isSpam ? 'Suspected spam' : inquiryStatusLabels[status]}
      </span>
    </li>
  )
}
