import type { DifferingClaim } from '../../domain/bank-transactions/described-transaction.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'

/** Who sent in the code of a transaction with another amount, and which. */
export function SentInDifferently({ claim }: { claim: DifferingClaim }) {
  return (
    <>
      <bdi>{claim.investor}</bdi> sent in this code with another amount:{' '}
      {formatCurrency(claim.minor, claim.currency)}.
    </>
  )
}
