import { type Expression, type SqlBool, sql } from 'kysely'
import { containingPattern, foldedSearch } from '../../platform/database/search.server.ts'
import { isPositive, parseAmount } from '../../values/money.ts'

/** Fewer letters are in nearly every reference. */
const leastOfReference = 3

/**
 * The entries of the ledger, as `entry`, that a search means by the reference of the transfer, in any case, or by
 * the exact amount of a payment. Null when what was typed can be neither. Each part has an index of its own.
 */
export function matchingEntries(q: string): Expression<SqlBool> | null {
  const typed = foldedSearch(q)
  if (typed.length < leastOfReference && !/^\d+$/.test(typed)) return null
  const amount = parseAmount(typed.replace(/^usd\s*/, ''))
  const parts: Expression<SqlBool>[] = []
  if (typed.length >= leastOfReference) {
    parts.push(
      sql`(entry.reference is not null and app.folded(entry.reference) like ${containingPattern(typed)})`,
    )
  }
  if (amount.ok && isPositive(amount.amount)) {
    parts.push(sql`(entry.kind = 'payment' and entry.amount_cents = ${amount.amount})`)
  }
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** The number of a receipt as it was issued, `R-2026-000123`, from how people type it; null for what is none. */
export function receiptNumberIn(q: string): string | null {
  const [, year, sequence = ''] = /^r?[\s#-]*(\d{4})[\s-]+(\d{1,9})$/.exec(foldedSearch(q)) ?? []
  return year ? `R-${year}-${sequence.padStart(6, '0')}` : null
}

/** The investments of these payments: the condition's subquery of ids, or null when no payment can be meant. */
export function investmentsWithPayment(q: string) {
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
