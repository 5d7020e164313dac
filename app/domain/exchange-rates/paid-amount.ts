import { z } from 'zod'
import { currencies } from '../../values/currency.ts'
import {
  currencyInFront,
  type ExchangeRate,
  type ForeignCurrency,
  type PaidInCurrency,
  rateSources,
} from '../../values/exchange-rate.ts'
import { positiveAmount } from '../../values/fields.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../values/form.ts'
import type { Cents } from '../../values/money.ts'
import { optionalRate } from './exchange-rate-schema.ts'
import { isPublished } from './published-rate.ts'

/** Money in another currency as it was typed: without `rate`, the published one of its day is taken. */
export type PaidInput = Pick<PaidInCurrency, 'minor' | 'currency' | 'source'> & {
  rate: ExchangeRate | null
  /** A rate far from the company's was confirmed. */
  isConfirmed: boolean
}

/** Money of a form: US dollars in cents, or an amount of another currency that its rate makes dollars of. */
export type MoneyInput = Cents | PaidInput

/** The fields of a form for money that may have moved in another currency; read with `parseMoneyForm`. */
export const moneyFields = (zero: string, negative?: string) => ({
  amount: z
    .string()
    .transform((text) => currencyInFront(text).amount)
    .pipe(positiveAmount(zero, negative)),
  currency: z
    .string()
    .transform((text) => text || 'USD')
    .pipe(z.enum(currencies, 'Choose a currency.')),
  rate: optionalRate,
  rateSource: z
    .string()
    .transform((text) => text || 'company')
    .pipe(z.enum(rateSources, 'Choose whose rate it is.')),
  rateConfirmed: z.string(),
})

type Typed = {
  amount: Cents
  currency: (typeof currencies)[number]
  rate: ExchangeRate | null
  rateSource: PaidInCurrency['source']
  rateConfirmed: string
}
type WithMoney<Value> = Omit<Value, keyof Typed> & { amount: MoneyInput }

/** Reads a form with `moneyFields`. For dollars its rate is not looked at; an unpublished rate must be typed. */
export function parseMoneyForm<Schema extends z.ZodObject>(
  schema: Schema,
  form: FormData,
): ParsedForm<WithMoney<z.output<Schema>>> {
  if ((form.get('currency') || 'USD') === 'USD') form.delete('rate')
  const errors = moneyErrors(form)
  const parsed = parseForm(schema, form)
  if (!parsed.ok)
    return { ok: false, reply: { ...parsed.reply, errors: { ...errors, ...parsed.reply.errors } } }
  if (Object.keys(errors).length > 0) return { ok: false, reply: refuseForm(form, { errors }) }
  const {
    amount,
    currency,
    rate,
    rateSource: source,
    rateConfirmed,
    ...rest
  } = parsed.value as z.output<Schema> & Typed
  if (currency === 'USD') return { ok: true, value: { ...rest, amount } }
  const paid = {
    minor: amount as bigint,
    currency: currency as ForeignCurrency,
    rate,
    source,
    isConfirmed: rateConfirmed === `${currency} ${form.get('rate')}`,
  }
  return { ok: true, value: { ...rest, amount: paid } }
}

/** What is wrong with the fields for money together: an amount of another currency, and a rate that is not published. */
function moneyErrors(form: FormData): Record<string, string> {
  const typed = (name: string) => String(form.get(name) ?? '')
  const currency = typed('currency') || 'USD'
  if (!currencies.some((known) => known === currency)) return {}
  const named = currencyInFront(typed('amount')).currency
  const source = rateSources.find((known) => known === typed('rateSource'))
  const needsRate = currency !== 'USD' && source !== undefined && !isPublished(source)
  return {
    ...(named && named !== currency
      ? { amount: `This is not in ${currency}. Choose the currency it was paid in.` }
      : {}),
    ...(needsRate && typed('rate').trim() === '' ? { rate: 'Enter the rate.' } : {}),
  }
}
