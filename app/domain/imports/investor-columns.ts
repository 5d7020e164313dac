import { dayExamples, type ImportColumns } from './import-column.ts'

/** A file of investors; the others are those of Manage Investors as a file. */
export const investorColumns: ImportColumns = {
  columns: [
    {
      field: 'fullName',
      name: 'Full name',
      also: ['name'],
      required: true,
      says: 'Up to 200 characters.',
      example: 'Amina Hassan',
    },
    {
      field: 'email',
      name: 'Email',
      also: ['e-mail', 'email address'],
      required: true,
      says: 'Each one once.',
      example: 'amina.hassan@example.com',
    },
    {
      field: 'phone',
      name: 'Phone',
      also: ['phone number', 'telephone'],
      says: 'With or without the country.',
      example: '+254 711 000 000',
    },
    {
      field: 'status',
      name: 'Status',
      says: 'Active, pending or inactive; pending when empty.',
      example: 'Pending',
    },
    {
      field: 'joinedOn',
      isDay: true,
      name: 'Join date',
      also: ['joined', 'joined on'],
      says: `A day, ${dayExamples}; today when empty.`,
      example: '2026-03-31',
    },
  ],
  notRead: ['Total invested (USD)', 'Sign-in', 'Last signed in (UTC)', 'Archived', 'Id'],
}
