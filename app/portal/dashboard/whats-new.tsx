import type { ReactNode } from 'react'
import type { News, NewsKind } from '../../domain/reports/news.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import { cents } from '../../values/money.ts'
import { PortalLink } from '../parts/portal-link.tsx'
import { CollapsedList } from './collapsed-list.tsx'

const shown = 4

/** Changes since the last visit, or recent ones at first. Four lines, all documents in one; the rest collapsed. */
export function WhatsNew({
  news,
  total,
  lastVisit,
}: NewsKind & { lastVisit: CalendarDate | null }) {
  if (total === 0) return null
  const [first, rest] = splitNews(news)
  const unread = total - news.length
  return (
    <section
      aria-labelledby="whats-new"
      className="order-2 mt-(--gap) pt-1 @min-[40rem]/main:order-3 @min-[58rem]/main:col-span-full @min-[58rem]/main:row-3"
    >
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
        <CollapsedList total={rest.length + unread} unread={unread}>
          <NewsList news={rest} />
        </CollapsedList>
      )}
    </section>
  )
}

/** Ensures that the documents are among the first lines. */
function splitNews(news: News[]): [News[], News[]] {
  const documents = news.filter(({ kind }) => kind === 'documents')
  const others = news.filter(({ kind }) => kind !== 'documents')
  const first = new Set([...others.slice(0, shown - documents.length), ...documents])
  return [news.filter((entry) => first.has(entry)), news.filter((entry) => !first.has(entry))]
}

function NewsList({ news }: { news: News[] }) {
  return (
    <ul className="grid grid-cols-4 @max-[44rem]/main:block @max-[44rem]/main:divide-y @max-[44rem]/main:divide-line">
      {news.map((entry) => (
        <NewsLine key={`${entry.kind}-${entry.id}`} entry={entry} />
      ))}
    </ul>
  )
}

const drawings: Record<News['kind'], IconName> = {
  investment: 'investments',
  amount: 'edit',
  cancelled: 'void',
  resumed: 'investments',
  payment: 'payment',
  refund: 'void',
  adjustment: 'edit',
  void: 'void',
  return: 'distributions',
  'return-void': 'void',
  declared: 'distributions',
  'declared-void': 'void',
  documents: 'documents',
  progress: 'projects',
}

function NewsLine({ entry }: { entry: News }) {
  const to = entry.investmentId === null ? 'documents?new=yes' : `investments/${entry.investmentId}`
  return (
    <li className="min-w-0 border-s border-line px-5 py-3 nth-[4n+1]:border-s-0 nth-[4n+1]:ps-0 @max-[44rem]/main:grid @max-[44rem]/main:grid-cols-[minmax(0,1fr)_auto] @max-[44rem]/main:gap-x-4 @max-[44rem]/main:border-s-0 @max-[44rem]/main:px-0">
      <p className="num mb-1 flex items-center gap-2 text-sm text-muted @max-[44rem]/main:order-2 @max-[44rem]/main:mb-0">
        <Icon name={drawings[entry.kind]} size="small" className="@max-[44rem]/main:hidden" />
        <Day on={dayOf(entry.at)} year={false} />
      </p>
      <div className="min-w-0">
        <PortalLink
          to={to}
          className="leading-[1.4] font-[560] wrap-anywhere hover:underline max-sm:inline-block max-sm:min-h-6"
        >
          {wordsOf(entry)}
        </PortalLink>
        <p className="text-sm text-muted wrap-anywhere">
          <NewsSubject entry={entry} />
        </p>
      </div>
    </li>
  )
}

function NewsSubject({ entry }: { entry: News }) {
  if (entry.kind === 'documents' && entry.count > 1) {
    return (
      <>
        The latest on <Day on={dayOf(entry.at)} year={false} />
      </>
    )
  }
  return entry.project ?? (entry.kind === 'documents' ? 'Addressed to you' : '')
}

function wordsOf(entry: News): ReactNode {
  switch (entry.kind) {
    case 'documents':
      return entry.count === 1 ? <bdi>{entry.title}</bdi> : `${entry.count} new documents`
    case 'progress':
      return entry.formerPercent === null || entry.formerPercent === entry.percent
        ? `Building progress ${entry.percent}%`
        : `Building progress ${entry.formerPercent}% to ${entry.percent}%`
    case 'investment':
      return <>New investment of {money(entry.amount)}</>
    case 'amount':
      return (
        <>
          Amount {money(entry.formerAmount)} to {money(entry.amount)}
        </>
      )
    case 'cancelled':
      return <>Investment of {money(entry.amount)} cancelled</>
    case 'resumed':
      return <>Investment of {money(entry.amount)} resumed</>
    case 'payment':
      return <>{entryWords(entry.kind, entry.amount)} received</>
    case 'refund':
    case 'adjustment':
      return entryWords(entry.kind, entry.amount)
    case 'void':
      return <>{entryWords(entry.voided, cents(-entry.amount))} voided</>
    case 'return':
      return <span className="text-positive">+{money(entry.amount)} return</span>
    case 'declared':
      return <>Return of {money(entry.amount)} declared</>
    case 'declared-void':
      return <>Declared return of {money(entry.amount)} voided</>
    case 'return-void':
      return <>Return of {money(entry.amount)} voided</>
    default:
      return entry satisfies never
  }
}

function entryWords(kind: 'payment' | 'refund' | 'adjustment', amount: bigint): ReactNode {
  switch (kind) {
    case 'payment':
      return <>Payment of {money(amount)}</>
    case 'refund':
      return <>Refund of {money(-amount)}</>
    case 'adjustment':
      return <>Adjustment of {signed(amount)}</>
    default:
      return kind satisfies never
  }
}

const money = (amount: bigint) => <Amount cents={cents(amount)} show="when-needed" />

function signed(amount: bigint) {
  return (
    <span className="whitespace-nowrap">
      {amount >= 0n && '+'}
      {money(amount)}
    </span>
  )
}
