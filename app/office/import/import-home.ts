import type { ImportList } from '../../domain/imports/import-list.ts'

/** Where lists are filled from files. */
export const importHome = '/admin-dashboard/import'

/** What each list is called in the back office, and where it stands. */
export const listPlaces: Record<ImportList, { title: string; to: string; label: string }> = {
  investors: {
    title: 'Import investors',
    to: '/admin-dashboard/investors',
    label: 'Manage Investors',
  },
  projects: { title: 'Import projects', to: '/admin-dashboard/projects', label: 'Manage Projects' },
  investments: {
    title: 'Import investments',
    to: '/admin-dashboard/investments',
    label: 'Manage Investments',
  },
  payments: {
    title: 'Import payments',
    to: '/admin-dashboard/investments',
    label: 'Manage Investments',
  },
}

/** What is true of each import, said before anybody chooses a file. */
export const importNotes: Record<ImportList, string> = {
  investors:
    'They get no account and no email. Send their invitations later, from the import or from Manage Investors.',
  projects: 'They are not published: a project needs a cover picture first.',
  investments:
    'Nobody is told. A completed one books the payment of its whole amount on the day it was fully paid.',
  payments:
    'They go into the ledgers as imported, without receipt, notification or mail. Next payments stay as they are.',
}
