import { type Cents, formatAmount, isPositive, parseAmount } from '../../../values/money.ts'

/** The amount in a field, or null unless it is above zero. */
export function typedAmount(text: string): Cents | null {
  const parsed = parseAmount(text)
  return parsed.ok && isPositive(parsed.amount) ? parsed.amount : null
}

/** Initial value of an amount field, without currency sign. */
export function amountText(amount: Cents | null): string {
  return amount === null ? '' : formatAmount(amount, 'when-needed').slice(1)
}
