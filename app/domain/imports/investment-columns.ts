import { amountExamples, dayExamples, type ImportColumns } from './import-column.ts'

const investor = 'Their email; their id or full name does too.'
const project = 'Its slug; its id or name does too.'

/** A file of investments; the others are those of Manage Investments as a file. */
export const investmentColumns: ImportColumns = {
  columns: [
    {
      field: 'investor',
      name: 'Investor email',
      also: ['investor', 'investor id'],
      required: true,
      says: investor,
      example: 'amina.hassan@example.com',
    },
    {
      field: 'project',
      name: 'Project slug',
      also: ['project', 'project id'],
      required: true,
      says: project,
      example: 'riverside-apartments',
    },
    {
      field: 'amount',
      name: 'Amount (USD)',
      also: ['amount'],
      required: true,
      says: `Above zero, ${amountExamples}.`,
      example: '25000.00',
    },
    {
      field: 'status',
      name: 'Status',
      required: true,
      says: 'Pending, active, completed or cancelled.',
      example: 'Active',
    },
    {
      field: 'investedOn',
      isDay: true,
      name: 'Investment date',
      also: ['invested on', 'date'],
      required: true,
      says: `A day, ${dayExamples}.`,
      example: '2026-03-31',
    },
    {
      field: 'fullyPaidOn',
      isDay: true,
      name: 'Fully paid on',
      says: 'The day a completed one was paid; books that payment.',
      example: '',
    },
    {
      field: 'cancelledOn',
      isDay: true,
      name: 'Cancelled on',
      says: 'The day a cancelled one was; today when empty.',
      example: '',
    },
    {
      field: 'nextPaymentOn',
      isDay: true,
      name: 'Next payment date',
      says: `A day, ${dayExamples}.`,
      example: '2026-09-30',
    },
    {
      field: 'nextPaymentAmount',
      name: 'Next payment (USD)',
      also: ['next payment'],
      says: `Above zero, ${amountExamples}.`,
      example: '5000.00',
    },
    {
      field: 'id',
      name: 'Id',
      says: 'Of an export: the investment it is, which is not added again. Empty for a new one.',
      example: '',
    },
  ],
  notRead: ['Project', 'Investor', 'Received (USD)', 'Remaining (USD)', 'Archived'],
}
