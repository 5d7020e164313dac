import { z } from 'zod'
import { currencies } from '../../values/currency.ts'
import { type ForeignCurrency, parseExchangeRate } from '../../values/exchange-rate.ts'
import { checkbox, requiredDay } from '../../values/fields.ts'
import { publishedSources } from './published-rate.ts'

/** The currencies that have a rate. */
export const foreignCurrencies = currencies.filter(
  (currency): currency is ForeignCurrency => currency !== 'USD',
)

const example = 'Enter a rate like 129.24, with up to eight decimals.'

/** A rate as it is typed, which may be left empty. */
export const optionalRate = z
  .string()
  .max(40, example)
  .transform((text, context) => {
    if (text.trim() === '') return null
    const rate = parseExchangeRate(text)
    if (rate !== null) return rate
    const message = /^\s*\d+,\d{1,2}\s*$/.test(text) ? withPoint(text) : example
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const withPoint = (text: string) =>
  `Write it with a point: ${text.trim().replace(',', '.')}. Commas group thousands.`

/** A rate as it is typed. */
export const rateField = optionalRate.transform((rate, context) => {
  if (rate !== null) return rate
  context.addIssue({ code: 'custom', message: 'Enter the rate.' })
  return z.NEVER
})

/** A day that a rate may be of; a year like 1900 is a slip. */
export const rateDay = (missing: string) =>
  requiredDay(missing).refine((day) => day >= firstDay, 'Enter a day from 1 Jan 2000.')

const firstDay = '2000-01-01'

/** The form of an exchange rate. `confirmed` is ticked for one that is far from the last. */
export const ExchangeRateSchema = z.object({
  currency: z.enum(foreignCurrencies, 'Choose a currency.'),
  rate: rateField,
  datedOn: rateDay('Enter the day of the rate.'),
  source: z.enum(publishedSources, 'Choose whose rate it is.'),
  confirmed: checkbox(),
})

export type ExchangeRateInput = z.output<typeof ExchangeRateSchema>
