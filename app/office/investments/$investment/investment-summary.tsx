import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { Figures, Stat } from '../../../ui/layout/stat.tsx'
import { type Cents, isPositive, min } from '../../../values/money.ts'
import { formatPercent } from '../../../values/percent.ts'

type Props = {
  investment: InvestmentInFull
  /** All that is overdue by the plan; null without one. */
  overdueOfPlan: Cents | null
  /** What is said instead of a day by the plan; null without one. */
  withoutDay: string | null
}

export function InvestmentSummary({ investment, overdueOfPlan, withoutDay }: Props) {
  const { owned, amount, received, remaining, progress, status, investedOn, cancelledOn } =
    investment
  const isCancelled = status === 'cancelled'
  return (
    <section aria-label="Summary">
      <Figures columns={4}>
        <Stat
          label="Amount"
          figure={<Amount cents={amount} show="when-needed" />}
          context={
            <>
              since <Day on={investedOn} />
              {owned !== null && <bdi className="block wrap-anywhere">{owned}</bdi>}
            </>
          }
        />
        <Stat
          label="Received"
          figure={<Amount cents={received} show="when-needed" />}
          context={
            <span className="grid grid-cols-[minmax(0,8rem)_auto] items-center gap-2">
              <ProgressBar value={progress} label="Payment progress" colour="verdict" />
              <span className="num">{formatPercent(progress)}</span>
            </span>
          }
        />
        {isCancelled ? (
          <Stat
            label="To refund"
            figure={<Amount cents={received} show="when-needed" />}
            context={
              <>
                cancelled on <Day on={cancelledOn ?? investedOn} />
              </>
            }
          />
        ) : (
          <Stat
            label="Remaining"
            figure={<Amount cents={remaining} show="when-needed" />}
            context="of the amount"
          />
        )}
        <NextPayment
          investment={investment}
          overdueOfPlan={overdueOfPlan}
          withoutDay={withoutDay}
        />
      </Figures>
    </section>
  )
}

/** Limited to what remains, which may have shrunk since the amount was agreed. */
function NextPayment({ investment, overdueOfPlan, withoutDay }: Props) {
  const { nextPaymentOn, nextPaymentAmount, remaining, overdue, status } = investment
  const label = overdue ? (
    <span className="text-negative">Payment overdue since</span>
  ) : (
    'Next payment'
  )
  if (nextPaymentOn) {
    const next = nextPaymentAmount ? min(nextPaymentAmount, remaining) : remaining
    return (
      <Stat
        label={label}
        figure={<Day on={nextPaymentOn} />}
        context={
          <Amount cents={overdue && overdueOfPlan ? overdueOfPlan : next} show="when-needed" />
        }
      />
    )
  }
  const isAwaited = (status === 'pending' || status === 'active') && isPositive(remaining)
  const words = isAwaited ? (withoutDay ?? 'No date agreed') : 'Nothing outstanding'
  return <Stat label={label} figure="–" context={<bdi className="wrap-anywhere">{words}</bdi>} />
}
