import { type Cents, isPositive, parseAmount } from '../../../values/money.ts'

/** What stands in an amount field, as far as it is an amount above zero. */
export function typedAmount(text: string): Cents | null {
  const parsed = parseAmount(text)
  return parsed.ok && isPositive(parsed.amount) ? parsed.amount : null
}
