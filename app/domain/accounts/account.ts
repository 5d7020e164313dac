export const accountRoles = ['admin', 'investor'] as const
export type AccountRole = (typeof accountRoles)[number]

export const accountRoleLabels: Record<AccountRole, string> = {
  admin: 'Admin',
  investor: 'Investor',
}

/** Whether an account may sign in: *pending* has no password yet, *inactive* may not. */
export const accountStatuses = ['active', 'pending', 'inactive'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const accountStatusLabels: Record<AccountStatus, string> = {
  active: 'Active',
  pending: 'Pending',
  inactive: 'Inactive',
}

/** Account states that need attention; the list can be filtered by them. */
export const accountMarks = ['never', 'unverified', 'refused'] as const
export type AccountMark = (typeof accountMarks)[number]

/** The words for each mark; `refused` is an address that a mail server refused for good. */
export const accountMarkLabels: Record<AccountMark, string> = {
  never: 'Never signed in',
  unverified: 'Unverified',
  refused: 'Email bounced',
}

export const accountSorts = ['name', 'joined', 'signed-in'] as const
export type AccountSort = (typeof accountSorts)[number]
