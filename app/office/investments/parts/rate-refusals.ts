import type { RateRefused } from '../../../domain/exchange-rates/settle-money.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { formatRate } from '../../../values/exchange-rate.ts'

type Refused<Code> = Extract<RateRefused, { refused: Code }>

/** Sentences for money whose exchange rate is missing or wrong, for every form with money fields. */
export const rateRefusals = {
  'no-rate': ({ currency, on }: Refused<'no-rate'>) => ({
    errors: {
      rate: `There is no ${currency} rate for ${formatDay(on)} or before. Enter it under Exchange rates, or choose another source.`,
    },
  }),
  'rate-differs': ({ published }: Refused<'rate-differs'>) => ({
    errors: {
      rate: `The rate of ${formatDay(published.on)} is ${formatRate(published.rate)}. Clear the field to use it, or choose another source.`,
    },
  }),
  'not-quoted': {
    errors: {
      rate: 'This was not the company rate in the three days before. Choose another source.',
    },
  },
  'rate-far': ({ company }: Refused<'rate-far'>) => ({
    errors: {
      rate: `This is more than 5% from the company rate, ${formatRate(company.rate)}. Check it.`,
      rateConfirmed: 'Tick this if the rate is right.',
    },
  }),
}
