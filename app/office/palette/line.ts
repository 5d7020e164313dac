import type { IconName } from '../../ui/icon.tsx'
import { folded } from '../../values/folded.ts'

/** `detail` tells results of the same name apart. */
export type Line = {
  group: LineGroup
  label: string
  detail?: string
  icon: IconName
  to: string
  /** Opens in a new tab, like its sidebar entry. */
  newTab?: boolean
  /** Search synonyms. */
  also?: string
}

/** In display order. */
export const lineGroups = [
  'Investors',
  'Projects',
  'Investments',
  'Documents',
  'Inquiries',
  'Receipts',
  'Payments',
  'Actions',
  'Screens',
] as const
export type LineGroup = (typeof lineGroups)[number]

const home = '/admin-dashboard'

const actions: Omit<Line, 'group'>[] = [
  {
    label: 'Add Investor',
    icon: 'investors',
    to: `${home}/investors/new`,
    also: 'new create invite',
  },
  {
    label: 'Add Project',
    icon: 'projects',
    to: `${home}/projects/new`,
    also: 'new create listing',
  },
  {
    label: 'Add Investment',
    icon: 'investments',
    to: `${home}/investments/new`,
    also: 'new create',
  },
  {
    label: 'Record payment',
    detail: 'Choose the investment',
    icon: 'payment',
    to: `${home}/investments?sort=next-payment`,
    also: 'money received receipt',
  },
  {
    label: 'Distribute returns',
    icon: 'distributions',
    to: `${home}/distributions/new`,
    also: 'record payout dividend',
  },
  { label: 'Upload Document', icon: 'upload', to: `${home}/documents/new`, also: 'add file' },
  {
    label: 'Upload a statement',
    icon: 'upload',
    to: `${home}/statements/new`,
    also: 'add file bank mpesa csv',
  },
  {
    label: 'Create Notification',
    icon: 'megaphone',
    to: `${home}/notifications/new`,
    also: 'new message send notify',
  },
]

const ofUsers: Omit<Line, 'group'>[] = [
  { label: 'Verify Email Sync', icon: 'mail', to: `${home}/users/verify-email` },
  {
    label: 'Promote to Admin',
    icon: 'key',
    to: `${home}/users/promote`,
    also: 'administrator role',
  },
  {
    label: 'Update Password',
    icon: 'lock',
    to: `${home}/users/update-password`,
    also: 'set reset',
  },
  { label: 'Update Email', icon: 'mail', to: `${home}/users/update-email`, also: 'change address' },
  {
    label: 'Update Batch Emails',
    icon: 'mail',
    to: `${home}/users/batch-emails`,
    also: 'change addresses',
  },
]

const ofCompany: Omit<Line, 'group'>[] = [
  {
    label: 'Exchange Rates',
    icon: 'history',
    to: `${home}/exchange-rates`,
    also: 'currency currencies shilling kes forex',
  },
  {
    label: 'Payment accounts',
    icon: 'settings',
    to: `${home}/company#accounts`,
    also: 'paybill till bank mpesa how to pay',
  },
]

const ofPaymentAccounts: Omit<Line, 'group'>[] = [
  {
    label: 'Cash forecast',
    icon: 'calendar',
    to: `${home}/forecast`,
    also: 'expected money months plan',
  },
  {
    label: 'Bank Statements',
    icon: 'payment',
    to: `${home}/statements`,
    also: 'mpesa uploaded transactions',
  },
]

type Screen = { to: string; label: string; icon: IconName; newTab?: boolean }

/** Commands and screens known without a search: those of the sidebar, bank statements, and Manage Users. */
export function knownLines(screens: readonly Screen[]): Line[] {
  return [
    ...actions.map((line) => ({ ...line, group: 'Actions' as const })),
    ...screens.map(({ to, label, icon, newTab }) => ({
      group: 'Screens' as const,
      label,
      icon,
      to,
      ...(newTab ? { newTab } : {}),
    })),
    ...ofCompany.map((line) => ({
      ...line,
      group: 'Screens' as const,
      detail: 'Company Settings',
    })),
    ...ofPaymentAccounts.map((line) => ({ ...line, group: 'Screens' as const })),
    ...ofUsers.map((line) => ({ ...line, group: 'Screens' as const, detail: 'Manage Users' })),
  ]
}

/** Lines in which every typed word begins a word, ignoring case. */
export function matchingLines(lines: Line[], typed: string): Line[] {
  const words = wordsOf(typed)
  return lines.filter(({ label, also = '' }) => {
    const known = wordsOf(`${label} ${also}`)
    return words.every((word) => known.some((start) => start.startsWith(word)))
  })
}

function wordsOf(text: string) {
  return folded(text)
    .split(/[\s-]+/)
    .filter((word) => word !== '')
}

/** Sorts by group, keeping the order within each. */
export function inOrder(lines: Line[]): Line[] {
  return lineGroups.flatMap((group) => lines.filter((line) => line.group === group))
}
