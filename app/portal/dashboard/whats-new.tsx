import type { ReactNode } from 'react'
import type { News, WhatIsNew } from '../../domain/documents/news.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { SectionTitle } from '../../ui/panel.tsx'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import { cents } from '../../values/money.ts'
import { PortalLink } from '../parts/portal-link.tsx'

const shown = 4

/** What changed since the investor was last here; in their first days here, what is recent. */
export function WhatsNew({ news, total, lastVisit }: WhatIsNew & { lastVisit: CalendarDate | null }) {
  if (total === 0) return null
  const [first, rest] = [news.slice(0, shown), news.slice(shown)]
  return (
    <section aria-labelledby="whats-new" className="pt-1">
      <div id="whats-new" className="border-b border-line-control pb-2">
        <SectionTitle>
          {lastVisit === null ? (
            'New in the last 30 days'
          ) : (
            <>
              New since <Day on={lastVisit} />
            </>
          )}
        </SectionTitle>
      </div>
      <NewsList news={first} />
      {rest.length > 0 && (
        <details className="group/news">
          <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1 text-sm font-medium text-link max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
            <Icon name="chevron-down" size="small" className="transition-transform group-open/news:rotate-180" />
            {total > news.length ? `The ${rest.length} before these` : `${rest.length} more`}
          </summary>
          <NewsList news={rest} />
        </details>
      )}
    </section>
  )
}

function NewsList({ news }: { news: News[] }) {
  return (
    <ul className="grid grid-cols-4 @max-[44rem]/main:block @max-[44rem]/main:divide-y @max-[44rem]/main:divide-line">
      {news.map((one) => (
        <NewsLine key={`${one.kind}-${one.id}`} one={one} />
      ))}
    </ul>
  )
}

const drawings: Record<News['kind'], IconName> = {
  payment: 'payment',
  refund: 'void',
  adjustment: 'edit',
  void: 'void',
  return: 'distributions',
  'return-void': 'void',
  document: 'documents',
  progress: 'projects',
}

function NewsLine({ one }: { one: News }) {
  const to = one.investmentId === null ? 'documents' : `investments/${one.investmentId}`
  return (
    <li className="min-w-0 border-s border-line px-5 py-3 nth-[4n+1]:border-s-0 nth-[4n+1]:ps-0 @max-[44rem]/main:grid @max-[44rem]/main:grid-cols-[minmax(0,1fr)_auto] @max-[44rem]/main:gap-x-4 @max-[44rem]/main:border-s-0 @max-[44rem]/main:px-0">
      <p className="num mb-1 flex items-center gap-2 text-sm text-muted @max-[44rem]/main:order-2 @max-[44rem]/main:mb-0">
        <Icon name={drawings[one.kind]} size="small" className="@max-[44rem]/main:hidden" />
        <Day on={dayOf(one.at)} year={false} />
      </p>
      <div className="min-w-0">
        <PortalLink
          to={to}
          className="leading-[1.4] font-[560] wrap-anywhere hover:underline max-sm:inline-block max-sm:min-h-6"
        >
          {wordsOf(one)}
        </PortalLink>
        <p className="text-sm text-muted wrap-anywhere">
          {one.project ?? (one.kind === 'document' ? 'Addressed to you' : '')}
        </p>
      </div>
    </li>
  )
}

function wordsOf(one: News): ReactNode {
  switch (one.kind) {
    case 'document':
      return <bdi>{one.title}</bdi>
    case 'progress':
      return one.formerPercent === null || one.formerPercent === one.percent
        ? `Building progress ${one.percent}%`
        : `Building progress ${one.formerPercent}% to ${one.percent}%`
    case 'payment':
      return <>Payment of {money(one.amount)} received</>
    case 'refund':
      return <>Refund of {money(cents(-one.amount))}</>
    case 'adjustment':
      return <>Figure corrected by {signed(one.amount)}</>
    case 'void':
      return <>Entry taken back: {signed(one.amount)}</>
    case 'return':
      return <span className="text-positive">+{money(one.amount)} return</span>
    case 'return-void':
      return <>Return of {money(one.amount)} taken back</>
    default:
      return one satisfies never
  }
}

const money = (amount: Parameters<typeof cents>[0]) => <Amount cents={cents(amount)} show="when-needed" />

function signed(amount: bigint) {
  return (
    <>
      {amount < 0n ? '−' : '+'}
      {money(amount < 0n ? -amount : amount)}
    </>
  )
}
