import {
  type InvestmentStatus,
  investmentStatusLabels,
} from '../../../domain/investments/investment.ts'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { type Cents, isPositive, subtract } from '../../../values/money.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'

type Figures = { amount: Cents; received: Cents }
type Props = { investment: InvestmentInFull; figures: Figures | null; status: InvestmentStatus }

export function EditConsequences({ investment, figures, status }: Props) {
  if (!figures || figures.received > figures.amount) return null
  const remaining = subtract(figures.amount, figures.received)
  const difference = subtract(figures.received, investment.received)
  const becomes = statusAfter(investment, figures, status)
  return (
    <Consequences>
      {becomes === 'cancelled' ? (
        <Consequence of="To refund">
          <Amount cents={figures.received} show="when-needed" />
        </Consequence>
      ) : (
        <Consequence of="Remaining">
          <Amount
            cents={becomes === 'completed' ? subtract(remaining, remaining) : remaining}
            show="when-needed"
          />
        </Consequence>
      )}
      <Consequence of="Status">{investmentStatusLabels[becomes]}</Consequence>
      <Consequence of="Ledger">
        {difference === 0n ? (
          'stays as it is'
        ) : (
          <>
            an adjustment of {isPositive(difference) && '+'}
            <Amount cents={difference} show="when-needed" />
          </>
        )}
      </Consequence>
      {figures.amount !== investment.amount && (
        <Consequence of="In the portal">
          it says that the amount was <Amount cents={investment.amount} show="when-needed" />
          {!investment.hasHistory && ', unless the investment goes to another investor or project'}
        </Consequence>
      )}
      {becomes === 'completed' && investment.nextPaymentOn !== null && (
        <Consequence of="Next payment">
          of <Day on={investment.nextPaymentOn} /> is met
        </Consequence>
      )}
      {becomes === 'cancelled' && investment.nextPaymentOn !== null && (
        <Consequence of="Next payment">
          of <Day on={investment.nextPaymentOn} /> is removed, and is not restored automatically
        </Consequence>
      )}
      {(becomes === 'cancelled') !== (investment.status === 'cancelled') && (
        <Consequence of={<bdi>{investment.investor.name}</bdi>}>
          is notified of it{investment.investor.hasAccount && ' by email too'}
          {!investment.hasHistory && ', unless the investment goes to another investor or project'}
        </Consequence>
      )}
    </Consequences>
  )
}

/** Mirrors the server's rule (payments/edit-investment.server.ts). */
function statusAfter(
  investment: InvestmentInFull,
  { amount, received }: Figures,
  chosen: InvestmentStatus,
): InvestmentStatus {
  if (chosen === 'cancelled') return 'cancelled'
  if (received === amount) return 'completed'
  if (chosen === 'completed' && investment.status !== 'completed') return 'completed'
  if (isPositive(received)) return 'active'
  return chosen === 'pending' ? 'pending' : 'active'
}
