import { type Cents, formatAmount, isPositive, parseAmount } from '../../values/money.ts'
import { type BasisPoints, basisPoints, formatPercent, parsePercent } from '../../values/percent.ts'
import { collapseBlanks } from '../../values/visible.ts'

/** A unit, or a share when `share` is set; the name of a share is its percentage. */
export type NewUnit = { name: string; share: BasisPoints | null; price: Cents | null }

/** What can be chosen of a project. */
export type FreeUnit = NewUnit & { id: string }

/** Units that one form adds. */
const mostAdded = 500
const longestName = 80

/** `25%`, `12.5%`: a share as it is stored and shown. */
export function shareText(share: BasisPoints): string {
  return formatPercent(share, share % 100 === 0 ? 0 : share % 10 === 0 ? 1 : 2)
}

/** The share that a text such as `25%` names, the message of one that cannot be, or null for the name of a unit. */
export function readShare(text: string): { share: BasisPoints } | { message: string } | null {
  if (!/^[-−–]?[\d.,\s]*\d[\d.,\s]*%$/.test(text.trim())) return null
  const parsed = parsePercent(text)
  if (!parsed.ok) {
    const isAbove = /^\d+(?:\.\d{1,2})?\s*%$/.test(text.trim())
    return { message: isAbove ? 'A share can be at most 100%.' : parsed.message }
  }
  return parsed.rate === 0 ? { message: 'A share must be above 0%.' } : { share: parsed.rate }
}

/**
 * Units from lines such as `Apartment A-1203, 35,000`, `Plot 1 to 20` or `25%, $5,000`: a name, a range of numbers or a
 * percentage, with a price in whole dollars if there is one. The message names the first line that cannot be read.
 */
export function parseUnits(text: string): { units: NewUnit[] } | { message: string } {
  const units: NewUnit[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = collapseBlanks(line.replaceAll('\t', ' ; '))
    if (trimmed === '') continue
    const read = parseLine(trimmed)
    if ('message' in read) return { message: `Line ${index + 1}: ${read.message}` }
    units.push(...read.units)
    if (units.length > mostAdded) return { message: `Add at most ${mostAdded} units at a time.` }
  }
  if (units.length === 0) return { message: 'Enter the name of a unit, or a percentage.' }
  const names = new Set<string>()
  for (const { name } of units) {
    const key = name.toLowerCase()
    if (names.has(key)) return { message: `${name} is in the list twice.` }
    names.add(key)
  }
  return { units }
}

function parseLine(line: string): { units: NewUnit[] } | { message: string } {
  const [, written = line, figures = ''] = /^(.+?)\s*[;,]\s*(\$?\s*\d[\d,.\s]*)$/.exec(line) ?? []
  const price = figures === '' ? { price: null } : readPrice(figures)
  if ('message' in price) return price
  const share = readShare(written)
  if (share && 'message' in share) return share
  if (share) return { units: [{ name: shareText(share.share), ...share, ...price }] }
  const names = namesOf(written)
  if ('message' in names) return names
  return { units: names.names.map((name) => ({ name, share: null, ...price })) }
}

/** A price in whole dollars above zero, or its message. */
function readPrice(text: string): { price: Cents } | { message: string } {
  const parsed = parseAmount(text)
  if (!parsed.ok) return { message: parsed.message }
  if (!isPositive(parsed.amount)) return { message: 'A price must be above zero.' }
  if (parsed.amount % 100n !== 0n) return { message: 'Enter a price in whole dollars.' }
  return { price: parsed.amount }
}

/** `A-101 to A-120` and `Plot 1 to 20` are a name for each number; anything else is a name. */
function namesOf(written: string): { names: string[] } | { message: string } {
  const range = /^(.*?)(\d{1,6})\s+to\s+(.*?)(\d{1,6})$/i.exec(written)
  const [, before = '', first = '', again = '', last = ''] = range ?? []
  if (!range || !before.endsWith(again))
    return written.length > longestName
      ? { message: `Please keep a name to ${longestName} characters.` }
      : { names: [written] }
  const [from, to] = [Number(first), Number(last)]
  if (to < from) return { message: 'The first number of a range is the smaller one.' }
  if (to - from >= mostAdded) return { message: `Add at most ${mostAdded} units at a time.` }
  return {
    names: Array.from(
      { length: to - from + 1 },
      (_, step) => `${before}${String(from + step).padStart(first.length, '0')}`,
    ),
  }
}

/** `Apartment A-1203, $35,000`: a unit with its price. */
export function unitWithPrice({ name, price }: Pick<NewUnit, 'name' | 'price'>): string {
  return price === null ? name : `${name}, ${formatAmount(price, 'when-needed')}`
}

/** A stored row as a unit. */
export function asUnit(row: {
  id: string
  name: string
  share_bp: number | null
  price_cents: Cents | null
}): FreeUnit {
  const { id, name, share_bp, price_cents: price } = row
  return { id, name, share: share_bp === null ? null : basisPoints(share_bp), price }
}
