import type { MyPayment } from '../../domain/payments/my-payments.server.ts'

/** Excludes refunds, adjustments and voided payments. */
export function countValidPayments(ledger: readonly MyPayment[]): number {
  return ledger.filter(({ kind, voidedBecause }) => kind === 'payment' && voidedBecause === null)
    .length
}
