import type { Currency } from './currency.ts'
import { formatCurrency } from './exchange-rate.ts'

/** Amounts that are held for an investor, in words: `KES 50,000.00 and USD 20.00`; null for none. */
export function formatHeld(held: readonly { currency: Currency; minor: bigint }[]): string | null {
  if (held.length === 0) return null
  return held.map(({ minor, currency }) => formatCurrency(minor, currency)).join(' and ')
}

/** What an investor is told about money that is held; null for none. */
export function heldSentence(
  held: readonly { currency: Currency; minor: bigint }[],
): string | null {
  const amounts = formatHeld(held)
  if (amounts === null) return null
  const [is, it] = held.length === 1 ? ['is', 'it is'] : ['are', 'they are']
  return `${amounts} ${is} held for you: ${it} not yet credited to an investment.`
}
