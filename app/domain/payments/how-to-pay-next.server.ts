import { clock } from '../../platform/clock.server.ts'
import type { HowToPay } from '../../values/how-to-pay.ts'
import { type Cents, isPositive } from '../../values/money.ts'
import type { InvestmentStatus } from '../investments/investment.ts'
import { howToPayOpen, nextOrDue } from '../payment-accounts/how-to-pay.server.ts'

type Payable = {
  id: string
  status: InvestmentStatus
  remaining: Cents
  paymentReference: string
}

/** `howToPayOpen` of an investment; null where nothing remains and for a cancelled one. */
export async function howToPayNext(
  actor: Parameters<typeof howToPayOpen>[0],
  { id, status, remaining, paymentReference: reference }: Payable,
): Promise<HowToPay | null> {
  if (status === 'cancelled' || !isPositive(remaining)) return null
  const found = await actor.tx
    .selectFrom('investment')
    .select(['plan_version', nextOrDue(clock.today()).as('next')])
    .where('id', '=', id)
    .executeTakeFirst()
  const hasPlan = found ? found.plan_version !== null : false
  return howToPayOpen(actor, { id, reference, remaining, next: found?.next ?? null, hasPlan })
}
