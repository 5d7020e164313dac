import type { InvestmentTotals } from '../../domain/investments/investment-totals.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Figures, Stat } from '../../ui/layout/stat.tsx'
import { counted } from '../../values/counted.ts'
import { isPositive, remainingAsShown } from '../../values/money.ts'
import { formatPercent, share } from '../../values/percent.ts'

/** Excludes cancelled investments; the amount held on those has its own line. */
export function Totals({ totals }: { totals: InvestmentTotals }) {
  const { total, received, toRefund, investments, investors, overdue } = totals
  const owesBack = isPositive(toRefund)
  return (
    <section aria-label="All investments">
      <Figures columns={owesBack ? 4 : 3}>
        <Stat
          label="Total Investment"
          figure={<Amount cents={total} />}
          context={`${counted(investments, 'investment')} by ${counted(investors, 'investor')}`}
        />
        <Stat
          label="Received Payments"
          figure={<Amount cents={received} />}
          context={`${formatPercent(share(received, total))} of the total`}
        />
        <Stat
          label="Remaining Payment"
          figure={<Amount cents={remainingAsShown(total, received)} />}
          context={
            overdue === 0
              ? 'No payments are overdue'
              : `${counted(overdue, 'investment')} with an overdue payment`
          }
        />
        {owesBack && (
          <Stat
            label="To refund"
            figure={<Amount cents={toRefund} />}
            context="Held on cancelled investments"
          />
        )}
      </Figures>
    </section>
  )
}
