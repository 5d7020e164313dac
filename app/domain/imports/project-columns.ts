import { amountExamples, dayExamples, type ImportColumns } from './import-column.ts'

/** A file of projects; the others are those of Manage Projects as a file. */
export const projectColumns: ImportColumns = {
  columns: [
    {
      field: 'name',
      name: 'Name',
      also: ['project', 'project name'],
      required: true,
      says: 'Up to 120 characters.',
      example: 'Riverside Apartments',
    },
    {
      field: 'slug',
      name: 'Slug',
      also: ['address'],
      says: 'The address of its page; made from the name when empty.',
      example: 'riverside-apartments',
    },
    {
      field: 'location',
      name: 'Location',
      required: true,
      says: 'Up to 120 characters.',
      example: 'Kilimani, Nairobi',
    },
    {
      field: 'status',
      name: 'Status',
      required: true,
      says: 'Planned or upcoming, ongoing or in progress, completed or closed.',
      example: 'Planned',
    },
    {
      field: 'totalValue',
      name: 'Total value (USD)',
      also: ['total value'],
      required: true,
      says: `An amount, ${amountExamples}; 0 is one.`,
      example: '1250000.00',
    },
    {
      field: 'progress',
      name: 'Progress (%)',
      also: ['progress'],
      says: 'A whole number up to 100; 0 when empty.',
      example: '15',
    },
    {
      field: 'startedOn',
      isDay: true,
      name: 'Start date',
      says: `A day, ${dayExamples}.`,
      example: '2026-03-31',
    },
    {
      field: 'completionOn',
      isDay: true,
      name: 'Expected completion date',
      also: ['completion date'],
      says: `A day, ${dayExamples}.`,
      example: '2028-06-30',
    },
    {
      field: 'completionText',
      name: 'Completion text',
      says: 'In words, up to 80 characters.',
      example: 'Mid 2028',
    },
    {
      field: 'minimum',
      name: 'Minimum (USD)',
      also: ['minimum'],
      says: `An amount above zero, ${amountExamples}.`,
      example: '5000.00',
    },
    {
      field: 'target',
      name: 'Target (USD)',
      also: ['target'],
      says: `An amount above zero, ${amountExamples}.`,
      example: '900000.00',
    },
    {
      field: 'description',
      name: 'Description',
      says: 'Up to 5000 characters.',
      example: 'Forty apartments by the river.',
    },
  ],
  notRead: ['Published', 'Archived', 'Id'],
}
