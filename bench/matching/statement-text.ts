import { csvLine } from '../../app/values/csv.ts'
import type { Shown } from './company.ts'

export type StatementRow = {
  kind: 'payment' | 'charge' | 'sweep' | 'reversal'
  number: string
  day: number
  second: number
  minor: bigint
  payer: Shown
  typed: string
  reversalOf?: string
}

const amount = (minor: bigint) => (Number(minor) / 100).toFixed(2)
const opening = 5_000_000n

type Balanced = StatementRow & { balance: bigint; at: string }

/** In the order of time, with the balance after each. */
function balanced(rows: readonly StatementRow[], time: (row: StatementRow) => string): Balanced[] {
  let balance = opening
  return rows
    .map((row) => ({ ...row, at: time(row) }))
    .toSorted((left, right) => left.at.localeCompare(right.at))
    .map((row) => {
      balance += row.minor
      return { ...row, balance }
    })
}

function detailsOf({ kind, payer, typed, reversalOf }: StatementRow, isPacked: boolean): string {
  switch (kind) {
    case 'charge':
      return 'Pay Bill Charge'
    case 'sweep':
      return 'Organization Settlement Account Transfer: Utility Account to Organization Settlement Account'
    case 'reversal':
      return `Pay Bill Reversal of ${reversalOf}`
    case 'payment':
      return isPacked
        ? `Pay Bill from ${payer.number} - ${payer.name} Acc. ${typed}`
        : `Pay Bill from ${payer.number} - ${payer.name} Acc. ${typed}`
  }
}

const headingsA = [
  ...['Receipt No.', 'Completion Time', 'Initiation Time', 'Details', 'Transaction Status'],
  ...['Paid In', 'Withdrawn', 'Balance', 'Balance Confirmed', 'Reason Type', 'Other Party Info'],
  ...['Linked Transaction ID', 'A/C No.'],
]
const headingsB = [
  ...['Receipt No', 'Completion Time', 'Details', 'Transaction Status'],
  ...['Paid In (KSHs)', 'Withdrawn (KSHs)', 'Balance (KSHs)'],
]
const types = {
  payment: 'Pay Bill',
  charge: 'Pay Bill Charge',
  sweep: 'Funds transfer',
  reversal: 'Pay Bill Reversal',
}

/** `2026-11-02 08:15:22` with the day first. */
const dayFirst = (at: string, mark: string) =>
  `${at.slice(0, 10).split('-').toReversed().join(mark)} ${at.slice(11)}`

function lineA(row: Balanced): string[] {
  const at = dayFirst(row.at, '-')
  const isIn = row.minor > 0n
  const party =
    row.kind === 'payment' ? `${row.payer.number} - ${row.payer.name}` : '600966 - MSINGI'
  return [
    ...[row.number, at, at, detailsOf(row, false), 'Completed'],
    ...[isIn ? amount(row.minor) : '', isIn ? '' : amount(row.minor), amount(row.balance), 'true'],
    ...[types[row.kind], party, row.reversalOf ?? '', row.typed],
  ]
}

const grouped = (minor: bigint) =>
  (Number(minor) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

const lineB = (row: Balanced) => [
  ...[row.number, dayFirst(row.at, '/'), detailsOf(row, true), 'Completed'],
  ...[grouped(row.minor > 0n ? row.minor : 0n), grouped(row.minor < 0n ? row.minor : 0n)],
  grouped(row.balance),
]

/** The cells of a paybill's statement as the organisation portal exports it, newest first. */
export function statementCells(
  rows: readonly StatementRow[],
  layout: 'A' | 'B',
  time: (row: StatementRow) => string,
): string[][] {
  const lines = balanced(rows, time)
  const newestFirst = lines.toReversed()
  if (layout === 'B') return [headingsB, ...newestFirst.map(lineB)]
  const closing = amount(lines.at(-1)?.balance ?? opening)
  return [
    ['Organization Name:', 'MSINGI PROPERTY GROUP'],
    ['Short Code:', '600966'],
    ['Account:', 'Utility Account'],
    ['Time Period:', '01-11-2026 00:00:00', '30-11-2026 23:59:59'],
    ['Opening Balance:', amount(opening), 'Closing Balance:', closing],
    headingsA,
    ...newestFirst.map(lineA),
  ]
}

export const csvBytes = (cells: readonly string[][]): Uint8Array =>
  Buffer.from(cells.map((row) => csvLine(row)).join(''))
