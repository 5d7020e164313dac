import { type Currency, currencies } from '../../values/currency.ts'
import { dayOfMpesaCode, isCodeOfDay } from '../../values/mpesa-code.ts'
import { readAmount } from './amounts.ts'
import { cellOf, type FoundTable, findTable, isFooter, labelled, type SheetRow } from './columns.ts'
import { type DraftLine, type DraftStatement, StatementRefused, textOrNull } from './draft-line.ts'
import { readMoment } from './moments.ts'
import { CellReader, daysSwapped } from './read-cells.ts'
import type { ExclusionReason, StatementLegKind } from './statement.ts'

type Column =
  | 'number'
  | 'time'
  | 'details'
  | 'status'
  | 'in'
  | 'out'
  | 'balance'
  | 'type'
  | 'party'
  | 'linked'
  | 'account'
  | 'currency'

const layout = {
  required: {
    number: ['receiptno', 'receiptnumber', 'receipt'],
    time: ['completiontime', 'completiondate'],
    details: ['details'],
    in: ['paidin'],
    out: ['withdrawn', 'paidout'],
  },
  optional: {
    status: ['transactionstatus', 'status'],
    balance: ['balance'],
    type: ['reasontype', 'transactiontype'],
    party: ['otherpartyinfo', 'otherparty'],
    linked: ['linkedtransactionid'],
    account: ['acno', 'accountno', 'accountnumber'],
    currency: ['currency'],
  },
}

/** Types of payments to a paybill or till; money comes in with other types too. */
const paymentTypes =
  /^(?:Pay Bill|Pay Bill Online|Small Business Pay Bill|Merchant Pay Utility Received|Business Pay Bill(?: via API)?|FSI to Pay Bill|Pay Utility\b.*|Standing Order Pay Bill|Pay Merchant\b.*|(?:Customer )?Merchant Payment(?: Online)?|Customer Merchant Payment\b.*|Buy Goods\b.*)$/i

/** `Pay Bill from 25471****301 - FATUMA NOOR Acc. MS7K2Q4 via WEB by X` */
const packed =
  /^(?<type>.{1,80}?)\s+(?:from|by)\s+(?<number>[\d*+ ]{3,20}|[0-9a-f]{64})\s+-\s*(?<rest>.*)$/i

type Packed = { type: string; number: string | null; name: string | null; account: string | null }

function unpacked(details: string): Packed {
  const groups = packed.exec(details)?.groups
  const rest = (groups?.rest ?? '').replace(/\s+via\s+\S{1,20}(\s+by\s.*)?$/i, '')
  const at = rest.search(/(^|\s)Acc\./i)
  return {
    type: groups?.type ?? details,
    number: textOrNull(groups?.number),
    name: textOrNull(at < 0 ? rest : rest.slice(0, at)),
    account: at < 0 ? null : textOrNull(rest.slice(at).replace(/^\s*Acc\./i, '')),
  }
}

type Kind = { kind: StatementLegKind; excluded: ExclusionReason | null }

function kindOf(text: string, type: string, minor: bigint): Kind {
  if (/\bwithdrawal of funds\b|\bto bank\b/i.test(text))
    return { kind: 'withdrawal', excluded: 'withdrawal' }
  if (/\breversal\b/i.test(text)) return { kind: 'reversal', excluded: 'reversal-pair' }
  if (/\bcharges?\b/i.test(type)) return { kind: 'charge', excluded: 'charge' }
  if (
    /\bsettlement account\b/i.test(text) &&
    /\baccount to\b/i.test(text) &&
    !/\bbank\b/i.test(text)
  )
    return { kind: 'sweep', excluded: 'sweep' }
  if (
    /\b(utility|working|mmf|merchant|charges paid|settlement) account\b.*\bto\b/i.test(text) ||
    /\bto (utility|working|mmf) account\b/i.test(text)
  )
    return { kind: 'other', excluded: 'own-transfer' }
  return minor > 0n && paymentTypes.test(type)
    ? { kind: 'payment', excluded: null }
    : { kind: 'other', excluded: null }
}

type MpesaRow = { table: FoundTable<Column>; reader: CellReader; row: SheetRow }

const inCell = ({ table, row }: MpesaRow, column: Column) => cellOf(table, row, column)

function momentOf(read: MpesaRow, number: string) {
  const moment = read.reader.moment(read.row.row, inCell(read, 'time'))
  if (!isCodeOfDay(number, moment.day) && moment.swapped && isCodeOfDay(number, moment.swapped))
    read.reader.refuse(read.row.row, daysSwapped)
  return moment
}

/** The amount and the balance; both are required of a line that moved money. */
function moneyOf(read: MpesaRow): { minor: bigint; balance: bigint | null } {
  const { reader, row, table } = read
  const paidIn = reader.amount(row.row, inCell(read, 'in'), 'Paid In')
  const withdrawn = reader.amount(row.row, inCell(read, 'out'), 'Withdrawn')
  if (paidIn !== 0n && withdrawn !== 0n)
    reader.refuse(row.row, 'It has both an amount paid in and one withdrawn.')
  const minor = paidIn !== 0n ? paidIn : withdrawn > 0n ? -withdrawn : withdrawn
  const balance = reader.optionalAmount(row.row, inCell(read, 'balance'), 'Balance')
  if (minor === 0n) reader.refuse(row.row, 'The amount is missing.')
  if (balance === null && table.columns.balance !== undefined)
    reader.refuse(row.row, 'The balance is missing.')
  return { minor, balance }
}

const noPayer = { payerNumber: null, payerName: null, typedReference: null }

