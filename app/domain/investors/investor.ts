/** What an investor may do: the status of their sign-in account, or their own while they have none (decisions §2). */
export type InvestorStatus = 'pending' | 'active' | 'inactive'

/** The word for each status, on both sides. */
export const investorStatusLabels: Record<InvestorStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
}
