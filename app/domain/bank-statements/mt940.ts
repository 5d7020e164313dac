import { type Currency, currencies } from '../../values/currency.ts'
import { type DraftLine, type DraftStatement, StatementRefused, textOrNull } from './draft-line.ts'
import { readMoment } from './moments.ts'
import { kindOfBankLine, readNarrative } from './narrative.ts'

type Field = { tag: string; text: string; line: number }

export const isMt940 = (text: string): boolean =>
  /^(?:\{4:\s*)?:20:/m.test(text) && /^:(?:60[FM]|61):/m.test(text)

/** The fields of all messages; lines without a tag belong to the field before them. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const line = written.replace(/^(?:\{\d:[^{}]*\})*\{4:/, '').trimEnd()
    const [, tag, start] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (tag) fields.push({ tag, text: start ?? '', line: index + 1 })
    else if (last && !/^-(\}.*)?$/.test(line) && line !== '') last.text += `\n${line}`
  }
  return fields
}

function minorOf(text: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,12}),(\d{0,2})$/.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

const dayOf = (text: string) =>
  readMoment(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)

type Balance = { minor: bigint; currency: Currency; day: DraftLine['at'] }

function balanceOf({ text, line, tag }: Field): Balance {
  const [, side, date = '', code, amount = ''] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(text) ?? []
  const minor = minorOf(amount)
  const day = dayOf(date)
  if (minor === null || day === null)
    throw new StatementRefused(
      `Line ${line}: the balance :${tag}: cannot be read. The file may be cut off.`,
      line,
    )
  const currency = currencies.find((known) => known === code)
  if (!currency)
    throw new StatementRefused(`Line ${line}: “${code}” is not a currency of this system.`, line)
  return { minor: side === 'D' ? -minor : minor, currency, day }
}

const entry =
  /^(?<date>\d{6})(?:\d{4})?(?<side>R?[CD])[A-Z]?(?<amount>\d{1,12},\d{0,2})(?<type>[A-Z][A-Z0-9]{3})(?<references>[^\n]*)(?:\n(?<more>[\s\S]*))?$/

const bankOwn = /^.(CHG|COM)$/

/** A reversed credit takes money out, a reversed debit brings it back. */
const signedBy = (side: string, size: bigint) => (side === 'C' || side === 'RD' ? size : -size)

const nothingFound = {
  payerName: null,
  payerNumber: null,
  typedReference: null,
  phone: null,
  mpesaCode: null,
}

function payerOf(minor: bigint, typed: string | null, more: string | undefined, narrative: string) {
  if (minor < 0n) return nothingFound
  const found = readNarrative('mt940', narrative)
  return {
    ...found,
    payerName: found.payerName ?? textOrNull(more),
    typedReference: typed ?? found.typedReference,
  }
}

function draftOf({ text, line }: Field, details: string): DraftLine {
  const groups = entry.exec(text)?.groups ?? {}
  const { side = '', type = '', references = '', more } = groups
  const size = minorOf(groups.amount ?? '')
  const day = dayOf(groups.date ?? '')
  if (!size || !day)
    throw new StatementRefused(
      `Line ${line}: this transaction cannot be read. The file may be cut off.`,
      line,
    )
  const minor = signedBy(side, size)
  const [customer = '', bank] = references.split('//')
  const narrative = textOrNull(`${more ?? ''} ${details}`) ?? type
  const isReversal = side.startsWith('R')
  const typed = /^(NONREF|)$/.test(customer.trim()) ? null : textOrNull(customer)
  return {
    lineNumber: line,
    number: textOrNull(bank),
    ...(isReversal
      ? { kind: 'reversal', excluded: 'reversal-pair' }
      : kindOfBankLine(bankOwn.test(type) ? `charge ${narrative}` : narrative, minor)),
    at: day,
    minor,
    balance: null,
    ...payerOf(minor, typed, more, details || narrative),
    narrative,
    reversalOf: isReversal ? typed : null,
    raw: `:61:${text}`,
  }
}

/** One statement, between its balances. */
function checked(drafts: DraftLine[], opening: Balance, closing: Balance, line: number): void {
  const sum = drafts.reduce((total, { minor }) => total + minor, opening.minor)
  if (sum !== closing.minor)
    throw new StatementRefused(
      `Line ${line}: the lines of this statement do not add up from its opening to its closing balance. Download it again.`,
      line,
    )
}

type Reading = {
  account: string | null
  opening: Balance | null
  first: Balance | null
  last: Balance | null
  since: number
}

/** All statements of a file, which follow each other and are of one account. */
export function readMt940(text: string): DraftStatement {
  const fields = fieldsOf(text)
  const drafts: DraftLine[] = []
  const reading: Reading = { account: null, opening: null, first: null, last: null, since: 0 }
  for (const [index, field] of fields.entries()) {
    const next = fields[index + 1]
    if (field.tag === '61') drafts.push(draftOf(field, next?.tag === '86' ? next.text : ''))
    else readFrame(reading, field, drafts)
  }
  const { first, last, opening } = reading
  if (!first || !last || opening)
    throw new StatementRefused(
      'The closing balance is missing. The file may be cut off: download it again.',
    )
  return {
    profile: 'mt940',
    accountNumber: reading.account,
    currency: first.currency,
    period: { from: first.day.day, to: last.day.day },
    opening: first.minor,
    closing: last.minor,
    drafts,
  }
}

function readFrame(reading: Reading, field: Field, drafts: DraftLine[]): void {
  if (field.tag === '25') {
    const account = field.text.split('\n')[0]?.trim() ?? ''
    if (reading.account !== null && reading.account !== account)
      throw new StatementRefused(
        `Line ${field.line}: the file has statements of several accounts.`,
        field.line,
      )
    reading.account = account
  } else if (/^60[FM]$/.test(field.tag)) {
    const balance = balanceOf(field)
    if (reading.last && reading.last.minor !== balance.minor)
      throw new StatementRefused(
        `Line ${field.line}: this balance is not the one that the statement before ends with.`,
        field.line,
      )
    reading.opening = balance
    reading.first ??= balance
    reading.since = drafts.length
  } else if (/^62[FM]$/.test(field.tag)) {
    const closing = balanceOf(field)
    if (!reading.opening)
      throw new StatementRefused(`Line ${field.line}: the opening balance is missing.`, field.line)
    checked(drafts.slice(reading.since), reading.opening, closing, field.line)
    reading.last = closing
    reading.opening = null
  }
}
