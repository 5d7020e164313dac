import { useState } from 'react'
import {
  isPublished,
  type MoneyChoices,
  publishedOn,
} from '../../../domain/exchange-rates/published-rate.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type CalendarDate, formatDay, parseCalendarDate } from '../../../values/calendar-date.ts'
import { type Currency, currencyLabels } from '../../../values/currency.ts'
import {
  type askedFor,
  formatCurrency,
  formatRate,
  parseCurrencyAmount,
  parseExchangeRate,
  type RateSource,
  rateSourceLabels,
  rateSources,
  toDollars,
} from '../../../values/exchange-rate.ts'
import type { FormReply } from '../../../values/form.ts'
import { type Cents, formatAmount, isPositive } from '../../../values/money.ts'
import { EditedFields } from '../../parts/edited-fields.tsx'

function firstTyped(reply: FormReply | undefined, first: Currency) {
  const { amount = '', currency = first, rateSource = 'company', rate = '' } = reply?.values ?? {}
  return { amount, currency, source: rateSource, rate }
}

function unusualRate(
  reply: FormReply | undefined,
  { currency, rate }: { currency: string; rate: string },
) {
  const isAsked = [reply?.errors, reply?.values].some(
    (fields) => fields?.rateConfirmed !== undefined,
  )
  const refused = `${reply?.values.currency} ${reply?.values.rate}`
  return isAsked && refused === `${currency} ${rate}` ? refused : null
}

/** What the money fields hold while they are typed in. */
export type TypedMoney = {
  choices: MoneyChoices
  currency: Currency
  source: RateSource
  published: ReturnType<typeof publishedOn>
  /** The hundredths typed, and what they come to in dollars; null while unknown. */
  minor: bigint | null
  dollars: Cents | null
  /** The rate they are exchanged at; null for dollars, and while unknown. */
  rate: ReturnType<typeof parseExchangeRate>
  /** The refused rate that may be confirmed, as `KES 12.9`; null while the fields say another. */
  unusual: string | null
  /** The rate, or what decides it, differs from what was refused. */
  isRateEdited: boolean
  change: (field: 'amount' | 'currency' | 'source' | 'rate', text: string) => void
}

/** Follows the money fields of a form. `on` is the day the money moved, as typed. */
export function useTypedMoney(
  choices: MoneyChoices,
  {
    on,
    reply,
    currency: first = 'USD',
  }: {
    on: string
    reply: FormReply | undefined
    currency?: Currency
  },
): TypedMoney {
  const [typed, setTyped] = useState(() => firstTyped(reply, first))
  const [refused, setRefused] = useState({ reply, on })
  if (refused.reply !== reply) setRefused({ reply, on })
  const currency = typed.currency as Currency
  const source = typed.source as RateSource
  const day = parseCalendarDate(on)
  const published =
    currency !== 'USD' && isPublished(source) && day.ok
      ? publishedOn(choices.rates, { currency, source, on: day.day })
      : null
  const rate =
    currency === 'USD'
      ? null
      : (parseExchangeRate(typed.rate) ??
        (typed.rate.trim() === '' ? (published?.rate ?? null) : null))
  const parsed = parseCurrencyAmount(typed.amount, currency)
  const minor = parsed !== null && isPositive(parsed) ? parsed : null
  const exchanged = minor !== null && rate !== null ? toDollars(minor, rate) : null
  return {
    choices,
    currency,
    source,
    published,
    minor,
    rate,
    unusual: isPublished(source) ? null : unusualRate(reply, typed),
    isRateEdited: reply !== undefined && isRateEdited({ ...typed, on }, reply, refused.on),
    dollars: currency === 'USD' ? minor : exchanged,
    change: (field, text) => setTyped((now) => ({ ...now, [field]: text })),
  }
}

type Props = {
  money: TypedMoney
  /** The most that may be entered, in dollars, with a hint about it and a button that fills it in, in the currency. */
  most: { amount: Cents; hint: string; inCurrency: typeof askedFor } | null
  hint?: string
  label?: string
}

