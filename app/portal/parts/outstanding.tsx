import type { MyInvestment } from '../../domain/investments/portfolio.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { isPositive } from '../../values/money.ts'

/** To pay, or to refund when the investment was cancelled. */
export function Outstanding({
  investment: { status, received, remaining },
}: {
  investment: MyInvestment
}) {
  if (status === 'cancelled') {
    if (!isPositive(received)) return 'Nothing to refund'
    return (
      <>
        <Amount cents={received} show="when-needed" /> to refund
      </>
    )
  }
  if (!isPositive(remaining)) return 'Paid in full'
  return (
    <>
      <Amount cents={remaining} show="when-needed" /> remaining
    </>
  )
}
