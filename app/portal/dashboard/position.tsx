import type { CSSProperties, ReactNode } from 'react'
import type { NextPayment, Portfolio } from '../../domain/investments/portfolio.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { type Cents, formatAmount, isPositive, remainingAsShown } from '../../values/money.ts'
import { formatPercent, share } from '../../values/percent.ts'
import './position.css'

type Standing = { portfolio: Portfolio; next: NextPayment | undefined; today: CalendarDate }

/** What somebody has put in and what is left to pay (INV-017). */
export function Position({ portfolio, next, today }: Standing) {
  const { invested, received, remaining, toRefund, since, projects } = portfolio
  const paid = share(received, invested)
  const year = since?.slice(0, 4)
  return (
    <section aria-label="Your position" className="position bg-surface">
      <Figure label="Total Invested" money={invested} className="position-lead">
        {counted(projects.all, 'project')}
        {year && ` since ${year}`}
      </Figure>
      <Figure label="Paid" money={received} className="position-money position-first">
        {isPositive(invested)
          ? `${formatPercent(paid)} of your total`
          : !isPositive(toRefund) && 'Nothing yet'}
        {isPositive(toRefund) && (
          <span className="block">
            To refund <Amount cents={toRefund} show="when-needed" />
          </span>
        )}
      </Figure>
      <Figure
        label="Remaining Balance"
        money={remainingAsShown(invested, received)}
        className="position-money"
      >
        <WhenDue portfolio={portfolio} next={next} today={today} />
      </Figure>
      <div
        role="img"
        aria-label={`Paid ${formatPercent(paid)} of what you invested`}
        className="position-bar"
        style={{
          gridTemplateColumns: `minmax(0, ${received}fr) minmax(0, ${isPositive(invested) ? remaining : 1n}fr)`,
        }}
      >
        <span className="position-paid" />
        <span className="position-left" />
      </div>
    </section>
  )
}

/** The three smaller figures: below the large ones on a desk; on a phone after what is due and what is new. */
export function MoreFigures({
  portfolio,
  documents,
  lastVisit,
}: {
  portfolio: Portfolio
  /** How many there are, and how many of them came since the last visit. */
  documents: { all: number; fresh: number }
  lastVisit: CalendarDate | null
}) {
  const { projects, expectedReturn, rated } = portfolio
  return (
    <section aria-label="More figures" className="position-more bg-surface">
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
        className="position-minor"
      >
        {expectedReturn ? `Over ${counted(expectedReturn.over, 'investment')}` : noMean(portfolio)}
      </Figure>
      <Figure label="Projects Invested In" figure={projects.all} className="position-minor">
        {`${projects.active} active, ${projects.completed} completed`}
      </Figure>
      <Figure label="Documents" figure={documents.all} className="position-minor">
        <DocumentsContext documents={documents} lastVisit={lastVisit} />
      </Figure>
      {(expectedReturn || rated > 0) && (
        <p className="position-note">
          Expected returns are an estimate, never a promise. Your capital is at risk.
        </p>
      )}
    </section>
  )
}

/** Why there is no mean: rates may stand beside pending investments below, or nothing is expected any more. */
function noMean({ rated, projects }: Portfolio): string {
  if (projects.all === 0) return 'Known once you invest'
  if (rated > 0) return 'Counted once a payment is received'
  return projects.active === 0 ? 'None expected' : 'No rate set'
}

function WhenDue({ portfolio: { invested, remaining }, next, today }: Standing) {
  if (next) {
    const isOverdue = isBefore(next.on, today)
    return (
      <span className={isOverdue ? 'font-medium text-negative' : undefined}>
        {isOverdue ? 'Overdue since' : 'Next due'} <Day on={next.on} />
      </span>
    )
  }
  if (isPositive(remaining)) return 'No date set'
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

type FigureProps = { label: string; className: string; children: ReactNode } & (
  | { figure: ReactNode }
  | { money: Cents }
)

function Figure({ label, className, children, ...shown }: FigureProps) {
  const isMoney = 'money' in shown
  // How long an amount is says how large it can be written in its place (position.css).
  const length = isMoney ? Math.max(8, formatAmount(shown.money, 'whole').length) : undefined
  return (
    <dl className={`position-figure ${className}`} style={{ '--length': length } as CSSProperties}>
      <dt>{label}</dt>
      <dd className="num">{isMoney ? <Amount cents={shown.money} /> : shown.figure}</dd>
      <dd className="position-context num">{children}</dd>
    </dl>
  )
}