function payerOf(read: MpesaRow, details: Packed) {
  const [, number, name] =
    /^([\d*+ ]{3,20}|[0-9a-f]{64})\s+-\s*(.*)$/i.exec(inCell(read, 'party')) ?? []
  return {
    payerNumber: textOrNull(number) ?? details.number,
    payerName: textOrNull(name) ?? details.name,
    typedReference: textOrNull(inCell(read, 'account')) ?? details.account,
  }
}

function reversedBy(read: MpesaRow): string | null {
  const [, named] = /reversal of\s+([0-9A-Z]{10})/i.exec(inCell(read, 'details')) ?? []
  return textOrNull(named ?? inCell(read, 'linked'))?.toUpperCase() ?? null
}

function draftOf(read: MpesaRow): DraftLine {
  const { reader, row } = read
  const number = inCell(read, 'number').toUpperCase()
  if (dayOfMpesaCode(number) === null)
    reader.refuse(row.row, `“${number.slice(0, 20)}” is not an M-Pesa receipt number.`)
  const at = momentOf(read, number)
  const isCompleted = /^(completed|)$/i.test(inCell(read, 'status'))
  const money = isCompleted ? moneyOf(read) : { minor: 0n, balance: null }
  const details = unpacked(inCell(read, 'details'))
  const kind = kindOf(inCell(read, 'details'), details.type, money.minor)
  const hasPayer = kind.kind === 'payment' || kind.kind === 'reversal'
  return {
    lineNumber: row.row,
    number,
    ...kind,
    excluded: isCompleted ? kind.excluded : 'not-completed',
    at,
    ...money,
    ...(hasPayer ? payerOf(read, details) : noPayer),
    phone: null,
    mpesaCode: number,
    narrative: textOrNull(inCell(read, 'details')) ?? inCell(read, 'type'),
    reversalOf: kind.kind === 'reversal' ? reversedBy(read) : null,
    raw: row.cells.join(','),
  }
}

const amountLabelled = (before: readonly SheetRow[], label: RegExp) =>
  readAmount(labelled(before, label) ?? '')?.minor ?? null

/** The only currency that the lines have; shillings where the layout has no such column. */
function currencyOf(table: FoundTable<Column>, reader: CellReader): Currency {
  const found = new Set<Currency>()
  for (const row of table.rows) {
    if (table.columns.currency === undefined) break
    const written = cellOf(table, row, 'currency').toUpperCase()
    const currency = currencies.find((code) => code === written)
    if (!currency) reader.refuse(row.row, `“${written}” is not a currency.`)
    if (currency) found.add(currency)
  }
  const [first = 'KES', ...others] = found
  if (others.length > 0) throw new StatementRefused('The file has lines in several currencies.')
  return first
}

const fileCode =
  /(?:statements?[ _]for[ _]|^ORG_)(\d{4,9})(?:[ _]from[ _](\d{4}-\d{2}-\d{2})[ _]to[ _](\d{4}-\d{2}-\d{2}))?/i

function periodOf(before: readonly SheetRow[], fileName: string): DraftStatement['period'] {
  const stated = before.find(({ cells }) => /^time period/i.test(cells[0] ?? ''))?.cells
  const [from, to] = (stated ?? (fileCode.exec(fileName) ?? []).slice(2))
    .map((text) => readMoment(text ?? '')?.day)
    .filter((day) => day !== undefined)
  return from && to ? { from, to } : null
}

/** Rows after the last transaction that say so themselves; any other row without a code means a cut file. */
function withoutFooter(table: FoundTable<Column>): SheetRow[] {
  const isLine = (row: SheetRow) =>
    dayOfMpesaCode(cellOf(table, row, 'number').toUpperCase()) !== null
  const last = table.rows.findLastIndex((row) => isLine(row) || !isFooter(row))
  return table.rows.slice(0, last + 1)
}

/** A statement of the M-Pesa organisation portal in any of its three layouts; null when it is none. */
export function readMpesa(rows: readonly SheetRow[], fileName: string): DraftStatement | null {
  const found = findTable<Column>(rows, layout)
  if (!found) return null
  const table = { ...found, rows: withoutFooter(found) }
  const reader = new CellReader(table.rows)
  const shortCode = labelled(table.before, /^short ?code/i)
  const isA = shortCode !== null || table.columns.linked !== undefined
  const isMerchant = !isA && table.columns.party !== undefined
  reader.refuseShortEnd(Object.values(table.columns))
  return {
    profile: isA ? 'mpesa-a' : isMerchant ? 'mpesa-merchant' : 'mpesa-b',
    accountNumber: shortCode ?? fileCode.exec(fileName)?.[1] ?? tillOf(table),
    currency: currencyOf(table, reader),
    period: periodOf(table.before, fileName),
    opening: amountLabelled(table.before, /^opening balance/i),
    closing: amountLabelled(table.before, /^closing balance/i),
    totals: {
      in: amountLabelled(table.before, /^total paid in/i),
      out: amountLabelled(table.before, /^total withdrawn/i),
    },
    drafts: table.rows.map((row) => draftOf({ table, reader, row })),
  }
}

/** A till’s lines name it as the other party: `7480407-MSINGI PROPERTY GROUP`. */
function tillOf(table: FoundTable<Column>): string | null {
  const numbers = table.rows
    .filter((row) => /^customer merchant payment/i.test(cellOf(table, row, 'type')))
    .map((row) => /^(\d{5,9})\s*-/.exec(cellOf(table, row, 'party'))?.[1])
    .filter((number) => number !== undefined)
  const [first = null, ...others] = new Set(numbers)
  return others.length === 0 ? first : null
}
