import type { Permission } from '../values/staff-role.ts'

type Rule = { paths: string[]; read?: Permission[]; write?: Permission[] }

/**
 * What each part of the back office needs, one permission of each list: to be opened, and to be sent a form. The first rule
 * whose path begins the address counts. Without `read` all staff may open it; without `write` all may send to it.
 */
const rules: Rule[] = [
  { paths: ['investors/:id/profile/note'], read: ['read-money'], write: ['payments', 'investors'] },
  { paths: ['investors'], read: ['read-money'], write: ['investors'] },
  { paths: ['projects/:id/preview'], read: ['read-money'] },
  { paths: ['projects/:id/investors'], read: ['read-money'], write: ['investors'] },
  { paths: ['projects'], read: ['read-money'], write: ['projects'] },
  { paths: ['documents'], write: ['documents'] },
  { paths: ['notifications'], write: ['notifications'] },
  { paths: ['inquiries/:id/convert'], read: ['investors'], write: ['investors'] },
  { paths: ['inquiries'], write: ['inquiries'] },
  {
    paths: ['investments/:id/payment', 'investments/:id/ledger'],
    read: ['read-money'],
    write: ['payments'],
  },
  { paths: ['investments'], read: ['read-money'], write: ['investors'] },
  { paths: ['receivables'], read: ['read-money'], write: ['payments', 'investors'] },
  { paths: ['payments', 'forecast', 'receipts'], read: ['read-money'], write: ['payments'] },
  { paths: ['statements/:id/pdf'], read: ['read-money'], write: ['investors'] },
  { paths: ['transactions', 'statements'], read: ['read-money'], write: ['transactions'] },
  { paths: ['requests'], read: ['read-money'], write: ['requests'] },
  { paths: ['distributions'], read: ['read-money'], write: ['distributions'] },
  { paths: ['approvals/limits'], read: ['settings', 'read-all'], write: ['settings'] },
  {
    paths: ['approvals'],
    read: ['read-money'],
    write: [
      'approvals',
      'payments',
      'transactions',
      'investors',
      'distributions',
      'settings',
      'users',
    ],
  },
  { paths: ['users'], read: ['users', 'read-all'], write: ['users'] },
  { paths: ['outbox'], read: ['read-money'], write: ['users', 'investors'] },
  {
    paths: ['import/investors', 'import/investments', 'import/payment-plans'],
    read: ['investors'],
    write: ['investors'],
  },
  { paths: ['import/payments'], read: ['payments'], write: ['payments'] },
  {
    paths: ['import/exchange-rates'],
    read: ['transactions', 'settings'],
    write: ['transactions', 'settings'],
  },
  { paths: ['import/projects'], read: ['projects'], write: ['projects'] },
  {
    paths: ['import'],
    read: ['investors', 'payments', 'projects', 'transactions'],
    write: ['investors', 'payments', 'projects', 'transactions'],
  },
  { paths: ['company'], read: ['settings', 'read-all'], write: ['settings'] },
  { paths: ['exchange-rates'], read: ['read-money'], write: ['transactions', 'settings'] },
  { paths: ['audit'], read: ['read-all'], write: ['users'] },
  { paths: ['security/reset-second-factor'], read: ['users'], write: ['users'] },
  { paths: ['security'], write: ['settings'] },
]

/**
 * The last parts of addresses that only show a form, a dialog or a page: opening one needs what sending it needs.
 * `access.test.ts` compares them with the routes, and says which route is missing here.
 */
const formParts = new Set(
  `accounts added adjustment approve batch-emails columns convert decline delete describe
  directors edit exclude investment invitation invitation-link invitations legal-texts logo
  match new note password payment plan promote reached refund reminders removal remove
  reset-second-factor restore return role send sessions statement status totals undo
  update-email update-password upload verify-email void withdraw`.split(/\s+/),
)

/**
 * Whether an address only shows a form.
 *
 * @internal
 */
export const isForm = (pathname: string): boolean =>
  pathname.split('/').some((part) => formParts.has(part))

const home = '/admin-dashboard'

/** Whether an address begins with a path of the table; `matchPath` would add to the script of every page. */
const beginsWith = (pathname: string, path: string) =>
  new RegExp(`^${home}/${path.replaceAll(':id', '[^/]+')}(/|$)`).test(pathname)

/** What an address of the back office needs; null when all staff may do it. */
function permissionsFor(pathname: string, isSent: boolean): readonly Permission[] | null {
  if (pathname === '/manage-users') return permissionsFor(`${home}/users`, isSent)
  const rule = rules.find(({ paths }) => paths.some((path) => beginsWith(pathname, path)))
  if (!rule) return null
  return (isSent || isForm(pathname) ? (rule.write ?? rule.read) : rule.read) ?? null
}

export function isPermitted(
  permissions: readonly Permission[],
  pathname: string,
  isSent: boolean,
): boolean {
  const needed = permissionsFor(pathname, isSent)
  return needed === null || needed.some((permission) => permissions.includes(permission))
}
