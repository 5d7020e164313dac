import type { HeldMoney } from '../../domain/payments/held-money.server.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { heldSentence } from '../../values/held-money.ts'

/** Money that arrived and is not credited yet; nothing when there is none. */
export function HeldNote({ held }: { held: HeldMoney[] }) {
  const sentence = heldSentence(held)
  return sentence && <Alert>{sentence}</Alert>
}
