import type { TransactionState } from '../../domain/bank-transactions/bank-transaction.ts'
import type { TransactionSearch } from '../../domain/bank-transactions/transaction-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'

type Props = {
  isNarrowed: boolean
  /** The only filter, when it is one of open money out. */
  moneyOut: TransactionSearch['moneyOut']
  state: TransactionState | null
  isAnyKnown: boolean
}

const sentences: Record<TransactionState, string> = {
  suggested: 'There is no suggestion to confirm. Match unmatched transactions by hand.',
  unmatched: 'Every transaction is matched, suggested or excluded.',
  matched: 'What is matched to an investment appears here.',
  excluded: 'Charges, sweeps and what you exclude appear here.',
}

const nothingOut = {
  reversed: 'No matched payment is reversed by the provider.',
  unexplained: 'No outgoing line is unexplained.',
}

export function NoTransactions({ isNarrowed, moneyOut, state, isAnyKnown }: Props) {
  if (moneyOut)
    return (
      <EmptyState icon="check-circle" title="Nothing here">
        {nothingOut[moneyOut]}
      </EmptyState>
    )
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No transactions found">
        <SearchAdvice>
          Search covers codes, payers, amounts, references, investors and receipts. Try fewer
          letters or another filter.
        </SearchAdvice>
      </EmptyState>
    )
  if (isAnyKnown)
    return (
      <EmptyState icon="check-circle" title="Nothing here">
        {state ? sentences[state] : 'Nothing was matched automatically in the last day.'}
      </EmptyState>
    )
  return (
    <EmptyState
      icon="receipt"
      title="No bank transactions yet"
      action={
        <ButtonLink to="/admin-dashboard/statements" look="primary">
          Upload a statement
        </ButtonLink>
      }
    >
      Upload a statement of M-Pesa or a bank. What arrived is listed here, with the investment it is
      most likely for.
    </EmptyState>
  )
}
