import { type ExchangeRate, fromDollars, toDollars } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'
import { mostRounding } from '../exchange-rates/left-by-rate.ts'

/**
 * The part of some money that an investment takes: all of it, unless it comes to more than what remains to be paid.
 * `minor` and the result are in hundredths of the currency; `rate` is null for dollars.
 */
export function fittingPart(minor: bigint, remaining: Cents, rate: ExchangeRate | null): bigint {
  const dollars = rate ? toDollars(minor, rate) : minor
  if (dollars <= remaining + (rate ? mostRounding : 0n)) return minor
  if (!rate) return remaining
  const part = fromDollars(remaining, rate)
  return toDollars(part, rate) > remaining ? part - 1n : part
}
