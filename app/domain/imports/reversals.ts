import { type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import { type Cents, formatAmount } from '../../values/money.ts'

/** A payment that a reversal may take back: one that is recorded, or one of an earlier row of the file. */
export type Reversible = {
  amount: Cents
  receivedOn: CalendarDate
  reference: string | null
  /** Where it is: its receipt, or its row. */
  place: string | null
}

/** What a row says that takes money back, as far as its cells read. */
type Reversal = { amount: Cents; on: CalendarDate | null; reference: string | null }

const plain = (text: string | null) => (text ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a reference calls its payment a reversal. */
export function namesReversal(reference: string | null): boolean {
  return /\b(reversal|reversed|refund(ed)?|chargeback)\b/i.test(
    (reference ?? '').replaceAll('_', ' '),
  )
}

/**
 * The sentence that names the payment of an investment which a reversal seems to take back: of the same amount and not
 * later; one that its reference names before others, then the latest. Null when there is none.
 */
export function reversedBy(
  { amount, on, reference }: Reversal,
  payments: readonly Reversible[],
): string | null {
  const names = (payment: Reversible) => {
    const [own, other] = [plain(payment.reference), plain(reference)]
    return own !== '' && (other.includes(own) || own.includes(other || ' '))
  }
  const [best] = payments
    .filter((payment) => payment.amount === amount && !(on && isAfter(payment.receivedOn, on)))
    .toSorted(
      (a, b) => Number(names(b)) - Number(names(a)) || b.receivedOn.localeCompare(a.receivedOn),
    )
  if (!best) return null
  const words = [
    formatAmount(best.amount, 'when-needed'),
    formatDay(best.receivedOn),
    best.reference,
    best.place,
  ]
  return `It seems to reverse ${words.filter((word) => word !== null).join(', ')}.`
}
