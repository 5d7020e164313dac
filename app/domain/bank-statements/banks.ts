import { addDays, type CalendarDate, parseCalendarDate } from '../../values/calendar-date.ts'
import { type Currency, currencies } from '../../values/currency.ts'
import { isCodeOfDay } from '../../values/mpesa-code.ts'
import type { DayOrder } from '../imports/import-list.ts'
import { readAmount } from './amounts.ts'
import { cellOf, type FoundTable, findTable, isFooter, labelled, type SheetRow } from './columns.ts'
import { type DraftLine, type DraftStatement, StatementRefused, textOrNull } from './draft-line.ts'
import { readMoment } from './moments.ts'
import { isBroughtForward, kindOfBankLine, mpesaCodeIn, readNarrative } from './narrative.ts'
import { CellReader, daysSwapped } from './read-cells.ts'
import type { StatementAccount, StatementMapping, StatementProfile } from './statement.ts'

type Column =
  | 'date'
  | 'valueDate'
  | 'narrative'
  | 'number'
  | 'in'
  | 'out'
  | 'signed'
  | 'amount'
  | 'side'
  | 'balance'
  | 'payerName'
  | 'payerNumber'
  | 'reference'

const dates = {
  date: ['transactiondate', 'trandate', 'postingdate', 'date'],
  valueDate: ['valuedate'],
}
const layouts = {
  equity: {
    required: {
      ...dates,
      narrative: ['narrative', 'narration', 'transactiondetails'],
      number: ['customerreference', 'transactionreference', 'custref'],
      out: ['debit', 'debits'],
      in: ['credit', 'credits'],
    },
    optional: { balance: ['balance', 'runningbalance'] },
  },
  kcb: {
    required: {
      ...dates,
      narrative: ['transactiondetails'],
      out: ['moneyout'],
      in: ['moneyin'],
      balance: ['ledgerbalance'],
    },
    optional: { number: ['bankreferencenumber', 'bankreference'] },
  },
}

type Context = {
  profile: StatementProfile
  table: FoundTable<Column>
  reader: CellReader
  order: DayOrder
  period: DraftStatement['period']
}

function movedIn({ table, reader }: Context, row: SheetRow): bigint {
  const amount = (column: Column) =>
    reader.amount(
      row.row,
      cellOf(table, row, column),
      table.head[table.columns[column] ?? -1] ?? column,
    )
  if (table.columns.signed !== undefined) return amount('signed')
  if (table.columns.amount !== undefined) {
    const side = cellOf(table, row, 'side').toLowerCase()
    const size = amount('amount')
    if (!/^(c|cr|credit|d|dr|debit|in|out)\.?$/.test(side))
      reader.refuse(row.row, 'It does not say whether the money came in or went out.')
    return /^(c|in)/.test(side) ? size : -(size < 0n ? -size : size)
  }
  const [paidIn, paidOut] = [amount('in'), amount('out')]
  if (paidIn !== 0n && paidOut !== 0n)
    reader.refuse(row.row, 'It has both an amount in and one out.')
  return paidIn !== 0n ? paidIn : paidOut > 0n ? -paidOut : paidOut
}

/** The day in a number of the usual banking system: FT26306QXYZ1 is of the 306th day of 2026. */
function dayOfBankNumber(number: string): CalendarDate | null {
  const [, year = '', dayOfYear = ''] = /^[A-Z]{2}(\d{2})(\d{3})[0-9A-Z]{4,}$/.exec(number) ?? []
  const parsed = parseCalendarDate(`20${year}-01-01`)
  return parsed.ok ? addDays(parsed.day, Number(dayOfYear) - 1) : null
}

/** The day, unless a number or the period of the statement shows that day and month have changed places. */
function momentOf({ table, reader, order, period }: Context, row: SheetRow, narrative: string) {
  const moment = reader.moment(row.row, cellOf(table, row, 'date'), order)
  const { day, swapped } = moment
  if (swapped === null || swapped === day) return moment
  const code = mpesaCodeIn(narrative)
  const booked = dayOfBankNumber(cellOf(table, row, 'number'))
  const isWithin = (on: string) => !period || (on >= period.from && on <= period.to)
  if (
    (code && !isCodeOfDay(code, day) && isCodeOfDay(code, swapped)) ||
    (booked !== day && booked === swapped) ||
    (!isWithin(day) && isWithin(swapped))
  )
    reader.refuse(row.row, daysSwapped)
  return moment
}

function draftOf(context: Context, row: SheetRow): DraftLine {
  const { table, reader, profile, order } = context
  const cell = (column: Column) => cellOf(table, row, column)
  const narrative = textOrNull(cell('narrative')) ?? ''
  const at = momentOf(context, row, narrative)
  const valueDate = cell('valueDate')
  if (valueDate !== '') reader.moment(row.row, valueDate, order)
  const minor = movedIn(context, row)
  const isForward = minor === 0n && isBroughtForward(narrative)
  const balance = reader.optionalAmount(row.row, cell('balance'), 'Balance')
  if (minor === 0n && !isForward) reader.refuse(row.row, 'The amount is missing.')
  if (balance === null && table.columns.balance !== undefined)
    reader.refuse(row.row, 'The balance is missing.')
  const kind = isForward
    ? { kind: 'other' as const, excluded: 'brought-forward' as const }
    : kindOfBankLine(narrative, minor)
  const found = minor > 0n ? readNarrative(profile, narrative) : null
  return {
    lineNumber: row.row,
    number: textOrNull(cell('number')),
    ...kind,
    at,
    minor,
    balance,
    payerName: textOrNull(cell('payerName')) ?? found?.payerName ?? null,
    payerNumber: textOrNull(cell('payerNumber')) ?? found?.payerNumber ?? null,
    typedReference: textOrNull(cell('reference')) ?? found?.typedReference ?? null,
    phone: found?.phone ?? null,
    mpesaCode: found?.mpesaCode ?? null,
    narrative,
    reversalOf: null,
    raw: row.cells.join(','),
  }
}

