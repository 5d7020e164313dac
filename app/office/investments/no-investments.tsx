import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { opensWithN } from '../../ui/fields/new-key.ts'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'

export function AddInvestmentLink() {
  return (
    <DialogLink to="/admin-dashboard/investments/new" {...opensWithN} look="primary" icon="plus">
      Add Investment
    </DialogLink>
  )
}

export function NoInvestments({ searched, filtered }: { searched: boolean; filtered: boolean }) {
  const title = 'No investments found'
  if (searched) {
    return (
      <EmptyState icon="search" title={title}>
        <SearchAdvice>Try adjusting your search terms.</SearchAdvice>
      </EmptyState>
    )
  }
  if (filtered) {
    return (
      <EmptyState icon="investments" title={title}>
        None of this kind. Choose another, or all.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="investments" title={title} action={<AddInvestmentLink />}>
      Get started by adding your first investment.
    </EmptyState>
  )
}
