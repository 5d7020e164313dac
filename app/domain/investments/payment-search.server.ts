import { type Expression, type SqlBool, sql } from 'kysely'
import { containingPattern, foldedSearch } from '../../platform/database/search.server.ts'
import { currencyInFront } from '../../values/exchange-rate.ts'
import { isPositive, parseAmount } from '../../values/money.ts'
import { readPaymentReference } from '../../values/payment-reference.ts'

/** Shorter text matches nearly every reference. */
const leastOfReference = 3

/** Entries matching a reference or exact amount, each by index; null when the text can be neither. */
export function matchingEntries(q: string): Expression<SqlBool> | null {
  const typed = foldedSearch(q)
  if (typed.length < leastOfReference && !/^\d+$/.test(typed)) return null
  const { currency, amount: figures } = currencyInFront(typed)
  const amount = parseAmount(figures)
  const parts: Expression<SqlBool>[] = []
  if (typed.length >= leastOfReference) {
    parts.push(
      sql`(entry.reference is not null and app.folded(entry.reference) like ${containingPattern(typed)})`,
    )
  }
  if (amount.ok && isPositive(amount.amount)) {
    if (currency === null || currency === 'USD')
      parts.push(sql`(entry.kind = 'payment' and entry.amount_cents = ${amount.amount})`)
    if (currency !== 'USD')
      parts.push(
        sql`(entry.paid_minor is not null and abs(entry.paid_minor) = ${amount.amount}
          and (${currency}::text is null or entry.paid_currency = ${currency}))`,
      )
  }
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** A receipt number from how people type it; null for anything else. */
export function receiptNumberIn(q: string): string | null {
  const [, year, sequence = ''] = /^r?[\s#-]*(\d{4})[\s-]+(\d{1,9})$/.exec(foldedSearch(q)) ?? []
  return year ? `R-${year}-${sequence.padStart(6, '0')}` : null
}

/** A subquery of the matching payments' investments; null when no payment can match. */
export function investmentsWithPayment(q: string) {
  const code = readPaymentReference(q)
  if (code) return sql`(select investment_id from payment_reference where code = ${code})`
  const number = receiptNumberIn(q)
  if (number) {
    return sql`(select entry.investment_id from ledger_entry entry join receipt on receipt.entry_id = entry.id
      where receipt.number = ${number})`
  }
  const entries = matchingEntries(q)
  return (
    entries && sql`(select distinct entry.investment_id from ledger_entry entry where ${entries})`
  )
}
