import type { Cents } from './money.ts'

declare const basisPoint: unique symbol

/** Whole basis points: 10000 is 100%. Branded, so that percents and basis points are not mixed up. */
export type BasisPoints = number & { readonly [basisPoint]: never }

/** The basis points, or the message for the field. */
export type ParsedPercent = { ok: true; rate: BasisPoints } | { ok: false; message: string }

/** Takes whole basis points from a trusted source. Throws on a fraction or a negative number. */
export function basisPoints(whole: number): BasisPoints {
  if (!Number.isSafeInteger(whole) || whole < 0)
    throw new RangeError(`${whole} is no whole number of basis points`)
  return whole as BasisPoints
}

export const hundredPercent = basisPoints(10_000)

/** `part` of `whole`, rounded down, so that one missing cent is never 100%. Throws on negative amounts. */
export function share(part: Cents, whole: Cents): BasisPoints {
  if (part < 0n || whole < 0n) throw new RangeError('A share is taken of amounts from zero up')
  return basisPoints(whole === 0n ? 0 : Number((part * 10_000n) / whole))
}

/** Like `share`, rounded to the nearest, for parts that people add up; less than all is never 100%. */
export function nearestShare(part: Cents, whole: Cents): BasisPoints {
  if (part >= whole) return share(part, whole)
  if (part < 0n) throw new RangeError('A share is taken of amounts from zero up')
  return basisPoints(Math.min(Number((part * 20_000n + whole) / (whole * 2n)), hundredPercent - 1))
}

/** Formats a rate, `62.5%`, with `decimals` (0 to 2); less than 100% never reads `100.0%`. */
export function formatPercent(rate: BasisPoints, decimals: 0 | 1 | 2 = 1): string {
  const step = 10 ** (2 - decimals)
  const rounded = Math.round(rate / step) * step
  const shown = rate < hundredPercent ? Math.min(rounded, hundredPercent - step) : rounded
  const hundredths = (shown % 100).toString().padStart(2, '0')
  return decimals === 0
    ? `${shown / 100}%`
    : `${Math.floor(shown / 100)}.${hundredths.slice(0, decimals)}%`
}

/**
 * Reads a typed percent: `8`, `8.5`, `8.25%`. Refuses negative numbers, decimal commas, more than
 * two decimals, text, and more than `most` (100%).
 */
export function parsePercent(text: string, most: BasisPoints = hundredPercent): ParsedPercent {
  const figures = withoutPercentSign(text)
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(figures)
  if (!match) return { ok: false, message: howToMend(figures) }
  const rate = basisPoints(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
  if (rate > most) return { ok: false, message: `A percentage can be at most ${most / 100}.` }
  return { ok: true, rate }
}

/** The trimmed text before a percent sign. */
export function withoutPercentSign(text: string): string {
  const trimmed = text.trim()
  return trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed
}

function howToMend(figures: string): string {
  if (figures === '') return 'Enter a percentage.'
  if (/^[-−–]/.test(figures)) return 'A percentage cannot be negative. Remove the minus sign.'
  if (/^\d*,\d+$/.test(figures)) return 'Use a decimal point, like 8.5.'
  if (/^\d*\.\d{3,}$/.test(figures)) return 'Use at most two decimals, like 8.25.'
  return 'Enter the percentage in digits, like 8.5.'
}
