import type { Currency } from './currency.ts'
import type { Cents } from './money.ts'

const small =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/)
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: [bigint, string][] = [
  [1_000_000_000_000n, 'trillion'],
  [1_000_000_000n, 'billion'],
  [1_000_000n, 'million'],
  [1_000n, 'thousand'],
]

function belowThousand(number: number): string {
  if (number >= 100) {
    const rest = number % 100
    const hundreds = `${small[Math.floor(number / 100)]} hundred`
    return rest === 0 ? hundreds : `${hundreds} and ${belowThousand(rest)}`
  }
  if (number < 20) return small[number] ?? ''
  const unit = number % 10
  return `${tens[Math.floor(number / 10)]}${unit === 0 ? '' : `-${small[unit]}`}`
}

/**
 * A whole number in English words: 1205 is *one thousand two hundred and five*. Negative ones begin with *minus*.
 * @internal
 */
export function numberInWords(whole: bigint): string {
  if (whole < 0n) return `minus ${numberInWords(-whole)}`
  const scale = scales.find(([size]) => whole >= size)
  if (!scale) return belowThousand(Number(whole))
  const [size, name] = scale
  const rest = whole % size
  const begin = `${numberInWords(whole / size)} ${name}`
  if (rest === 0n) return begin
  return `${begin}${rest < 100n ? ' and' : ''} ${numberInWords(rest)}`
}

type Names = { one: string; many: string; part: string; parts: string }

const names: Record<Currency, Names> = {
  USD: { one: 'US dollar', many: 'US dollars', part: 'cent', parts: 'cents' },
  KES: { one: 'Kenya shilling', many: 'Kenya shillings', part: 'cent', parts: 'cents' },
  SOS: { one: 'Somali shilling', many: 'Somali shillings', part: 'cent', parts: 'cents' },
  SLSH: { one: 'Somaliland shilling', many: 'Somaliland shillings', part: 'cent', parts: 'cents' },
  EUR: { one: 'euro', many: 'euros', part: 'cent', parts: 'cents' },
  GBP: { one: 'pound sterling', many: 'pounds sterling', part: 'penny', parts: 'pence' },
}

/** Hundredths of a currency in English words, as banks want them: *One thousand US dollars and fifty cents*. */
export function moneyInWords(minor: bigint, currency: Currency): string {
  const { one, many, part, parts } = names[currency]
  const size = minor < 0n ? -minor : minor
  const [units, hundredths] = [size / 100n, size % 100n]
  const whole = `${numberInWords(units)} ${units === 1n ? one : many}`
  const rest = `${numberInWords(hundredths)} ${hundredths === 1n ? part : parts}`
  const words = hundredths === 0n ? whole : units === 0n ? rest : `${whole} and ${rest}`
  const signed = minor < 0n ? `minus ${words}` : words
  return signed.charAt(0).toUpperCase() + signed.slice(1)
}

/** Dollars in English words. */
export const dollarsInWords = (amount: Cents) => moneyInWords(amount, 'USD')
