import type { FormReply } from '../../../values/form.ts'

type Typed = { currency: string; source: string; rate: string; on: string }

/**
 * Whether an exchange rate, or the currency, source or day that decide it, differ from what was refused; a sentence about
 * that rate then no longer applies. `refusedOn` is the day of the refused form.
 */
export function isRateEdited(typed: Typed, { values }: FormReply, refusedOn: string): boolean {
  const { currency, rateSource = 'company', rate = '' } = values
  const refused = { currency, source: rateSource, rate, on: refusedOn }
  return (['currency', 'source', 'rate', 'on'] as const).some(
    (name) => typed[name] !== refused[name],
  )
}
