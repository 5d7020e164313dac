import { type Cents, formatAmount, isPositive, parseAmount } from '../../../values/money.ts'

/** What stands in an amount field, as far as it is an amount above zero. */
export function typedAmount(text: string): Cents | null {
  const parsed = parseAmount(text)
  return parsed.ok && isPositive(parsed.amount) ? parsed.amount : null
}

/** An amount as it stands in its field at first, without the sign that the field has already. */
export function amountText(amount: Cents | null): string {
  return amount === null ? '' : formatAmount(amount, 'when-needed').slice(1)
}
