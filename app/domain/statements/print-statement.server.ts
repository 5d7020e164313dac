import { printPdf } from '../../platform/pdf/print-pdf.server.ts'
import { type CalendarDate, dayOf, formatDay } from '../../values/calendar-date.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { heldSentence } from '../../values/held-money.ts'
import {
  accountLines,
  amountWords,
  limitWords,
  neverChangesByMessage,
  quotesHold,
  tillNote,
} from '../../values/how-to-pay.ts'
import { type Cents, formatAmount, sum, zero } from '../../values/money.ts'
import type { PdfRow, PdfSheet } from '../../values/pdf-sheet.ts'
import { formatInstantWithZone, timeZoneNote } from '../../values/relative-time.ts'
import type { Company } from '../company/company.ts'
import type { Issuer } from '../company/company-logo.server.ts'
import { pdfFrame } from '../receipts/pdf-frame.server.ts'
import type { ContractSum } from './contract-sums.server.ts'
import type { StatementInFull, StatementLine } from './statements.server.ts'

/** The PDF of a statement, on as many pages as needed. */
export function printStatement(
  statement: StatementInFull,
  company: Issuer,
): Promise<Buffer<ArrayBuffer>> {
  return printPdf(statementSheet(statement, company), company.logo)
}

/** The content of a statement for page and PDF; a replaced one says so. */
export function statementSheet(statement: StatementInFull, company: Company): PdfSheet {
  const {
    period,
    through,
    opening,
    closing,
    received,
    toRefund,
    distributed,
    replacedBy,
    issuedAt,
  } = statement
  const money = (amount: typeof opening) => formatAmount(amount, 'always')
  return {
    frame: pdfFrame(company, {
      title: `Statement, ${period.label}`,
      label: 'Statement of account',
      name: period.label,
      code: statement.code,
      fingerprint: statement.sha256,
      stamp: replacedBy && {
        word: 'REPLACED',
        reason: `A newer statement of this period was issued on ${formatDay(dayOf(replacedBy.at))}.`,
      },
      issuedAt,
    }),
    sum: {
      title: 'Statement',
      figure: money(closing),
      sentence: `Paid to date on ${formatDay(through)}, on all investments, in US dollars.`,
    },
    facts: factsOf(statement),
    figures: [
      ['Paid before this period', money(opening)],
      ['Paid to date', money(closing)],
      ['Distributions sent', money(distributed)],
    ],
    tables: tablesOf(statement),
    notes: [
      ...voidedSinceNote(statement),
      `Of the amount paid to date, ${money(received)} was received on investments and ${money(toRefund)} is to be refunded on cancelled ones.`,
      'Distributions are shown separately and never reduce what was paid.',
      ...heldNote(statement),
      ...howToPayNotes(statement),
      timeZoneNote,
    ],
  }
}

function tablesOf(statement: StatementInFull): PdfSheet['tables'] {
  const [distributions, entries] = [
    statement.lines.filter(({ kind }) => kind === 'distribution'),
    statement.lines.filter(({ kind }) => kind !== 'distribution'),
  ]
  const emptyPaidCell = isPaidInCurrency(distributions) ? [''] : []
  return [
    ...contractTable(statement),
    {
      heading: 'Payments and corrections',
      head: [
        'Date',
        'Entry',
        ...(isPaidInCurrency(entries) ? ['Paid in'] : []),
        'Amount',
        'Paid to date',
      ],
      rows: entriesOf(statement, entries),
      whenEmpty: '',
    },
    {
      heading: 'Distributions',
      head: [
        'Sent on',
        'Project',
        ...(isPaidInCurrency(distributions) ? ['Paid in'] : []),
        'Amount',
      ],
      rows: distributions.map((line) => distributionRow(line, emptyPaidCell)),
      whenEmpty: 'No distributions in this period.',
    },
  ]
}

/** What each investment was agreed at, paid and owes on the last day; outside the hash, as it follows from what it states. */
function contractTable({ contracts }: StatementInFull): PdfSheet['tables'] {
  if (contracts.length === 0) return []
  const money = (amount: Cents) => formatAmount(amount, 'always')
  const open = contracts.filter(({ isCancelled }) => !isCancelled)
  const total = (of: (contract: ContractSum) => Cents) => money(sum(open.map(of)))
  return [
    {
      heading: 'Contracts',
      head: ['Reference', 'Project', 'Contract sum', 'Paid to date', 'Remaining'],
      rows: [
        ...contracts.map(({ reference, project, owned, agreed, paid, remaining, isCancelled }) => ({
          cells: isCancelled
            ? [reference, `${project}, cancelled`, '', money(paid), '']
            : [reference, project, money(agreed), money(paid), money(remaining)],
          note: owned,
        })),
        {
          cells: [
            '',
            'Total, without cancelled',
            total(({ agreed }) => agreed),
            total(({ paid }) => paid),
            total(({ remaining }) => remaining),
          ],
          strong: true,
        },
      ],
      whenEmpty: '',
    },
  ]
}

