import { folded } from '../../values/folded.ts'
import { isPaymentReference } from '../../values/payment-reference.ts'

const length = 7

/** As references are compared: O read as 0, I and L as 1. */
const plain = (word: string) => word.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const alike: Record<string, string> = { S: '5', Z: '2', B: '8', G: '6', Q: '0' }
const withoutLookalikes = (word: string) =>
  word.replaceAll(/[SZBGQ]/g, (letter) => alike[letter] ?? letter)

const places = Array.from({ length }, (_, place) => place)
const without = (word: string, place: number) => word.slice(0, place) + word.slice(place + 1)
const wildcard = (word: string, place: number) => `${word.slice(0, place)}_${word.slice(place + 1)}`

/** Words of a text, and neighbours joined, with as many characters as a reference or one more or less. */
function wordsOf(text: string): string[] {
  // A bank's number may come first, without a separator.
  const tokens =
    folded(text.slice(0, 500))
      .replace(/(?<![0-9a-z])(\d{4,})(?=m[0-9a-z]{6}(?![0-9a-z]))/g, '$1#')
      .match(/[0-9a-z]+/g) ?? []
  const words = new Set<string>()
  for (let from = 0; from < tokens.length; from += 1) {
    let word = ''
    for (let to = from; to < tokens.length && word.length < length; to += 1) {
      word += tokens[to]
      if (word.length >= length - 1 && word.length <= length + 1) words.add(plain(word))
    }
  }
  return [...words]
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const readings: Record<string, string> = { '5': '5S', '2': '2Z', '8': '8B', '6': '6G', '0': '0Q' }

/** What may be read of characters that look alike. */
const readingsOf = (word: string): string[] =>
  Array.from(withoutLookalikes(word)).reduce<string[]>(
    (texts, letter) =>
      texts.flatMap((text) => Array.from(readings[letter] ?? letter, (read) => text + read)),
    [''],
  )

const insertions = (word: string) =>
  [...places, length].flatMap((place) =>
    Array.from(alphabet, (letter) => word.slice(0, place) + letter + word.slice(place)),
  )
const substitutions = (word: string) =>
  places.flatMap((place) =>
    Array.from(alphabet, (letter) => word.slice(0, place) + letter + word.slice(place + 1)),
  )

function possibleOf(word: string): string[] {
  if (word.length < length) return insertions(word)
  if (word.length > length) return [...places, length].map((place) => without(word, place))
  return [...readingsOf(word), ...substitutions(word), ...swapsOf(word)]
}

/** All references that a `ReferenceIndex` of every reference could find in a text. */
export const possibleReferences = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap(possibleOf).filter(isPaymentReference)),
]

export type NearReference = { reference: string; reason: string }

/** Finds the references of investments in texts, whole ones and those with a mistake. */
export class ReferenceIndex {
  readonly #whole: ReadonlySet<string>
  readonly #near = new Map<string, Set<string>>()

  constructor(references: readonly string[]) {
    this.#whole = new Set(references)
    for (const reference of references) {
      this.#add(withoutLookalikes(reference), reference)
      for (const place of places) {
        this.#add(wildcard(reference, place), reference)
        this.#add(without(reference, place), reference)
      }
    }
  }

  #add(key: string, reference: string): void {
    this.#near.set(key, (this.#near.get(key) ?? new Set()).add(reference))
  }

  /** Whole references; a reference without its right check character is never among those of investments. */
  wholeIn(text: string): string[] {
    return wordsOf(text).filter((word) => this.#whole.has(word))
  }

  /** References that differ by one character or by usual misreadings from a word of the text. */
  nearIn(text: string): NearReference[] {
    return wordsOf(text).flatMap((word) => this.#nearOf(word))
  }

  #nearOf(word: string): NearReference[] {
    const found = new Map<string, string>()
    const add = (keys: readonly string[], reason: string) => {
      for (const key of keys)
        for (const reference of this.#near.get(key) ?? [])
          if (!found.has(reference)) found.set(reference, reason)
    }
    if (word.length === length) {
      add([withoutLookalikes(word)], 'characters that look alike')
      add(
        places.map((place) => wildcard(word, place)),
        'one character differs',
      )
      for (const swapped of swapsOf(word))
        if (this.#whole.has(swapped) && !found.has(swapped))
          found.set(swapped, 'two characters are swapped')
    }
    if (word.length === length - 1) add([word], 'one character is missing')
    if (word.length === length + 1)
      for (let place = 0; place <= length; place += 1)
        if (this.#whole.has(without(word, place)))
          found.set(without(word, place), 'one character too many')
    return [...found].map(([reference, reason]) => ({
      reference,
      reason: `${reason} (${reference})`,
    }))
  }
}

function swapsOf(word: string): string[] {
  return places.flatMap((left) =>
    places.slice(left + 1).map((right) => {
      const characters = Array.from(word)
      characters[left] = word.charAt(right)
      characters[right] = word.charAt(left)
      return characters.join('')
    }),
  )
}
