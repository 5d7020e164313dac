import { type AmountShown, type Cents, formatAmount } from '../values/money.ts'

/**
 * Money, the only place that formats it: `whole` for totals and stat cards, `when-needed` for one payment or ledger
 * line, `always` on receipts, statements and exports (decisions §1).
 */
export function Amount({
  cents,
  show = 'whole',
  className = '',
}: {
  cents: Cents
  show?: AmountShown
  className?: string
}) {
  return <span className={`num ${className}`}>{formatAmount(cents, show)}</span>
}
