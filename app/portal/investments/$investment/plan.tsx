import type { MyInvestment } from '../../../domain/investments/portfolio.server.ts'
import {
  awaitedMilestone,
  lineDay,
  owedOf,
  type PlanLine,
  shownLines,
  withoutDayWords,
} from '../../../domain/payment-plans/plan-state.ts'
import type { PaymentPlan } from '../../../domain/payment-plans/plans.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { PlanLines } from '../../../ui/plan-lines.tsx'
import { Schedule } from '../../../ui/schedule.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { Cents } from '../../../values/money.ts'
import { dueIn } from '../../parts/labels.ts'
import { usePortalAddress } from '../../parts/portal-link.tsx'

type Props = { investment: MyInvestment; plans: PaymentPlan[]; today: CalendarDate }

/** What was agreed, what is paid of it, and what comes next; earlier versions with the reason of each change. */
export function Plan({ investment, plans, today }: Props) {
  const address = usePortalAddress()
  const [current, ...earlier] = plans
  if (!current) return null
  const { received, amount, progress, status } = investment
  return (
    <Panel
      id="plan"
      title="Payment plan"
      action={
        <DownloadLink
          href={address(`/investment-dashboard/investments/${investment.id}/schedule/pdf`)}
          className="text-xs text-link underline underline-offset-2"
          aria-label="Download the payment schedule as PDF"
        >
          PDF
        </DownloadLink>
      }
    >
      <Next investment={investment} lines={current.lines} today={today} />
      <div className="pt-2">
        <Progress value={progress} label="Paid share of the payment plan">
          <Amount cents={received} show="when-needed" /> of{' '}
          <Amount cents={amount} show="when-needed" /> paid
        </Progress>
      </div>
      <PlanLines
        lines={shownLines(current.lines, today, status === 'cancelled')}
        label="Payments of the plan"
      />
      <p className="border-t border-line pt-3 text-xs text-muted wrap-anywhere">
        Agreed on <Day on={current.agreedOn} />.
        {current.reason && (
          <>
            {' '}
            Changed because: <bdi className="whitespace-pre-line">{current.reason}</bdi>
          </>
        )}
      </p>
      {earlier.map(({ id, version, agreedOn, reason, lines }) => (
        <details key={id} className="pt-2">
          <summary className="tall-target cursor-pointer text-sm text-link">
            Earlier plan of <Day on={agreedOn} />
          </summary>
          {reason && (
            <p className="pt-1 text-xs text-muted wrap-anywhere">
              Changed because: <bdi className="whitespace-pre-line">{reason}</bdi>
            </p>
          )}
          <Schedule
            caption={`Version ${version} of the payment plan`}
            rows={lines.map((line) => ({ ...line, due: lineDay(line) }))}
          />
        </details>
      ))}
    </Panel>
  )
}

type NextProps = Pick<Props, 'investment' | 'today'> & { lines: PlanLine[] }

function Next({ investment, lines, today }: NextProps) {
  const { nextPayment, status } = investment
  if (status === 'cancelled') return <p className="text-muted">This investment was cancelled.</p>
  if (status === 'completed') return <p className="text-muted">Everything is paid.</p>
  if (!nextPayment)
    return <WithoutDay remaining={investment.remaining} lines={lines} today={today} />
  const { words, isOverdue } = dueIn(nextPayment.on, today)
  const { due } = owedOf(lines, today)
  return (
    <p className="num">
      Next: <Amount cents={nextPayment.amount} show="when-needed" className="font-[580]" /> on{' '}
      <Day on={nextPayment.on} />{' '}
      <span className={`text-xs ${isOverdue ? 'font-medium text-negative' : 'text-muted'}`}>
        {words}
      </span>
      {due > nextPayment.amount && (
        <span className="block">
          Due now in all: <Amount cents={due} show="when-needed" className="font-[580]" />
        </span>
      )}
    </p>
  )
}

type WithoutDayProps = Pick<NextProps, 'lines' | 'today'> & { remaining: Cents }

function WithoutDay({ remaining, lines, today }: WithoutDayProps) {
  const milestone = awaitedMilestone(lines, today)
  if (milestone !== null)
    return (
      <p className="text-muted wrap-anywhere">
        Nothing is due until <bdi>“{milestone}”</bdi> is reached.
      </p>
    )
  if (withoutDayWords(lines, today) === null) return null
  return (
    <p className="num text-muted">
      All instalments are paid; <Amount cents={remaining} show="always" /> remains.
    </p>
  )
}
