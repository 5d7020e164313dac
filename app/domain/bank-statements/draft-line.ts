import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { Moment } from './moments.ts'
import type { StatementLegKind, StatementLine, StatementProfile } from './statement.ts'

/** A line as its layout gives it, before it has an identity and is compared with the others. */
export type DraftLine = Omit<
  StatementLine,
  'providerNumber' | 'leg' | 'occurredAt' | 'valueOn' | 'currency' | 'balanceMinor'
> & {
  number: string | null
  kind: StatementLegKind
  at: Pick<Moment, 'day' | 'seconds'>
  balance: bigint | null
}

export type DraftStatement = {
  profile: StatementProfile
  accountNumber: string | null
  currency: Currency
  period: { from: CalendarDate; to: CalendarDate } | null
  opening: bigint | null
  closing: bigint | null
  /** What the file itself states as the sums of its columns. */
  totals?: { in: bigint | null; out: bigint | null }
  drafts: DraftLine[]
}

/** Why a file is refused; thrown while it is read, and returned by `readStatement`. */
export class StatementRefused extends Error {
  readonly line: number | null
  constructor(problem: string, line: number | null = null) {
    super(problem)
    this.line = line
  }
}

/** The text without blanks around it; null when nothing is left. */
export const textOrNull = (text: string | undefined): string | null => {
  const written = (text ?? '').replace(/\s+/g, ' ').trim()
  return written === '' ? null : written
}
