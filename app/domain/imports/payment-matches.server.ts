import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { type Cents, formatAmount, subtract, zero } from '../../values/money.ts'
import { type PaymentMethod, paymentMethodLabels } from '../investments/payment-methods.ts'
import { openLinesWithNumbers } from '../payments/open-lines.server.ts'
import {
  hasUniqueReference,
  paymentsWithReferences,
  referenceKeys,
  type SameReference,
} from '../payments/same-reference.server.ts'
import {
  isSameAmount,
  isSameCell,
  isWrittenNegative,
  lettersOf,
  meansDay,
  methodNamed,
  signedAmount,
} from './cells.ts'
import type { ReadRow, Refusal } from './check.server.ts'
import { otherParties, partiesNamed } from './parties.server.ts'
import { paidDifferences } from './payment-currency.server.ts'
import type { ImportRow } from './table.server.ts'

/** The fix for a row that seems to be recorded already. */
export const toRecordAgain = 'Leave this row out, or write yes under Record again.'

/** Refused: rows that return money. */
export const reversalRefused =
  'Reversals are not imported: record a refund or a void on the investment.'

export type Entry = Awaited<ReturnType<typeof entriesBy>>[number]

/** Entries by their ids or their investments' ids, with receipt and day of a void, in one query. */
export function entriesBy(
  { tx }: AdminActor,
  column: 'entry.id' | 'investment.id',
  ids: readonly string[],
) {
  return tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.id', 'entry.kind', 'entry.investment_id as investmentId'])
    .select(['entry.amount_cents as amount', 'entry.dated_on as receivedOn', 'entry.method'])
    .select(['entry.reference', 'entry.note', 'void.dated_on as voidedOn'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate'])
    .select(['receipt.number as receipt', 'investment.investor_id', 'investment.project_id'])
    .select(['investor.full_name as investor', 'project.name as project'])
    .where(sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`)
    .execute()
}

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment', void: 'Void' }

/** The entries that rows name by exported id. Cells are compared as spreadsheets write them. */
export async function findExported(admin: AdminActor, ids: string[], rows: readonly ImportRow[]) {
  const parties = await partiesNamed(admin, rows)
  return {
    entries: await entriesBy(admin, 'entry.id', ids),
    differs: (cells: Record<string, string>, entry: Entry) => {
      const { kind = '', investment = '', amount = '', receivedOn = '', method = '' } = cells
      const isText = (field: 'reference' | 'note') =>
        !cells[field] || isSameCell(entry[field] ?? '', cells[field])
      const compared: [field: string, isSame: boolean, recorded: string | null][] = [
        ['kind', isSameCell(entry.kind, kind || 'payment'), kinds[entry.kind]],
        [
          'investment',
          ['', entry.investmentId].includes(investment.toLowerCase()),
          entry.investmentId,
        ],
        ['amount', isSameAmount(amount, entry.amount), formatAmount(entry.amount, 'always')],
        ['receivedOn', meansDay(receivedOn, entry.receivedOn), formatDay(entry.receivedOn)],
        [
          'method',
          method === '' || methodNamed(method) === entry.method,
          entry.method && paymentMethodLabels[entry.method],
        ],
        ['reference', isText('reference'), entry.reference],
        ['note', isText('note'), entry.note],
        ...paidDifferences(cells, entry),
      ]
      const others = compared.flatMap(([field, isSame, recorded]): [string, string][] =>
        isSame ? [] : [[field, recorded ?? 'empty']],
      )
      return [...otherParties(parties, cells, entry), ...others]
    },
    shown: (entry: Entry) => ({
      name: `${entry.investor}, ${entry.project}`,
      about: aboutOf(entry),
    }),
  }
}

function aboutOf({ kind, amount, receivedOn, reference, voidedOn }: Entry): string {
  const words = [
    kind === 'payment' ? null : kinds[kind],
    formatAmount(amount, 'when-needed'),
    formatDay(receivedOn),
    reference,
    voidedOn && `voided on ${formatDay(voidedOn)}`,
  ]
  return words.filter((word) => word !== null).join(', ')
}

type Paid = {
  investmentId: string
  amount: Cents
  receivedOn: CalendarDate
  reference: string | null
}

const keyOf = ({ investmentId, amount, receivedOn }: Paid) =>
  [investmentId, amount, receivedOn].join()
const isSameReference = (recorded: string | null, found: string | null) =>
  lettersOf(recorded) === lettersOf(found) || isSameCell(recorded ?? '', found ?? '')

/**
 * Finds recorded payments with the same investment, amount, day and reference. Returns the message,
 * empty unless the payment was voided; null for a new payment.
 */
export function recordedBefore(ledger: readonly Entry[]): (payment: Paid) => string | null {
  const byKey = Map.groupBy(
    ledger.filter(({ kind }) => kind === 'payment'),
    keyOf,
  )
  return (payment) => {
    const same = (byKey.get(keyOf(payment)) ?? []).filter(({ reference }) =>
      isSameReference(reference, payment.reference),
    )
    const [first] = same
    if (!first) return null
    if (!first.voidedOn || same.some(({ voidedOn }) => !voidedOn)) return ''
    return `, voided on ${formatDay(first.voidedOn)}: write yes under Record again to record it once more`
  }
}

/** The earlier row with the same payment. Call it once a row, in order. */
export function paymentsBefore(taken: readonly (Entry & { row: number })[]) {
  type Before = { reference: string | null; row: number; kind?: string }
  const seen: Map<string, Before[]> = Map.groupBy(
    taken.filter(({ kind }) => kind === 'payment'),
    keyOf,
  )
  return (payment: Paid, row: number): number | undefined => {
    const same = seen.get(keyOf(payment)) ?? []
    const before = same.find(({ reference, kind }) =>
      kind
        ? isSameReference(reference, payment.reference)
        : lettersOf(reference) === lettersOf(payment.reference),
    )
    if (!before) seen.set(keyOf(payment), same)
    if (!before) same.push({ reference: payment.reference, row })
    return before?.row
  }
}

type Row = ReadRow<{
  amount: Cents
  receivedOn: CalendarDate
  method: PaymentMethod | null
  reference: string | null
}>

/** The reference of mobile money or a transfer, which no two payments share; null for others. */
const uniqueReference = ({ known: { method, reference } }: Row) =>
  hasUniqueReference(method) ? (reference ?? null) : null

/**
 * References of mobile money or transfers that are recorded or in an earlier row. `of` returns the
 * holder of a row's reference, row by row, or null.
 */
export async function repeatedReferences(admin: AdminActor, rows: readonly Row[]) {
  const all = [...new Set(rows.flatMap((row) => uniqueReference(row) ?? []))]
  const keys = await referenceKeys(admin, all)
  const found = await paymentsWithReferences(admin, all)
  const recorded = Map.groupBy(found, ({ referenceKey }) => referenceKey)
  const first = new Map<string, number>()
  const repeated = new Set<number>()
  const of = (row: Row): string | null => {
    const key = keys.get(uniqueReference(row) ?? '')
    if (key === undefined) return null
    const [[latest] = [], before] = [recorded.get(key), first.get(key)]
    if (before === undefined) first.set(key, row.row)
    if (!latest && before === undefined) return null
    repeated.add(row.row)
    return latest ? recordedWords(latest) : `The same reference is in row ${before}.`
  }
  return { all, of, isRepeated: ({ row }: Row) => repeated.has(row) }
}

/** What is to be done with a payment that a statement has too. */
export const matchInstead =
  'Leave this row out and match the transaction, or write yes under Record again.'

/** For a row of mobile money or a transfer, the words for an open bank transaction with its reference; or null. */
export async function openLinesOf(admin: AdminActor, rows: readonly Row[]) {
  const lines = await openLinesWithNumbers(
    admin,
    rows.flatMap((row) => uniqueReference(row) ?? []),
  )
  return (row: Row): string | null => {
    const line = lines.get(uniqueReference(row) ?? '')
    if (!line) return null
    const payer = line.payerName ? ` from ${line.payerName}` : ''
    return `A bank transaction that is not matched yet has this number: ${formatCurrency(line.minor, line.currency)}${payer} on ${formatDay(line.on)}, ${line.account}.`
  }
}

function recordedWords(payment: SameReference): string {
  const { amount, receivedOn, investor, email, project, receiptNumber } = payment
  const paymentText = `${formatAmount(amount, 'when-needed')} on ${formatDay(receivedOn)} from ${investor} (${email}) for ${project}`
  return `This reference is already recorded: ${paymentText}${receiptNumber ? `, receipt ${receiptNumber}` : ''}.`
}

type Reversible = Paid & { place: string | null }

/** Rows that return money and the payments they may mean: those recorded and not voided, and those of earlier rows. */
export function reversals(ledger: readonly Entry[]) {
  const open = ledger.filter(({ kind, voidedOn }) => kind === 'payment' && !voidedOn)
  const payments: Map<string, Reversible[]> = Map.groupBy(
    open.map((entry) => ({ ...entry, place: entry.receipt })),
    ({ investmentId }) => investmentId,
  )

  /** The payment with this amount and no later day; first by reference, then the latest. */
  const named = (investmentId: string | undefined, amount: Cents, { known }: Row) => {
    const other = lettersOf(known.reference ?? null)
    const isNamed = ({ reference }: Paid) => {
      const own = lettersOf(reference)
      return own !== '' && other !== '' && (other.includes(own) || own.includes(other))
    }
    const [best] = (payments.get(investmentId ?? '') ?? [])
      .filter((payment) => payment.amount === amount)
      .filter(({ receivedOn }) => !(known.receivedOn && isAfter(receivedOn, known.receivedOn)))
      .toSorted(
        (a, b) =>
          Number(isNamed(b)) - Number(isNamed(a)) || b.receivedOn.localeCompare(a.receivedOn),
      )
    if (!best) return null
    const words = [formatAmount(best.amount, 'when-needed'), formatDay(best.receivedOn)]
    const more = [best.reference, best.place].filter((word) => word !== null)
    return `It seems to reverse ${[...words, ...more].join(', ')}.`
  }

  return {
    /** `place` names the payment by its receipt or row. */
    add: (payment: Paid, place: string) => {
      const same = payments.get(payment.investmentId) ?? []
      payments.set(payment.investmentId, same)
      same.push({ ...payment, place })
    },
    /** Adds to the problem of a negative amount which payment it seems to reverse. */
    explain: (row: Row, investmentId: string | undefined) => {
      const amount = signedAmount(row.cells.amount ?? '') ?? zero
      for (const problem of row.problems)
        if (problem[1] === reversalRefused)
          problem[2] = named(investmentId, subtract(zero, amount), row)
    },
    /** Refusals of a row whose reference names a reversal. */
    refusals: (row: Row, investmentId: string | undefined): Refusal[] => {
      const words = (row.known.reference ?? '').replaceAll('_', ' ')
      const isReversal = /\b(reversal|reversed|refund(ed)?|chargeback)\b/i.test(words)
      if (!isReversal || isWrittenNegative(row.cells.amount ?? '')) return []
      const says = `By its reference this is a reversal. ${reversalRefused}`
      return [
        ['reference', says, named(investmentId, row.known.amount ?? zero, row) ?? toRecordAgain],
      ]
    },
  }
}
