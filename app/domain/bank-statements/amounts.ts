/** Which sign stands before the decimals; null where the text does not tell. */
export type DecimalStyle = 'point' | 'comma' | null

export type ReadAmount = { minor: bigint; style: DecimalStyle }

const withPoint = /^(?<whole>\d+|\d{1,3}(?:,\d{3})+|)(?:\.(?<part>\d{1,2})(?:00+)?)?$/
const withComma = /^(?<whole>\d+|\d{1,3}(?:\.\d{3})+)(?:,(?<part>\d{1,2}))?$/
const isNegative = /^[-−–—(]|[-−–—]$|\d\s*dr\.?$/i

/** The amount of a cell in hundredths, signed as written; null for anything that can be read in two ways. */
export function readAmount(text: string): ReadAmount | null {
  const written = text.trim()
  const figures = written
    .replaceAll(/\b(?:kshs?|kes|usd|sos|slsh|eur|gbp|[cd]r)\b\.?/gi, '')
    .replaceAll(/[\s$£€']/g, '')
    .replaceAll(/^[-−–—(+]+|[-−–—)]+$/g, '')
  const point = withPoint.exec(figures)
  const match = point ?? withComma.exec(figures)
  if (!match?.groups || figures === '') return null
  const { whole = '', part = '' } = match.groups
  const size = BigInt(whole.replaceAll(/[.,]/g, '') || '0') * 100n + BigInt(part.padEnd(2, '0'))
  const isMarked = /[.,]/.test(figures)
  return {
    minor: isNegative.test(written) ? -size : size,
    style: isMarked ? (point ? 'point' : 'comma') : null,
  }
}

/** A cell without an amount: empty, or a dash. */
export const isBlankAmount = (text: string): boolean => /^[\s\-–—]*$/.test(text)
