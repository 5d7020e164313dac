import type { ReactNode } from 'react'
import type { MyInvestment } from '../../../domain/investments/portfolio.server.ts'
import type { ProgressUpdate } from '../../../domain/projects/progress-updates.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { type Cents, isPositive } from '../../../values/money.ts'
import { formatPercent } from '../../../values/percent.ts'
import { DecorativePicture } from '../../parts/deferred-picture.tsx'
import { dueIn } from '../../parts/labels.ts'

/** `former`: the previously reported progress, where it differs. */
type Props = {
  investment: MyInvestment
  returned: Cents
  declared: Cents
  hasShares: boolean
  former: ProgressUpdate | null
  /** How to pay is below. */
  isPayable: boolean
  /** What is said instead of a day by the plan; null without one. */
  withoutDay: string | null
  today: CalendarDate
}

export function InvestmentSummary({
  investment,
  returned,
  declared,
  hasShares,
  former,
  isPayable,
  withoutDay,
  today,
}: Props) {
  const { project, cover, amount, received, progress, investedOn } = investment
  const rate = investment.status === 'cancelled' ? null : (project?.annualReturn ?? null)
  return (
    <section
      aria-label="Your position"
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,2.15fr)] overflow-hidden rounded-card border border-line bg-surface @max-[48rem]/main:grid-cols-1"
    >
      <div className="relative grid min-h-60 place-items-center bg-track text-muted @max-[48rem]/main:h-28 @max-[48rem]/main:min-h-0">
        <DecorativePicture
          source={cover}
          sizes="(width < 48rem) 92vw, 22rem"
          className="absolute inset-0 size-full object-cover object-[50%_30%]"
          eager
          instead={<Icon name="projects" size="large" />}
        />
      </div>
      <div className="pt-6 @max-[48rem]/main:pt-4">
        <div className="flex flex-wrap gap-y-3">
          <Figure label="Amount" figure={<Amount cents={amount} show="when-needed" />} isLarge>
            Since <Day on={investedOn} />
          </Figure>
          <ToMove
            investment={investment}
            isPayable={isPayable}
            withoutDay={withoutDay}
            today={today}
          />
        </div>
        <div className="mx-5 mt-5 @max-[48rem]/main:mx-4 @max-[48rem]/main:mt-4">
          <ProgressBar value={progress} label="Paid share of this investment" className="h-2" />
          <p className="num mt-2 flex justify-between gap-3 text-xs text-muted">
            <span>
              <Amount cents={received} show="when-needed" className="font-[560] text-text" /> paid
            </span>
            <span>{formatPercent(progress)}</span>
          </p>
        </div>
        <div className="mt-5 flex flex-wrap @max-[48rem]/main:mt-4">
          <Figure
            label="Expected return"
            figure={
              rate === null ? (
                <NotKnown />
              ) : (
                <>
                  {formatPercent(rate)}{' '}
                  <small className="text-xs font-medium text-muted">a year</small>
                </>
              )
            }
          >
            {whyThisRate(investment, rate)}
          </Figure>
          <Returns returned={returned} declared={declared} hasShares={hasShares} />
          <Figure
            label="Building progress"
            figure={project ? formatPercent(project.progress, 0) : <NotKnown />}
          >
            {whatProgress(project !== null, former)}
          </Figure>
        </div>
        {rate !== null && (
          <p className="border-t border-line px-5 py-3 text-xs text-muted @max-[48rem]/main:px-4">
            Expected returns are an estimate, never a promise. Your capital is at risk.
          </p>
        )}
      </div>
    </section>
  )
}

type ReturnsProps = Pick<Props, 'returned' | 'declared' | 'hasShares'>

function Returns({ returned, declared, hasShares }: ReturnsProps) {
  return (
    <Figure
      label="Returns received"
      figure={
        <Amount
          cents={returned}
          show="when-needed"
          className={isPositive(returned) ? 'text-positive' : ''}
        />
      }
    >
      {isPositive(declared) ? (
        <>
          <Amount cents={declared} show="when-needed" /> declared, not sent yet
        </>
      ) : hasShares ? (
        'See distributions below'
      ) : (
        'None yet'
      )}
    </Figure>
  )
}

function whatProgress(isShown: boolean, former: ProgressUpdate | null): ReactNode {
  if (!isShown) return 'No longer shown'
  if (!former) return 'Of the whole project'
  return (
    <>
      Was {former.percent}% on <Day on={former.datedOn} />
    </>
  )
}

function whyThisRate({ status, project }: MyInvestment, rate: number | null): string {
  if (status === 'cancelled') return 'None: cancelled'
  if (project?.status === 'completed') return 'None: the project is completed'
  return rate === null ? 'No rate set' : 'Expected, not promised'
}

/** The amount still to pay, or to refund when the investment was cancelled. */
function ToMove({
  investment,
  isPayable,
  withoutDay,
  today,
}: Pick<Props, 'investment' | 'isPayable' | 'withoutDay' | 'today'>) {
  const { status, received, remaining, nextPayment } = investment
  if (status === 'cancelled') {
    return (
      <Figure label="To refund" figure={<Amount cents={received} show="when-needed" />} isLarge>
        {isPositive(received) ? 'This investment was cancelled' : 'Nothing to refund'}
      </Figure>
    )
  }
  const due = nextPayment && dueIn(nextPayment.on, today)
  return (
    <Figure label="Remaining" figure={<Amount cents={remaining} show="when-needed" />} isLarge>
      {nextPayment && due ? (
        <span className={due.isOverdue ? 'font-medium text-negative' : ''}>
          {due.isOverdue ? 'Overdue since' : 'Next due'} <Day on={nextPayment.on} />
        </span>
      ) : isPositive(remaining) ? (
        (withoutDay ?? 'No date set')
      ) : (
        'Paid in full'
      )}
      {isPayable && (
        <a
          href="#how-to-pay"
          className="tall-target block w-fit font-medium text-link hover:underline @min-[58rem]/main:hidden"
        >
          How to pay
        </a>
      )}
    </Figure>
  )
}

function NotKnown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </>
  )
}

/** Side by side where they fit, else wrapped; the leading border is clipped. */
type FigureProps = { label: string; figure: ReactNode; isLarge?: boolean; children: ReactNode }

function Figure({ label, figure, isLarge = false, children }: FigureProps) {
  const place = isLarge
    ? '-ms-px flex-[1_1_40%] border-s px-5 @max-[48rem]/main:px-4'
    : '-ms-px flex-[1_1_28%] border-s border-t px-5 pt-4 pb-4.5 @max-[48rem]/main:ps-4 @max-[48rem]/main:pe-2 @max-[48rem]/main:pt-3 @max-[48rem]/main:pb-3.5'
  const size = isLarge
    ? 'text-4xl tracking-[-0.03em] @max-[48rem]/main:text-3xl'
    : 'text-xl tracking-[-0.014em] @max-[48rem]/main:text-[1.0625rem]'
  const words = isLarge ? 'text-xs' : 'text-xs @max-[48rem]/main:text-2xs'
  return (
    <dl className={`border-line ${place}`}>
      <dt className={`leading-[1.35] text-muted ${words}`}>{label}</dt>
      <dd className={`num mt-1 leading-[1.15] font-[580] ${size}`}>{figure}</dd>
      <dd className={`num mt-1 leading-[1.4] text-muted ${words}`}>{children}</dd>
    </dl>
  )
}
