/** What an investor may do: the status of their sign-in account, or their own while they have none (decisions §2). */
export const investorStatuses = ['active', 'pending', 'inactive'] as const
export type InvestorStatus = (typeof investorStatuses)[number]

/** The word for each status, on both sides. */
export const investorStatusLabels: Record<InvestorStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
}
