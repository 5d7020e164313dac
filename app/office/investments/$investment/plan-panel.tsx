import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { lineDay, owedOf, shownLines } from '../../../domain/payment-plans/plan-state.ts'
import type { PaymentPlan } from '../../../domain/payment-plans/plans.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Day } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { PlanLines } from '../../../ui/plan-lines.tsx'
import { Schedule } from '../../../ui/schedule.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { isPositive } from '../../../values/money.ts'
import { investmentsHome } from '../../paths.ts'

type Props = { investment: InvestmentInFull; plans: PaymentPlan[]; today: CalendarDate }

/** The current plan with the state of each line, and earlier versions. */
export function PlanPanel({ investment, plans, today }: Props) {
  const { id, status, isArchived, partyArchived, isOwn } = investment
  const [current, ...earlier] = plans
  const mayChange = status !== 'cancelled' && !isArchived && !partyArchived && !isOwn
  if (!current && !mayChange) return null
  return (
    <Panel
      id="plan"
      title="Payment plan"
      action={
        <span className="flex flex-wrap items-center gap-3">
          {current && (
            <DownloadLink
              href={`${investmentsHome}/${id}/schedule/pdf`}
              className="text-xs text-link underline underline-offset-2"
              aria-label="Download the payment schedule as PDF"
            >
              PDF
            </DownloadLink>
          )}
          {mayChange && (
            <ButtonLink size="small" to={`${investmentsHome}/${id}/plan`}>
              {current ? 'Change plan' : 'Add plan'}
            </ButtonLink>
          )}
        </span>
      }
    >
      {current ? (
        <>
          <PlanFacts plan={current} investment={investment} today={today} />
          <PlanLines
            lines={shownLines(current.lines, today, status === 'cancelled')}
            label="Lines of the payment plan"
          />
        </>
      ) : (
        <p className="text-muted">
          No payment plan yet. The next payment is the date agreed with the last one.
        </p>
      )}
      {earlier.length > 0 && <Earlier plans={earlier} />}
    </Panel>
  )
}

function PlanFacts({
  plan,
  investment,
  today,
}: {
  plan: PaymentPlan
  investment: InvestmentInFull
  today: CalendarDate
}) {
  const isOpen = investment.status === 'pending' || investment.status === 'active'
  const { due, overdue } = owedOf(plan.lines, today)
  return (
    <p className="num pb-2 text-xs text-muted">
      Version {plan.version}, agreed on <Day on={plan.agreedOn} />. Received{' '}
      <Amount cents={investment.received} show="when-needed" /> of{' '}
      <Amount cents={plan.amount} show="when-needed" />.
      {isOpen && isPositive(due) && (
        <>
          {' '}
          Due now <Amount cents={due} show="when-needed" className="font-[560] text-text" />
          {isPositive(overdue) && (
            <span className="font-medium text-negative">
              , <Amount cents={overdue} show="when-needed" /> overdue
            </span>
          )}
          .
        </>
      )}
      {plan.reason && (
        <span className="block wrap-anywhere">
          Reason for the change: <bdi className="whitespace-pre-line">{plan.reason}</bdi>
        </span>
      )}
    </p>
  )
}

/** What was agreed before, newest first. */
function Earlier({ plans }: { plans: PaymentPlan[] }) {
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-3">
      {plans.map(({ id, version, agreedOn, reason, lines }) => (
        <details key={id}>
          <summary className="cursor-pointer text-sm text-link">
            Earlier version {version}, agreed on <Day on={agreedOn} />
          </summary>
          <div className="pt-1">
            {reason && (
              <p className="text-xs text-muted wrap-anywhere">
                Reason for the change: <bdi className="whitespace-pre-line">{reason}</bdi>
              </p>
            )}
            <Schedule
              caption={`Version ${version} of the payment plan`}
              rows={lines.map((line) => ({ ...line, due: lineDay(line) }))}
            />
          </div>
        </details>
      ))}
    </div>
  )
}