/** Amount, and where payments come in other currencies also the currency and its rate. */
export function MoneyFields({ money, most, hint, label = 'Amount' }: Props) {
  const { choices, currency, change } = money
  const suggested = most && suggestionOf(money, most)
  return (
    <>
      <AmountField
        name="amount"
        label={label}
        required
        currency={currency}
        hint={most?.hint ?? hint}
        {...(suggested ? { suggestion: suggested } : {})}
        onValueChange={(text) => change('amount', text)}
      />
      {choices.currencies.length > 1 && (
        <SelectField
          name="currency"
          label="Currency"
          defaultValue={currency}
          onValueChange={(text) => change('currency', text)}
        >
          {choices.currencies.map((code) => (
            <option key={code} value={code}>
              {currencyLabels[code]}
            </option>
          ))}
        </SelectField>
      )}
      {choices.currencies.length > 1 && <RateFields money={money} />}
    </>
  )
}

/** The whole of what remains, in the currency that is chosen. */
function suggestionOf(
  { currency, rate }: TypedMoney,
  { amount, inCurrency }: NonNullable<Props['most']>,
) {
  if (currency === 'USD') {
    const text = formatAmount(amount, 'always')
    return { label: `Use ${formatAmount(amount, 'when-needed')}`, value: text.slice(1) }
  }
  if (rate === null) return null
  const minor = inCurrency(amount, rate, currency)
  if (minor <= 0n) return null
  const text = formatCurrency(minor, currency)
  return { label: `Use ${text}`, value: text.slice(currency.length + 1) }
}

/** Hidden for dollars, not unmounted, so that typed values survive switching; without script CSS hides them. */
function RateFields({
  money: { unusual, isRateEdited, currency, source, published, minor, dollars, rate, change },
}: {
  money: TypedMoney
}) {
  const scripted = useScript()
  return (
    <fieldset
      disabled={scripted && currency === 'USD'}
      className="contents group-has-[[name=currency]>option[value=USD]:checked]/money:hidden"
    >
      <SelectField
        name="rateSource"
        label="Exchange rate"
        span="half"
        defaultValue={source}
        onValueChange={(text) => change('source', text)}
      >
        {rateSources.map((code) => (
          <option key={code} value={code}>
            {rateSourceLabels[code]}
          </option>
        ))}
      </SelectField>
      <EditedFields names={isRateEdited ? ['rate'] : []}>
        <TextField
          name="rate"
          label={`Rate, ${currency === 'USD' ? 'units' : currency} per US dollar`}
          optional={isPublished(source)}
          span="half"
          inputMode="decimal"
          autoComplete="off"
          hint={published ? publishedHint(published) : undefined}
          onChange={(event) => change('rate', event.currentTarget.value)}
        />
      </EditedFields>
      {unusual && (
        <CheckboxField
          key={unusual}
          name="rateConfirmed"
          value={unusual}
          label={`${unusual} per US dollar is right`}
        />
      )}
      {currency !== 'USD' && minor !== null && dollars !== null && rate !== null && (
        <p className="num col-span-full text-xs text-muted" role="status">
          {formatCurrency(minor, currency)} at {formatRate(rate)} is{' '}
          <b>{formatAmount(dollars, 'always')}</b>
        </p>
      )}
    </fieldset>
  )
}

function publishedHint({ rate, on }: { rate: Parameters<typeof formatRate>[0]; on: CalendarDate }) {
  return `${formatRate(rate)} on ${formatDay(on)}`
}

type TypedRate = { currency: string; source: string; rate: string; on: string }

/**
 * Whether an exchange rate, or the currency, source or day that decide it, differ from what was refused; a sentence about
 * that rate then no longer applies. `refusedOn` is the day of the refused form. @internal
 */
export function isRateEdited(typed: TypedRate, { values }: FormReply, refusedOn: string): boolean {
  const { currency, rateSource = 'company', rate = '' } = values
  const refused = { currency, source: rateSource, rate, on: refusedOn }
  return (['currency', 'source', 'rate', 'on'] as const).some(
    (name) => typed[name] !== refused[name],
  )
}
