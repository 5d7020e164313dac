import { readPaymentReference } from '../../values/payment-reference.ts'
import { readPaymentMessage } from '../bank-statements/payment-message.ts'

/** The payment reference that was typed as the account number of a pasted message, when it is not `own`; null otherwise. */
export function otherReferenceIn(message: string | null, own: string): string | null {
  if (message === null) return null
  const read = readPaymentMessage(message)
  const named = 'problem' in read ? null : readPaymentReference(read.account ?? '')
  return named === own ? null : named
}
