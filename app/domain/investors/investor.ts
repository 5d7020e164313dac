/** What an investor may do: the status of their sign-in account, or their own while they have none. */
export const investorStatuses = ['active', 'pending', 'inactive'] as const
export type InvestorStatus = (typeof investorStatuses)[number]

/** The word for each status, on both sides. */
export const investorStatusLabels: Record<InvestorStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
}

/**
 * How the sign-in account behind an investor stands. `verified`: they proved the address. `email-mismatch`: an
 * import left two addresses, which only a repair brings together. `verification-failed`: it could not be found out.
 */
export type SignInState =
  | 'verified'
  | 'unverified'
  | 'email-mismatch'
  | 'no-auth-account'
  | 'verification-failed'

/** The words for each state. */
export const signInStateLabels: Record<SignInState, string> = {
  verified: 'Verified',
  unverified: 'Unverified',
  'email-mismatch': 'Email mismatch',
  'no-auth-account': 'No account',
  'verification-failed': 'Unknown',
}

/** The orders of the list; the first is the usual one. */
export const investorOrders = ['name', 'newest', 'oldest'] as const
export type InvestorOrder = (typeof investorOrders)[number]
