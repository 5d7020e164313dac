import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { normalized } from '../../values/typed-text.ts'
import { isSameCell } from './spreadsheet.ts'

type Payment = {
  investment_id: string
  amount_cents: Cents
  dated_on: CalendarDate
  reference: string | null
}
type Recorded = Payment & { voided_on: CalendarDate | null }
type Asked = {
  investmentId: string
  amount: Cents
  receivedOn: CalendarDate
  reference: string | null
}

const keyOf = (one: Payment) => [one.investment_id, one.amount_cents, one.dated_on].join()
const keyAsked = ({ investmentId, amount, receivedOn }: Asked) =>
  [investmentId, amount, receivedOn].join()
const plain = (text: string | null) =>
  normalized(text ?? '', 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

function isSameReference(recorded: string | null, found: string | null) {
  return plain(recorded) === plain(found) || isSameCell(recorded ?? '', found ?? '')
}

/**
 * Which payments of a file are recorded already: of the same investment, amount, day and reference, whatever a spreadsheet
 * made of that. Answers what is to be said of the recorded one, which is nothing unless it was voided; null for a new one.
 */
export function recordedBefore(recorded: readonly Recorded[]): (payment: Asked) => string | null {
  const byKey = Map.groupBy(recorded, keyOf)
  return (payment) => {
    const same = (byKey.get(keyAsked(payment)) ?? []).filter(({ reference }) =>
      isSameReference(reference, payment.reference),
    )
    const [first] = same
    if (!first) return null
    const day = same.every(({ voided_on }) => voided_on) ? first.voided_on : null
    return day
      ? `, voided on ${formatDay(day)}: write yes under Record again to record it once more`
      : ''
  }
}

type Seen = { reference: string | null; row: number; isBooked: boolean }

function listAt(seen: Map<string, Seen[]>, key: string): Seen[] {
  const list = seen.get(key) ?? []
  seen.set(key, list)
  return list
}

/** The row before that holds the same payment, by what the rows before it were told; each row is asked of once. */
export function rowsBefore(booked: readonly (Payment & { row: number })[]) {
  const seen = new Map<string, Seen[]>()
  for (const { row, ...one } of booked) {
    listAt(seen, keyOf(one)).push({ reference: one.reference, row, isBooked: true })
  }
  return (payment: Asked, row: number): number | undefined => {
    const same = listAt(seen, keyAsked(payment))
    const before = same.find(({ reference, isBooked }) =>
      isBooked
        ? isSameReference(reference, payment.reference)
        : plain(reference) === plain(payment.reference),
    )
    if (!before) same.push({ reference: payment.reference, row, isBooked: false })
    return before?.row
  }
}
