import type { CSSProperties, ReactNode } from 'react'
import { withoutNextWords } from '../../domain/investments/investment.ts'
import type { NextPayment, Portfolio } from '../../domain/investments/portfolio.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { type Cents, formatAmount, isPositive, remainingAsShown } from '../../values/money.ts'
import { formatPercent, share } from '../../values/percent.ts'

type Standing = { portfolio: Portfolio; next: NextPayment | undefined; today: CalendarDate }

export function Position({ portfolio, next, today }: Standing) {
  const { invested, received, remaining, toRefund, since, projects } = portfolio
  const paid = share(received, invested)
  const year = since?.slice(0, 4)
  return (
    <section
      aria-label="Your position"
      className="grid grid-cols-2 rounded-card border border-line bg-surface py-3.5 @min-[40rem]/main:grid-cols-[1.25fr_1fr_1fr] @min-[40rem]/main:rounded-b-none @min-[40rem]/main:border-b-0 @min-[40rem]/main:px-1 @min-[40rem]/main:pt-6.5 @min-[40rem]/main:pb-0"
    >
      <Figure label="Total Invested" money={invested} look="lead">
        {counted(projects.all, 'project')}
        {year && ` since ${year}`}
      </Figure>
      <Figure label="Paid" money={received} look="money" className="@max-[40rem]/main:border-s-0">
        {isPositive(invested)
          ? `${formatPercent(paid)} of your total`
          : !isPositive(toRefund) && 'Nothing yet'}
        {isPositive(toRefund) && (
          <span className="block">
            To refund <Amount cents={toRefund} show="when-needed" />
          </span>
        )}
      </Figure>
      <Figure label="Remaining Balance" money={remainingAsShown(invested, received)} look="money">
        <WhenDue portfolio={portfolio} next={next} today={today} />
      </Figure>
      <div
        role="img"
        aria-label={`Paid ${formatPercent(paid)} of what you invested`}
        className="col-span-full row-2 mx-4 mt-2.5 mb-3 grid h-2 gap-0.5 overflow-hidden rounded-full forced-colors:border @min-[40rem]/main:row-auto @min-[40rem]/main:mx-5 @min-[40rem]/main:mt-6 @min-[40rem]/main:mb-0"
        style={{
          gridTemplateColumns: `minmax(0, ${received}fr) minmax(0, ${isPositive(invested) ? remaining : 1n}fr)`,
        }}
      >
        <span className="rounded-[2px] bg-primary forced-colors:bg-[Highlight]" />
        <span className="rounded-[2px] bg-track" />
      </div>
    </section>
  )
}

/** Next to the large figures on desktop; on phones below due payments and news. */
export function MoreFigures({
  portfolio,
  documents,
  lastVisit,
}: {
  portfolio: Portfolio
  /** Total, and how many are new since the last visit. */
  documents: { all: number; fresh: number }
  lastVisit: CalendarDate | null
}) {
  const { projects, expectedReturn, rated } = portfolio
  return (
    <section
      aria-label="More figures"
      className="order-3 mt-(--gap) grid grid-cols-3 rounded-card border border-line bg-surface group-has-[[data-due]_[open]]/standing:self-start @max-[14rem]/main:grid-cols-1 @min-[40rem]/main:order-1 @min-[40rem]/main:mt-0 @min-[40rem]/main:grid-cols-[1.25fr_1fr_1fr] @min-[40rem]/main:grid-rows-1 @min-[40rem]/main:rounded-t-none @min-[40rem]/main:border-t-0 @min-[40rem]/main:px-1 @min-[40rem]/main:pt-6 @min-[40rem]/main:pb-1"
    >
      <Figure
        label="Expected Returns %"
        figure={
          expectedReturn ? (
            <>
              {formatPercent(expectedReturn.rate)}{' '}
              <small className="text-xs font-medium text-muted">a year</small>
            </>
          ) : (
            <Dash />
          )
        }
        look="minor"
      >
        {expectedReturn ? `Over ${counted(expectedReturn.over, 'investment')}` : noMean(portfolio)}
      </Figure>
      <Figure label="Projects Invested In" figure={projects.all} look="minor">
        {`${projects.active} active, ${projects.completed} completed`}
      </Figure>
      <Figure label="Documents" figure={documents.all} look="minor">
        <DocumentsContext documents={documents} lastVisit={lastVisit} />
      </Figure>
      {(expectedReturn || rated > 0) && (
        <p className="col-span-full border-t border-line px-4 pt-2.5 pb-3 text-2xs text-muted @min-[40rem]/main:px-5">
          Expected returns are an estimate, never a promise. Your capital is at risk.
        </p>
      )}
    </section>
  )
}