/** What is held stands outside the hash, because it changes with each match. */
function heldNote({ held, replacedBy }: StatementInFull): string[] {
  const sentence = heldSentence(held)
  return sentence === null || replacedBy !== null ? [] : [sentence]
}

/** How to pay stands outside the hash: a statement stays genuine when accounts change. */
function howToPayNotes({ payable, replacedBy }: StatementInFull): string[] {
  const accounts = payable[0]?.accounts ?? []
  if (accounts.length === 0 || replacedBy !== null) return []
  const amounts = payable.map((instructions) => {
    const limits = accounts.map((account) => limitWords(account, instructions.quotes, accounts))
    const byMpesa = limits.find((limit) => limit !== null)
    const toPay = instructions.later
      ? `${instructions.later} Payment reference`
      : `${amountWords(instructions)}, payment reference`
    return `${instructions.project}: ${toPay} ${instructions.reference}.${byMpesa ? ` ${byMpesa}` : ''}`
  })
  const into = accounts.map((account) => {
    const { name, currency, referencePattern } = account
    const words = accountLines(account, '(payment reference)')
      .slice(0, referencePattern === null ? 1 : 2)
      .map(([label, value]) => `${label.toLowerCase()} ${value}`)
    const note = account.kind === 'till' ? `: ${tillNote.replace(/\.$/, '')}` : ''
    return `${[name, ...words].join(', ')} (${currency})${note}`
  })
  const hasQuotes = payable.some(({ quotes }) => quotes.length > 0)
  return [
    `How to pay next. ${amounts.join(' ')} Accounts: ${into.join('; ')}.`,
    ...(hasQuotes ? [quotesHold] : []),
    neverChangesByMessage,
  ]
}

function voidedSinceNote({ voidedSince, through }: StatementInFull): string[] {
  if (voidedSince === zero) return []
  return [
    `Since ${formatDay(through)}, ${formatAmount(voidedSince, 'always')} of what was paid to date was voided.`,
  ]
}

function factsOf({
  investor,
  holder,
  period,
  through,
  issuedAt,
  replaces,
}: StatementInFull): PdfSheet['facts'] {
  const isWhole = through === period.to
  const covered = `${formatDay(period.from)} to ${formatDay(through)}`
  const facts: PdfSheet['facts'] = [
    ['For', investor],
    ['Holder number', holder],
    ['Period', isWhole ? covered : `${covered} (the period ends on ${formatDay(period.to)})`],
    ['Issued', formatInstantWithZone(issuedAt)],
  ]
  if (replaces)
    facts.push(['Replaces', `The statement issued on ${formatInstantWithZone(replaces.at)}`])
  return facts
}

/** Whether one of these lines needs the column "Paid in"; then the others have an empty cell in it. */
const isPaidInCurrency = (lines: StatementLine[]) => lines.some(({ paid }) => paid !== null)

function entriesOf(
  { opening, closing, period, through }: StatementInFull,
  entries: StatementLine[],
): PdfRow[] {
  const emptyPaidCell = isPaidInCurrency(entries) ? [''] : []
  const balance = (on: CalendarDate, words: string, amount: typeof opening): PdfRow => ({
    cells: [formatDay(on), words, ...emptyPaidCell, '', formatAmount(amount, 'always')],
    strong: true,
  })
  return [
    balance(period.from, 'Paid before this period', opening),
    ...(entries.length > 0
      ? entries.map((entry) => entryRow(entry, emptyPaidCell))
      : [{ cells: ['', 'No entries in this period', '', ''] }]),
    balance(through, 'Paid to date', closing),
  ]
}

const kinds = {
  payment: 'Payment',
  refund: 'Refund',
  adjustment: 'Adjustment',
  void: 'Voided',
  distribution: '',
}

function entryRow(
  { kind, on, project, receiptNumber, reason, amount, balance, voided, paid }: StatementLine,
  emptyPaidCell: string[],
): PdfRow {
  const paidIn = paid ? [formatCurrency(paid.minor, paid.currency)] : emptyPaidCell
  const facts = [receiptNumber, reason && oneLine(reason)].filter(Boolean).join(', ')
  const taken = voided && `Voided on ${formatDay(voided.on)}: ${oneLine(voided.reason)}`
  const note = [facts, taken].filter(Boolean).join('. ')
  const figures = [amount, balance].map((figure) =>
    figure === null ? '' : formatAmount(figure, 'always'),
  )
  const cells = [formatDay(on), `${kinds[kind]}, ${project}`, ...paidIn, ...figures]
  return { cells, note: note || null }
}

const oneLine = (words: string) => words.replace(/\s+/g, ' ')

function distributionRow(
  { on, project, amount, paid, reason, voided }: StatementLine,
  emptyPaidCell: string[],
): PdfRow {
  const paidIn = paid ? [formatCurrency(paid.minor, paid.currency)] : emptyPaidCell
  const isVoid = amount < zero
  const note = isVoid ? reason : voided && `Voided on ${formatDay(voided.on)}: ${voided.reason}`
  const title = isVoid ? `Voided, ${project}` : project
  return {
    cells: [formatDay(on), title, ...paidIn, formatAmount(amount, 'always')],
    note: note && oneLine(note),
  }
}
