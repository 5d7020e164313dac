/** Bytes of UTF-8 in one field: several hundred pasted lines, and far more than any other text of ours. */
export const longestField = 200_000

/** Combining marks on one letter; no language needs more (Unicode Standard Annex 15, Stream-Safe Text Format). */
const mostMarks = 30
const tooManyMarks = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')
const surplusMarks = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

const encoder = new TextEncoder()

/** Why a text is refused before anything is done with it. */
export type TextFault = 'too-long' | 'too-many-marks'

/** The sentence for each fault, to be shown next to the field of the text. */
export const textFaultMessages: Record<TextFault, string> = {
  'too-long': 'Please shorten this text.',
  'too-many-marks': 'Please remove the repeated accents.',
}

/**
 * Why a text may not be read; null when it may. A text over `mostBytes` of UTF-8, or one with a pile of combining marks on
 * a letter, takes seconds to normalise.
 */
export function textFault(text: string, mostBytes = longestField): TextFault | null {
  // A unit of UTF-16 is one to three bytes of UTF-8.
  const isLong =
    text.length > mostBytes ||
    (text.length * 3 > mostBytes && encoder.encode(text).length > mostBytes)
  if (isLong) return 'too-long'
  return tooManyMarks.test(text) ? 'too-many-marks' : null
}

/**
 * The text in this normal form of Unicode: the only place where text from outside is normalised. A text with a fault
 * (`textFault`) is returned as it is.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return textFault(text) === null ? text.normalize(form) : text
}

/** The last `most` characters of the name of a file, normalised, with at most 30 combining marks on a letter. */
export function normalizedFileName(name: string, most: number): string {
  // Decomposed, one character can be a few.
  const end = name.slice(-4 * most).replace(surplusMarks, '$1')
  return Array.from(end.normalize('NFC')).slice(-most).join('')
}
