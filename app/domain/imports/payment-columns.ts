import { amountExamples, dayExamples, type ImportColumns } from './import-column.ts'

const investor = 'Their email; their id or full name does too.'
const project = 'Its slug; its id or name does too.'

/** A file of payments; the others are those of the ledgers as a file. */
export const paymentColumns: ImportColumns = {
  columns: [
    {
      field: 'investment',
      name: 'Investment',
      also: ['investment id'],
      says: 'Its id; needed where somebody has several in one project.',
      example: '',
    },
    {
      field: 'investor',
      name: 'Investor email',
      also: ['investor', 'investor id'],
      says: `${investor} Not needed beside the investment.`,
      example: 'amina.hassan@example.com',
    },
    {
      field: 'project',
      name: 'Project slug',
      also: ['project', 'project id'],
      says: `${project} Not needed beside the investment.`,
      example: 'riverside-apartments',
    },
    {
      field: 'amount',
      name: 'Amount (USD)',
      also: ['amount'],
      required: true,
      says: `Above zero, ${amountExamples}.`,
      example: '5000.00',
    },
    {
      field: 'receivedOn',
      isDay: true,
      name: 'Date',
      also: ['received on', 'payment date'],
      required: true,
      says: `The day it was received, ${dayExamples}.`,
      example: '2026-04-15',
    },
    {
      field: 'method',
      name: 'Method',
      says: 'Bank transfer, mobile money, card, cash, cheque or other; usual names like M-Pesa, EVC, EFT or RTGS too.',
      example: 'Bank transfer',
    },
    { field: 'reference', name: 'Reference', says: 'Up to 80 characters.', example: 'FT2026-0415' },
    {
      field: 'note',
      name: 'Note',
      says: 'Up to 500 characters, not shown to the investor.',
      example: '',
    },
    {
      field: 'again',
      name: 'Record again',
      says: 'Yes, where another payment really has the same reference; else empty.',
      example: '',
    },
    {
      field: 'kind',
      name: 'Kind',
      says: 'Payment, or empty: nothing else is imported.',
      example: 'Payment',
    },
    {
      field: 'entry',
      name: 'Entry',
      says: 'Of an export: the entry it is, which is not booked again. Empty for a new payment.',
      example: '',
    },
  ],
  notRead: ['Project', 'Investor', 'Reason', 'Receipt', 'Recorded (UTC)', 'Voids entry'],
}
