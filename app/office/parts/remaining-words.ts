import { askedFor, formatAtRateOf, type PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, formatAmount } from '../../values/money.ts'

/** What remains to be paid, also in the currency of a payment that was too large. */
export function remainingWords({ remaining, paid }: { remaining: Cents; paid?: PaidInCurrency }) {
  return paid ? formatAtRateOf(paid, remaining, askedFor) : formatAmount(remaining, 'when-needed')
}
