import type { Returns } from '../../../domain/distributions/my-returns.server.ts'
import { withoutNextWords } from '../../../domain/investments/investment.ts'
import type { NextPayment, Portfolio } from '../../../domain/investments/portfolio.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { Figures, Stat } from '../../../ui/layout/stat.tsx'
import { type CalendarDate, isBefore } from '../../../values/calendar-date.ts'
import { counted } from '../../../values/counted.ts'
import { isPositive, remainingAsShown } from '../../../values/money.ts'
import { formatPercent, share } from '../../../values/percent.ts'

type Props = {
  portfolio: Portfolio
  next: NextPayment | null
  returns: Pick<Returns, 'total' | 'last' | 'declared'>
  today: CalendarDate
}

/** Excludes cancelled investments. */
export function InvestorSummary({ portfolio, next, returns, today }: Props) {
  const { invested, received, toRefund, since, projects } = portfolio
  return (
    <section aria-label="Summary">
      <Figures columns={4}>
        <Stat
          label="Total invested"
          figure={<Amount cents={invested} />}
          context={
            since ? (
              <>
                in {counted(projects.all, 'project')} since {since.slice(0, 4)}
              </>
            ) : (
              'Nothing yet'
            )
          }
        />
        <Stat
          label="Received"
          figure={<Amount cents={received} />}
          context={
            isPositive(toRefund) ? (
              <>
                and <Amount cents={toRefund} show="when-needed" /> to refund
              </>
            ) : isPositive(invested) ? (
              `${formatPercent(share(received, invested))} of the total`
            ) : (
              'Nothing yet'
            )
          }
        />
        <Stat
          label="Remaining"
          figure={<Amount cents={remainingAsShown(invested, received)} />}
          context={<NextDue portfolio={portfolio} next={next} today={today} />}
        />
        <Stat
          label="Returns sent"
          figure={<Amount cents={returns.total} />}
          context={
            <>
              {returns.last ? (
                <>
                  Last on <Day on={returns.last.on} />
                </>
              ) : (
                'None yet'
              )}
              {isPositive(returns.declared) && (
                <span className="block">
                  <Amount cents={returns.declared} show="when-needed" /> declared, not sent yet
                </span>
              )}
            </>
          }
        />
      </Figures>
    </section>
  )
}

function NextDue({ portfolio, next, today }: Omit<Props, 'returns'>) {
  if (!next) {
    if (!isPositive(portfolio.remaining)) return 'Nothing outstanding'
    return <bdi className="wrap-anywhere">{withoutNextWords(portfolio, 'No date agreed')}</bdi>
  }
  const isOverdue = isBefore(next.on, today)
  return (
    <span className={isOverdue ? 'font-medium text-negative' : undefined}>
      {isOverdue ? 'Overdue since' : 'Next due'} <Day on={next.on} />
    </span>
  )
}
