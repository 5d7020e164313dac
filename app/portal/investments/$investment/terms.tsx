import type { ReactNode } from 'react'
import { investmentStatusLabels, investmentTones } from '../../../domain/investments/investment.ts'
import type { MyTerms } from '../../../domain/investments/my-terms.server.ts'
import type { MyInvestment } from '../../../domain/investments/portfolio.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { isPositive } from '../../../values/money.ts'
import { dueIn } from '../../parts/labels.ts'

type Props = {
  investment: MyInvestment
  terms: MyTerms
  /** What is said instead of a day by the plan; null without one. */
  withoutDay: string | null
  today: CalendarDate
}

/** Unset terms are left out, except the next payment. */
export function Terms({ investment, terms, withoutDay, today }: Props) {
  const { status, owned, amount, investedOn } = investment
  const { formerAmount, cancelledOn, unitPrice, completion, paymentReference } = terms
  return (
    <Panel title="Terms">
      <dl className="num divide-y divide-line">
        <Term label="Status">
          <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>
        </Term>
        {owned !== null && (
          <Term label="Unit or share">
            <bdi>{owned}</bdi>
          </Term>
        )}
        <Term label="Amount">
          <Amount cents={amount} show="when-needed" />
          {formerAmount && (
            <span className="block text-xs font-normal text-muted">
              Was <Amount cents={formerAmount.amount} show="when-needed" /> until{' '}
              <Day on={formerAmount.until} />
            </span>
          )}
        </Term>
        <Term label="Payment reference">
          <bdi className="num">{paymentReference}</bdi>
        </Term>
        <Term label="Investment date">
          <Day on={investedOn} />
        </Term>
        {cancelledOn && (
          <Term label="Cancelled">
            <Day on={cancelledOn} />
          </Term>
        )}
        {unitPrice !== null && (
          <Term label="Unit price">
            <Amount cents={unitPrice} show="when-needed" />
          </Term>
        )}
        {completion !== null && (
          <Term label="Completion">
            <bdi className="inline-block first-letter:uppercase">{completion}</bdi>
          </Term>
        )}
        <Term label="Next payment">
          <NextPayment investment={investment} withoutDay={withoutDay} today={today} />
        </Term>
      </dl>
    </Panel>
  )
}

function NextPayment({ investment, withoutDay, today }: Omit<Props, 'terms'>) {
  const { nextPayment, status, remaining } = investment
  if (status === 'cancelled') return 'None: cancelled'
  if (nextPayment === null)
    return isPositive(remaining) ? (withoutDay ?? 'No date set') : 'None: paid in full'
  const { words, isOverdue } = dueIn(nextPayment.on, today)
  return (
    <>
      <Amount cents={nextPayment.amount} show="when-needed" /> on <Day on={nextPayment.on} />
      <span className={`block text-xs font-normal ${isOverdue ? 'text-negative' : 'text-muted'}`}>
        {words}
      </span>
    </>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-end font-[520] wrap-anywhere">{children}</dd>
    </div>
  )
}
