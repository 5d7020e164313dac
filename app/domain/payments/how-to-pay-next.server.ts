import type { HowToPay } from '../../values/how-to-pay.ts'
import { type Cents, isPositive, min } from '../../values/money.ts'
import type { InvestmentStatus } from '../investments/investment.ts'
import { howToPay } from '../payment-accounts/how-to-pay.server.ts'

type Payable = {
  status: InvestmentStatus
  remaining: Cents
  paymentReference: string
  nextPayment?: { amount: Cents } | null
  nextPaymentAmount?: Cents | null
}

/**
 * How to pay what is due next on an investment, or else all that remains; null where nothing remains and for a cancelled
 * one.
 */
export async function howToPayNext(
  actor: Parameters<typeof howToPay>[0],
  { status, remaining, paymentReference, nextPayment, nextPaymentAmount }: Payable,
): Promise<HowToPay | null> {
  if (status === 'cancelled' || !isPositive(remaining)) return null
  const next = nextPayment?.amount ?? nextPaymentAmount ?? remaining
  return howToPay(actor, { reference: paymentReference, amount: min(next, remaining) })
}
