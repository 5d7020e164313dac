/** The roles of staff, which are sets of permissions; a person may have several. */
export const staffRoles = ['owner', 'manager', 'cashier', 'support', 'auditor'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffRoleLabels: Record<StaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  cashier: 'Cashier',
  support: 'Support',
  auditor: 'Auditor',
}

/** What each role is for, in the words of the form that gives it. */
export const staffRoleHints: Record<StaffRole, string> = {
  owner: 'Everything, with users, settings and the company',
  manager: 'Projects, distributions, requests and approvals',
  cashier: 'Bank transactions, payments, investors and requests',
  support: 'Documents, notifications and inquiries; sees no money',
  auditor: 'Sees and exports everything, changes nothing',
}

/** A permission of staff, as in the table `auth.role_permission`, which says what each role has. */
export type Permission =
  | 'read-money'
  | 'read-all'
  | 'users'
  | 'settings'
  | 'projects'
  | 'distributions'
  | 'approvals'
  | 'requests'
  | 'transactions'
  | 'payments'
  | 'investors'
  | 'documents'
  | 'notifications'
  | 'inquiries'

/** The roles as a sentence names them: "Cashier and Support". */
export function staffRoleNames(roles: readonly StaffRole[]): string {
  const names = staffRoles
    .filter((role) => roles.includes(role))
    .map((role) => staffRoleLabels[role])
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
