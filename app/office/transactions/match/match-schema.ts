import { z } from 'zod'
import {
  type MatchPart,
  mostParts,
  onlyLeft,
} from '../../../domain/bank-transactions/bank-transaction.ts'
import type { Currency } from '../../../values/currency.ts'
import { parseCurrencyAmount } from '../../../values/exchange-rate.ts'
import { type ParsedForm, refuseForm } from '../../../values/form.ts'

const KeySchema = z.uuid()

export type MatchForm = { key: string; parts: MatchPart[]; repeats: string | null }

/** Reads `investmentId1`, `amount1` and so on; an empty amount is as much as the investment takes. */
export function parseMatch(
  form: FormData,
  { currency, open }: { currency: Currency; open: bigint },
): ParsedForm<MatchForm> {
  const key = KeySchema.safeParse(form.get('key'))
  if (!key.success)
    return { ok: false, reply: refuseForm(form, { message: 'Reload the page and try again.' }) }
  const typed = typedParts(form)
  const errors: Record<string, string> =
    typed.length === 0 ? { investmentId1: 'Choose an investment from the list.' } : {}
  for (const part of typed) Object.assign(errors, partErrors(part, typed, currency))
  if (Object.keys(errors).length > 0)
    return {
      ok: false,
      reply: refuseForm(form, { errors: { ...overOpen(typed, currency, open), ...errors } }),
    }
  const parts = typed.map(({ investmentId, amount }) => ({
    investmentId,
    minor: amount === '' ? null : parseCurrencyAmount(amount, currency),
  }))
  return { ok: true, value: { key: key.data, parts, repeats: textOf(form, 'repeats') || null } }
}

/** Named next to the other faults; a form without any is judged by the command. */
function overOpen(typed: TypedPart[], currency: Currency, open: bigint): Record<string, string> {
  const amounts = typed.flatMap(({ place, amount }) => {
    const minor = parseCurrencyAmount(amount, currency)
    return minor !== null && minor > 0n ? [{ place, minor }] : []
  })
  const last = amounts.at(-1)
  const isOver = amounts.reduce((total, { minor }) => total + minor, 0n) > open
  return last && isOver && open > 0n ? { [`amount${last.place}`]: onlyLeft(open, currency) } : {}
}

type TypedPart = { place: number; investmentId: string; amount: string }

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

function typedParts(form: FormData): TypedPart[] {
  return Array.from({ length: mostParts }, (_, index) => ({
    place: index + 1,
    investmentId: textOf(form, `investmentId${index + 1}`),
    amount: textOf(form, `amount${index + 1}`),
  })).filter(({ investmentId, amount }) => investmentId !== '' || amount !== '')
}

function partErrors(part: TypedPart, all: TypedPart[], currency: Currency) {
  const { place, investmentId, amount } = part
  const errors: Record<string, string> = {}
  if (!KeySchema.safeParse(investmentId).success)
    errors[`investmentId${place}`] = 'Choose an investment from the list.'
  else if (all.some((other) => other.place < place && other.investmentId === investmentId))
    errors[`investmentId${place}`] = 'This investment is named twice. Enter one amount for both.'
  if (amount === '') return errors
  const minor = parseCurrencyAmount(amount, currency)
  if (minor === null) errors[`amount${place}`] = `Enter an amount in ${currency}, such as 2,500.00.`
  else if (minor <= 0n) errors[`amount${place}`] = 'Enter an amount greater than zero.'
  return errors
}
