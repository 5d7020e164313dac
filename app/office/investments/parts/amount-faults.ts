import { currencies } from '../../../values/currency.ts'
import { parseCurrencyAmount, parseExchangeRate, toDollars } from '../../../values/exchange-rate.ts'
import type { ParsedForm } from '../../../values/form.ts'
import { type Cents, isPositive } from '../../../values/money.ts'

/**
 * A form refused for other fields says also that its amount is above `most`, so that all faults are shown together. A form
 * without faults is left to its command. In another currency only with a typed rate.
 */
export function withAmountAbove<Value>(
  parsed: ParsedForm<Value>,
  form: FormData,
  { most, sentence }: { most: Cents; sentence: string },
): ParsedForm<Value> {
  if (parsed.ok || !isPositive(most)) return parsed
  const dollars = typedDollars(form)
  if (dollars === null || dollars <= most) return parsed
  const { reply } = parsed
  return { ok: false, reply: { ...reply, errors: { amount: sentence, ...reply.errors } } }
}

function typedDollars(form: FormData): Cents | null {
  const typed = (name: string) => String(form.get(name) ?? '')
  const currency = currencies.find((known) => known === (typed('currency') || 'USD'))
  if (!currency) return null
  const minor = parseCurrencyAmount(typed('amount'), currency)
  if (currency === 'USD') return minor
  const rate = parseExchangeRate(typed('rate'))
  return minor === null || rate === null ? null : toDollars(minor, rate)
}
