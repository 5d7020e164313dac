import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { Cents } from '../../../values/money.ts'

type Props = {
  investment: {
    project: { name: string }
    investor: { name: string; email: string }
    amount: Cents
    investedOn: CalendarDate
  }
}

/** Names the investment of a dialog, with what tells namesakes apart. */
export function InvestmentSubtitle({
  investment: { project, investor, amount, investedOn },
}: Props) {
  return (
    <>
      <span className="block">
        <bdi>{project.name}</bdi>, <bdi>{investor.name}</bdi>
      </span>
      <span className="block text-xs">
        <bdi className="wrap-anywhere">{investor.email}</bdi> ·{' '}
        <Amount cents={amount} show="when-needed" /> of <Day on={investedOn} />
      </span>
    </>
  )
}
