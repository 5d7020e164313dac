import { clock } from '../../platform/clock.server.ts'
import type { HowToPay } from '../../values/how-to-pay.ts'
import { type Cents, isPositive, min } from '../../values/money.ts'
import type { InvestmentStatus } from '../investments/investment.ts'
import { howToPay, nextOrDue } from '../payment-accounts/how-to-pay.server.ts'

type Payable = {
  id: string
  status: InvestmentStatus
  remaining: Cents
  paymentReference: string
}

/**
 * How to pay what is due now or next on an investment, or else all that remains; null where nothing remains and for a
 * cancelled one.
 */
export async function howToPayNext(
  actor: Parameters<typeof howToPay>[0],
  { id, status, remaining, paymentReference }: Payable,
): Promise<HowToPay | null> {
  if (status === 'cancelled' || !isPositive(remaining)) return null
  const found = await actor.tx
    .selectFrom('investment')
    .select(nextOrDue(clock.today()).as('next'))
    .where('id', '=', id)
    .executeTakeFirst()
  const amount = min(found?.next ?? remaining, remaining)
  return howToPay(actor, { reference: paymentReference, amount })
}
