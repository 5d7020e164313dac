import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'

/**
 * Where a proof stands: it waits for the statement, its payment is recorded, the office declined it, the investor withdrew
 * it, or its investment was fully paid without it.
 */
export type ProofState = 'waiting' | 'received' | 'declined' | 'withdrawn' | 'settled'

/** What an investor sent in about a payment. `receipt` is that of the payment with its code. */
export type Proof = {
  id: string
  investmentId: string
  message: string | null
  hasFile: boolean
  code: string | null
  minor: bigint | null
  currency: Currency | null
  paidOn: CalendarDate | null
  note: string | null
  submittedAt: Date
  state: ProofState
  reason: string | null
  receipt: string | null
  /** A payment reference in the message that is not the one of the investment. */
  otherReference: string | null
  /** Of the investment. */
  reference: string
}

/** As its investor sees it. `isOnStatement`: a statement has a payment with its code and amount. */
export type OwnProof = Proof & { isOnStatement: boolean }
