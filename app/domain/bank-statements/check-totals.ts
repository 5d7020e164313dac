import { type Currency, currencies } from '../../values/currency.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import type { StatementLine, StatementProblem, StatementTotals } from './statement.ts'

/** Compares what a person read from the statement with the lines of its file; null when both agree. */
export function checkTotals(
  lines: readonly Pick<StatementLine, 'minor' | 'currency'>[],
  totals: StatementTotals,
): StatementProblem | null {
  const found = { in: 0n, out: 0n }
  for (const { minor } of lines) {
    if (minor > 0n) found.in += minor
    else found.out -= minor
  }
  const currency: Currency = lines[0]?.currency ?? currencies[0]
  const say = (name: string, sum: bigint, stated: bigint) =>
    `${name} adds up to ${formatCurrency(sum, currency)} in the file, but the statement shows ${formatCurrency(stated, currency)}. Check the figure, or download the file again.`
  if (found.in !== totals.in) return { problem: say('Money in', found.in, totals.in) }
  if (found.out !== totals.out) return { problem: say('Money out', found.out, totals.out) }
  return null
}
