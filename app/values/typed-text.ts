/** Bytes of UTF-8 in one field: several hundred pasted lines. */
export const longestField = 200_000

/** Combining marks on one letter; no language needs more (Unicode Standard Annex 15, Stream-Safe Text Format). */
const mostMarks = 30
const tooManyMarks = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')
const surplusMarks = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

const encoder = new TextEncoder()

export type TextFault = 'too-long' | 'too-many-marks'

export const textFaultMessages: Record<TextFault, string> = {
  'too-long': 'Please shorten this text.',
  'too-many-marks': 'Please remove the repeated accents.',
}

/** Why a text is refused; null when allowed. Long texts and piles of combining marks take seconds to normalise. */
export function textFault(text: string, mostBytes = longestField): TextFault | null {
  // A UTF-16 unit is one to three bytes of UTF-8.
  const isLong =
    text.length > mostBytes ||
    (text.length * 3 > mostBytes && encoder.encode(text).length > mostBytes)
  if (isLong) return 'too-long'
  return tooManyMarks.test(text) ? 'too-many-marks' : null
}

/** Normalises text, the only place to do so. A text with a fault is returned unchanged. */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return textFault(text) === null ? text.normalize(form) : text
}

/** The last `most` characters of a file name, normalised, with at most 30 combining marks on a letter. */
export function normalizedFileName(name: string, most: number): string {
  // One character may be several when decomposed.
  const end = name.slice(-4 * most).replace(surplusMarks, '$1')
  return Array.from(end.normalize('NFC')).slice(-most).join('')
}
