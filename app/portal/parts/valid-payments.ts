import type { MyPayment } from '../../domain/payments/my-payments.server.ts'

/** How many payments of a ledger stand: a refund or an adjustment is none, and a voided one does not stand. */
export function countValidPayments(ledger: readonly MyPayment[]): number {
  return ledger.filter(({ kind, voidedBecause }) => kind === 'payment' && voidedBecause === null)
    .length
}
