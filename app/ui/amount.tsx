import { type AmountShown, type Cents, formatAmount } from '../values/money.ts'

/** Formats money: `whole` for totals, `when-needed` for ledger lines, `always` on issued documents and exports. */
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