/** Why there is no average: rates only exist on pending investments, or no return is expected. */
function noMean({ rated, projects }: Portfolio): string {
  if (projects.all === 0) return 'Known once you invest'
  if (rated > 0) return 'Counted once a payment is received'
  return projects.active === 0 ? 'None expected' : 'No rate set'
}

function WhenDue({ portfolio, next, today }: Standing) {
  const { invested, remaining } = portfolio
  if (next) {
    const isOverdue = isBefore(next.on, today)
    return (
      <span className={isOverdue ? 'font-medium text-negative' : undefined}>
        {isOverdue ? 'Overdue since' : 'Next due'} <Day on={next.on} />
      </span>
    )
  }
  if (isPositive(remaining))
    return <bdi className="wrap-anywhere">{withoutNextWords(portfolio, 'No date set')}</bdi>
  return isPositive(invested) ? 'Paid in full' : 'Nothing to pay'
}

function DocumentsContext({
  documents: { all, fresh },
  lastVisit,
}: {
  documents: { all: number; fresh: number }
  lastVisit: CalendarDate | null
}) {
  if (all === 0) return 'None yet'
  if (fresh === 0 || lastVisit === null) return 'Ready to download'
  return (
    <>
      {fresh} new since <Day on={lastVisit} year={false} />
    </>
  )
}

function Dash() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </>
  )
}

/** A figure is 0.56 of its size wide: the longest takes the place it has and no more. */
const looks = {
  lead: {
    figure:
      'col-span-full grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 @max-[14rem]/main:grid-cols-1 @min-[40rem]/main:col-auto @min-[40rem]/main:block',
    label: 'col-span-full text-xs',
    value:
      'mt-0.75 text-[length:min(2.375rem,125cqi/var(--length))] leading-10 tracking-[-0.036em] whitespace-nowrap @min-[40rem]/main:text-[length:min(2.625rem,178cqi/var(--length))] @min-[40rem]/main:leading-10.5',
    context:
      'text-end text-xs @max-[14rem]/main:text-start @min-[40rem]/main:text-start @min-[40rem]/main:mt-[0.3rem]',
  },
  money: {
    figure: 'border-s border-line',
    label: 'text-xs',
    value:
      'mt-0.5 text-[length:min(1.375rem,178cqi/var(--length))] leading-7 tracking-[-0.026em] whitespace-nowrap @min-[40rem]/main:mt-2.25 @min-[40rem]/main:text-[length:min(1.75rem,178cqi/var(--length))] @min-[40rem]/main:leading-9',
    context: 'text-xs @min-[40rem]/main:mt-[0.3rem]',
  },
  // On a phone two lines below each, whatever they say, so that the figures stand on one line.
  minor: {
    figure:
      'flex flex-col border-line ps-3 pe-2 pt-3 pb-3.5 not-first:border-s first:ps-4 @max-[14rem]/main:px-4 @max-[14rem]/main:not-first:border-s-0 @max-[14rem]/main:not-first:border-t @min-[40rem]/main:block @min-[40rem]/main:border-t @min-[40rem]/main:px-5 @min-[40rem]/main:pt-5 @min-[40rem]/main:pb-4.5 @min-[40rem]/main:first:ps-5',
    label: 'text-2xs @min-[40rem]/main:text-xs',
    value:
      'mt-auto pt-0.5 text-lg tracking-[-0.014em] @min-[40rem]/main:mt-1 @min-[40rem]/main:pt-0 @min-[40rem]/main:text-xl @min-[40rem]/main:whitespace-nowrap',
    context:
      'min-h-[2lh] text-2xs @max-[14rem]/main:min-h-0 @min-[40rem]/main:mt-[0.3rem] @min-[40rem]/main:min-h-0 @min-[40rem]/main:text-xs',
  },
}

type FigureProps = {
  label: string
  look: keyof typeof looks
  className?: string
  children: ReactNode
} & ({ figure: ReactNode } | { money: Cents })

function Figure({ label, look, className, children, ...shown }: FigureProps) {
  const classes = looks[look]
  const isMoney = 'money' in shown
  // The length of an amount decides its font size.
  const length = isMoney ? Math.max(8, formatAmount(shown.money, 'whole').length) : undefined
  return (
    <dl
      className={`@container min-w-0 px-4 @min-[40rem]/main:px-5 ${classes.figure} ${className ?? ''}`}
      style={{ '--length': length } as CSSProperties}
    >
      <dt className={`leading-[1.35] text-muted ${classes.label}`}>{label}</dt>
      <dd className={`num font-[580] ${classes.value}`}>
        {isMoney ? <Amount cents={shown.money} /> : shown.figure}
      </dd>
      <dd className={`num mt-0.5 leading-[1.35] text-muted ${classes.context}`}>{children}</dd>
    </dl>
  )
}
