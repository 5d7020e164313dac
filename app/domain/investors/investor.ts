/** The status of the account, or the record's own without one. */
export const investorStatuses = ['active', 'pending', 'inactive'] as const
export type InvestorStatus = (typeof investorStatuses)[number]

export const investorStatusLabels: Record<InvestorStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  inactive: 'Inactive',
}

/** `verified`: email confirmed. `email-mismatch`: an import left two addresses. `verification-failed`: unknown. */
export type SignInState =
  | 'verified'
  | 'unverified'
  | 'email-mismatch'
  | 'no-auth-account'
  | 'verification-failed'

export const signInStateLabels: Record<SignInState, string> = {
  verified: 'Verified',
  unverified: 'Unverified',
  'email-mismatch': 'Email mismatch',
  'no-auth-account': 'No account',
  'verification-failed': 'Unknown',
}

/** The usual order first. */
export const investorOrders = ['name', 'newest', 'oldest'] as const
export type InvestorOrder = (typeof investorOrders)[number]
