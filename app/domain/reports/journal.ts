import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { ExchangeRate, PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, cents, isPositive, zero } from '../../values/money.ts'
import {
  type AccountCodes,
  type AccountName,
  accountLabels,
  accountNames,
} from '../company/account-codes.ts'

/** What is booked; `rounding` is the adjustment that closes the last cents of a payment. */
export type JournalKind = 'payment' | 'refund' | 'adjustment' | 'rounding' | 'distribution'

/** Where money moves: `money` is the payment account, or cash. */
type Place = AccountName | 'money'

/** What each kind moves, from one account to another, when its amount is positive. */
const journalRules: Record<JournalKind, { from: Place; to: Place }> = {
  payment: { from: 'money', to: 'investors' },
  refund: { from: 'money', to: 'refunds' },
  adjustment: { from: 'adjustments', to: 'investors' },
  rounding: { from: 'rounding', to: 'investors' },
  distribution: { from: 'money', to: 'distributions' },
}

/**
 * An entry of a ledger or a share of a distribution. Amounts are negative for money sent out, and a void has those of its
 * entry with the other sign.
 */
export type JournalEntry = {
  id: string
  number: string
  on: CalendarDate
  kind: JournalKind
  amount: Cents
  /** Received but not credited. */
  rounding: Cents
  paid: PaidInCurrency | null
  /** Null for cash and other methods. */
  account: { name: string; code: string | null } | null
  reference: string | null
  investor: string
  project: string
  description: string
}

/** One side of an entry. Only the line of the money that moved says what was paid, and how much of which currency. */
export type JournalLine = Pick<
  JournalEntry,
  'id' | 'number' | 'on' | 'reference' | 'investor' | 'project' | 'description'
> & {
  code: string
  account: string
  debit: Cents
  credit: Cents
  paid: { minor: bigint; currency: Currency; rate: ExchangeRate | null } | null
}

/** The lines of an entry, debits first; they add up to the cent. */
export function journalLines(entry: JournalEntry, codes: AccountCodes): JournalLine[] {
  const { from, to } = journalRules[entry.kind]
  const { amount, rounding } = entry
  const sides: [Place, bigint][] = [
    [from, amount + rounding],
    [to, -amount],
    ['rounding', -rounding],
  ]
  const lines = sides.flatMap(([place, debited]) =>
    debited === 0n ? [] : [lineOf(entry, codes, place, debited)],
  )
  return lines.toSorted(
    (left, right) => Number(isPositive(right.debit)) - Number(isPositive(left.debit)),
  )
}

function lineOf(
  entry: JournalEntry,
  codes: AccountCodes,
  place: Place,
  debited: bigint,
): JournalLine {
  const { id, number, on, reference, investor, project, description, paid } = entry
  const moved = paid ?? { minor: debited, currency: 'USD' as const, rate: null }
  return {
    id,
    number,
    on,
    reference,
    investor,
    project,
    description,
    ...(place === 'money' ? moneyAccount(entry, codes) : companyAccount(place, codes)),
    debit: debited > 0n ? cents(debited) : zero,
    credit: debited < 0n ? cents(-debited) : zero,
    paid: place === 'money' ? moved : null,
  }
}

function moneyAccount({ account }: JournalEntry, codes: AccountCodes) {
  if (account?.code) return { code: account.code, account: account.name }
  return companyAccount(account ? 'accounts' : 'cash', codes)
}

/** Accounts that share a code share the name of the first one. */
export function companyAccount(name: AccountName, codes: AccountCodes) {
  const code = codes[name]
  const first = accountNames.find((other) => codes[other] === code) ?? name
  return { code, account: accountLabels[first] }
}
