import type { Oversubscription } from '../../../domain/investments/oversubscription.server.ts'
import { counted } from '../../../values/counted.ts'
import { formatAmount, isPositive } from '../../../values/money.ts'

export function oversubscriptionErrors({
  left,
  reserved,
  requests,
}: Oversubscription): Record<'amount' | 'beyondOffer', string> {
  const offers = isPositive(left)
    ? `${formatAmount(left, 'when-needed')} is available in the project.`
    : 'Nothing is available in the project.'
  const kept = `${formatAmount(reserved, 'when-needed')} of the rest is reserved by ${counted(requests, 'open request')}.`
  return {
    amount: requests === 0 ? offers : `${offers} ${kept}`,
    beyondOffer: 'Tick this to add it anyway, or enter another amount.',
  }
}
