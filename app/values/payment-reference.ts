import { normalizeText } from './typed-text.ts'

declare const checked: unique symbol

/** What a payer types for an investment, `MS7K2Q4`: M, five characters of Crockford's base 32, and a check character. */
export type PaymentReference = string & { readonly [checked]: never }

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const factors = [7, 8, 9, 4, 2]
const length = 7

/**
 * The check character of the five between: the sum of their products in the field of 32 elements modulo x⁵ + x² + 1. It
 * finds every wrong character and every two neighbours among the last six that changed places. Characters outside
 * Crockford's base 32 have none. @internal
 */
export function checkCharacter(five: string): string | null {
  let total = 0
  for (const [place, factor] of factors.entries()) {
    let power = alphabet.indexOf(five[place] ?? ' ')
    if (power < 0) return null
    for (let bit = 1; bit <= factor; bit <<= 1) {
      if (factor & bit) total ^= power
      power = power & 16 ? (power << 1) ^ 0b100101 : power << 1
    }
  }
  return alphabet[total] ?? null
}

/** Whether a text in capitals is a reference with its check character. */
export function isPaymentReference(text: string): text is PaymentReference {
  return /^M[0-9A-HJKMNP-TV-Z]{6}$/.test(text) && checkCharacter(text.slice(1, 6)) === text[6]
}

/** Letters and digits as they are compared: in capitals, O read as 0, I and L as 1. */
const tidy = (text: string) =>
  normalizeText(text, 'NFKC').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/**
 * The reference in what someone typed: alone, with blanks or a bank's prefix (`441211#MS7K2Q4`), or as a word of a longer
 * text. Null when there is none, and when there are two that differ.
 */
export function readPaymentReference(text: string): PaymentReference | null {
  const found = new Set<PaymentReference>()
  const words = tidy(text).split(/[^0-9A-Z]+/)
  for (const word of [...words, words.join('')]) if (isPaymentReference(word)) found.add(word)
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}

const misreadings: Record<string, string> = {
  S: '5',
  '5': 'S',
  Z: '2',
  '2': 'Z',
  B: '8',
  '8': 'B',
  G: '6',
  '6': 'G',
  Q: '0',
  '0': 'Q',
}

/**
 * The references that a mistyped one may stand for: one wrong character, two neighbours that changed places, or characters
 * that look alike. For suggestions, never for a match.
 */
export function nearReferences(text: string): PaymentReference[] {
  const found = new Set<string>()
  for (const word of tidy(text).split(/[^0-9A-Z]+/))
    if (word.length === length) for (const near of variantsOf(word)) found.add(near)
  return [...found].filter(isPaymentReference)
}

function* variantsOf(word: string): Generator<string> {
  for (let place = 0; place < length; place += 1) {
    const [before, after] = [word.slice(0, place), word.slice(place + 1)]
    for (const character of alphabet) yield before + character + after
    yield before + (word[place + 1] ?? '') + (word[place] ?? '') + word.slice(place + 2)
  }
  yield* lookingAlike(word, 0)
}

function* lookingAlike(word: string, place: number): Generator<string> {
  if (place === length) yield word
  else {
    yield* lookingAlike(word, place + 1)
    const other = misreadings[word[place] ?? '']
    if (other) yield* lookingAlike(word.slice(0, place) + other + word.slice(place + 1), place + 1)
  }
}
