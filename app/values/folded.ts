import { normalizeText } from './typed-text.ts'

/** Apostrophes, accents, Arabic and Hebrew vowel signs, and invisible characters. */
const leftOut =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: combining characters are what this is about.
  /['`\u00ad\u02b9-\u02bf\u02c8\u02ee\u0300-\u036f\u0483-\u0489\u055a\u0591-\u05c7\u05f3\u0610-\u061c\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2035\u2060-\u206f\u20d0-\u20ff\ua78b\ua78c\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]/g

const written = 'øłđħıðɓɗƙƴςٱىةکیہھە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‒–—―−'
const plain = 'oldhidbdkyσايهكيههه01234567890123456789------'
const plainOf = new Map([...written].map((letter, at) => [letter, plain[at] ?? '']))
const ligatures: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe' }

/**
 * A text as searches compare it: no accents, case, apostrophes, vowel signs or invisible
 * characters, plain digits, single spaces. `app.folded` in the database does the same.
 */
export function folded(text: string): string {
  return normalizeText(text.replaceAll('´', ''), 'NFKD')
    .toLowerCase()
    .replace(leftOut, '')
    .replace(/[^\0-\u007f]/g, (letter) => plainOf.get(letter) ?? letter)
    .replace(/[\s\u0085\u2800]+/g, ' ')
    .replace(/[ßæœ]/g, (letter) => ligatures[letter] ?? letter)
}