function currencyIn(before: readonly SheetRow[]): Currency | null {
  const written = labelled(before, /^currency/i)
  if (written === null) return null
  const [word = ''] = /[a-z]+/i.exec(written.toUpperCase().replace(/^KSHS?$/, 'KES')) ?? []
  const currency = currencies.find((code) => code === word)
  if (!currency)
    throw new StatementRefused(
      `The statement is in “${written}”, which is not a currency of this system.`,
    )
  return currency
}

function periodIn(before: readonly SheetRow[], order: DayOrder): DraftStatement['period'] {
  const texts = before.filter(({ cells }) => /period|from|statement date/i.test(cells[0] ?? ''))
  const days = texts
    .flatMap(({ cells }) => cells.join(' ').match(/\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/g) ?? [])
    .map((text) => readMoment(text, order)?.day)
    .filter((day) => day !== undefined)
  const [from, to] = days
  return from && to && from <= to ? { from, to } : null
}

function statementOf(context: Context, account: StatementAccount): DraftStatement {
  const { table, profile } = context
  const rows = [...table.rows]
  let closing: bigint | null = null
  for (let last = rows.at(-1); last && isEnd(context, last); last = rows.at(-1)) {
    if (/closing balance/i.test(last.cells.join(' ')))
      closing ??=
        last.cells.map((cell) => readAmount(cell)?.minor).find((minor) => minor !== undefined) ??
        null
    rows.pop()
  }
  const drafts = rows.map((row) => draftOf(context, row))
  const statedOpening = readAmount(labelled(table.before, /^opening balance/i) ?? '')?.minor ?? null
  const statedClosing = readAmount(labelled(table.before, /^closing balance/i) ?? '')?.minor ?? null
  const forward = [drafts[0], drafts.at(-1)].find(
    (draft) =>
      /brought|opening|b\/?f/i.test(draft?.narrative ?? '') &&
      draft?.excluded === 'brought-forward',
  )
  return {
    profile,
    accountNumber: labelled(table.before, /^(account|a\/c) ?(number|no\b)/i),
    currency: currencyIn(table.before) ?? account.currency,
    period: context.period,
    opening: statedOpening ?? forward?.balance ?? null,
    closing: statedClosing ?? closing,
    drafts,
  }
}

const isEnd = ({ table, order }: Context, row: SheetRow) =>
  isFooter(row) && readMoment(cellOf(table, row, 'date'), order) === null

/** A statement of Equity or KCB; null when it is neither. */
export function readBank(
  rows: readonly SheetRow[],
  account: StatementAccount,
): DraftStatement | null {
  for (const profile of ['kcb', 'equity'] as const) {
    const table = findTable<Column>(rows, layouts[profile])
    const reader = new CellReader(rows)
    const order = 'day-first'
    if (table) {
      const period = periodIn(table.before, order)
      return statementOf({ profile, table, reader, order, period }, account)
    }
  }
  return null
}

/** A statement whose columns a person chose; refused when the file does not have all of these headings. */
export function readMapped(
  rows: readonly SheetRow[],
  account: StatementAccount,
  mapping: StatementMapping,
): DraftStatement {
  const { signs } = mapping
  const chosen: Partial<Record<Column, string | null>> = {
    date: mapping.date,
    valueDate: mapping.valueDate,
    narrative: mapping.narrative,
    number: mapping.number,
    balance: mapping.balance,
    payerName: mapping.payerName,
    payerNumber: mapping.payerNumber,
    reference: mapping.reference,
    ...(signs.kind === 'two-columns' && { in: signs.in, out: signs.out }),
    ...(signs.kind === 'signed' && { signed: signs.amount }),
    ...(signs.kind === 'amount-and-side' && { amount: signs.amount, side: signs.side }),
  }
  const table = findChosen(rows, chosen)
  const reader = new CellReader(rows)
  const order = mapping.dayOrder
  const period = periodIn(table.before, order)
  return statementOf({ profile: 'mapped', table, reader, order, period }, account)
}

/** Headings chosen by a person are compared to the letter, apart from blanks around them. */
function findChosen(
  rows: readonly SheetRow[],
  chosen: Partial<Record<Column, string | null>>,
): FoundTable<Column> {
  const wanted = Object.entries(chosen).filter(
    (entry): entry is [Column, string] => entry[1] !== null,
  )
  const index = rows
    .slice(0, 40)
    .findIndex(({ cells }) =>
      wanted.every(([, heading]) => cells.some((cell) => cell.trim() === heading.trim())),
    )
  const head = rows[index]
  if (!head)
    throw new StatementRefused(
      `The file does not have these headings in one line: ${wanted.map(([, heading]) => heading).join(', ')}. Choose its columns again.`,
    )
  const columns = Object.fromEntries(
    wanted.map(([column, heading]) => [
      column,
      head.cells.findIndex((cell) => cell.trim() === heading.trim()),
    ]),
  ) as Partial<Record<Column, number>>
  return {
    headRow: head.row,
    head: head.cells,
    columns,
    rows: rows.slice(index + 1),
    before: rows.slice(0, index),
  }
}
