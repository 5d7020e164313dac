import { type Cents, formatAmount, isPositive, subtract, zero } from '../../values/money.ts'

/** The most cents by which whole shillings and a rate may differ from what remains, however many payments there were. */
export const mostRounding = 5n

/**
 * What an exchange rate leaves after the last payment, which an adjustment closes: a payment in another currency that
 * comes to a few cents less than what remains. Zero where more is left, or nothing.
 */
export function leftByRate(amount: Cents, remaining: Cents): Cents {
  const left = subtract(remaining, amount)
  return isPositive(amount) && isPositive(left) && left <= mostRounding ? left : zero
}

/** Says that these cents were closed; empty where none were. */
export function closedSentence(closed: Cents): string {
  if (!isPositive(closed)) return ''
  const left = formatAmount(closed, 'always')
  return `The last ${left} is an exchange rate difference and was closed. Nothing remains to pay.`
}
