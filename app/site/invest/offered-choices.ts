import type { RequestDraft } from '../../domain/investment-requests/draft-request.server.ts'
import { type Offer, smallestRequest } from '../../domain/investment-requests/request.ts'
import { counted } from '../../values/counted.ts'
import { type Cents, cents, formatAmount } from '../../values/money.ts'

const mostChoices = 4

/** An amount as it is typed into a field. */
export const typed = (amount: Cents) => formatAmount(amount, 'when-needed').slice(1)

type Choice = { amount: Cents; label: string; value: string }

/** The offered shares; else the minimum where it is no whole unit, and the first few whole units available. */
export function choicesOf(offer: Offer): Choice[] {
  const shares = offer.units.filter(({ share }) => share !== null)
  if (shares.length > 0)
    return shares.map(({ id: value, name, price: amount }) => ({ value, label: name, amount }))
  const { unitPrice, left, minimum } = offer
  const units = unitChoices(offer)
  if (
    minimum === null ||
    unitPrice === null ||
    minimum % unitPrice === 0n ||
    (left ?? 0n) < minimum
  )
    return units
  const least = { amount: minimum, label: 'Minimum amount', value: typed(minimum) }
  return [least, ...units.slice(0, mostChoices - 1)]
}

function unitChoices(offer: Offer): Choice[] {
  const { unitPrice, left } = offer
  if (unitPrice === null || left === null) return []
  const least = smallestRequest(offer) ?? unitPrice
  const first = (least + unitPrice - 1n) / unitPrice
  const most = left / unitPrice
  const length = Number(most - first) + 1
  return Array.from({ length: Math.max(0, Math.min(mostChoices, length)) }, (_, place) => {
    const units = first + BigInt(place)
    const amount = cents(units * unitPrice)
    return { label: counted(Number(units), 'unit'), amount, value: typed(amount) }
  })
}

/** The value of the choice that a draft was made with. */
export function keptChoice({ amount, owned, unit }: RequestDraft, choices: Choice[]): string {
  if (owned !== null) return unit?.share === null ? 'unit' : (unit?.id ?? '')
  return choices.find(({ value }) => value === typed(amount))?.value ?? 'other'
}
