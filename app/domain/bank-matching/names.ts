import { folded } from '../../values/folded.ts'

const noNames = new Set(
  'mr mrs miss dr eng ltd limited bank the and of from for to acc account paybill till pay via ref unit transfer'.split(
    ' ',
  ),
)

/** Results by text, because the same names are compared many times in a batch. */
function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = work(text)
    if (results.size > 50_000) results.clear()
    results.set(text, result)
    return result
  }
}

/** The words of a name without titles, masks and single letters. */
export const nameWords = remembered((text): readonly string[] => {
  const words = folded(text.slice(0, 200)).match(/\p{L}+/gu) ?? []
  return [...new Set(words.filter((word) => word.length > 1 && !noNames.has(word)))]
})

/** One spelling for sounds that Somali, Swahili and English write differently: Xasan, Hassan; Cabdi, Abdi; Maxamed. */
const sounds = (word: string) =>
  word
    .replace(/x/g, 'h')
    .replace(/kh|q|ck/g, 'k')
    .replace(/dh/g, 'd')
    .replace(/ph/g, 'f')
    .replace(/(.)\1+/g, '$1')

/** In Somali C is a sound that other spellings leave out. */
const spellingsOf = remembered((word) => [
  ...new Set([sounds(word), sounds(word.replace(/c(?!h)/g, ''))]),
])

/** The consonants, with those that are often confused written as one. */
const consonants = remembered((spelling) =>
  (spelling.slice(0, 1).replace(/[aeiou]/, 'a') + spelling.slice(1).replace(/[aeiouwyh]/g, ''))
    .replace(/d/g, 't')
    .replace(/b/g, 'p')
    .replace(/[gc]/g, 'k')
    .replace(/z/g, 's')
    .replace(/v/g, 'f')
    .replace(/(.)\1+/g, '$1'),
)

/** Keys that similar words share: their consonants, also with one of them left out. */
function keysOf(word: string): string[] {
  const keys = new Set<string>()
  for (const spelling of spellingsOf(word)) {
    const whole = consonants(spelling)
    keys.add(whole)
    if (whole.length >= 3)
      for (let at = 1; at < whole.length; at += 1)
        keys.add(whole.slice(0, at) + whole.slice(at + 1))
  }
  return [...keys]
}

/** The next row of the table of distances; letters that changed places count as one mistake. */
function nextRow(
  letters: [now: string, before: string],
  right: string,
  rows: [last: number[], beforeLast: number[]],
) {
  const [now, before] = letters
  const [last, beforeLast] = rows
  const current = [(last[0] ?? 0) + 1]
  for (let at = 1; at <= right.length; at += 1) {
    const changed = (last[at - 1] ?? 0) + (now === right[at - 1] ? 0 : 1)
    const isSwap = now === right[at - 2] && before === right[at - 1]
    const swapped = isSwap ? (beforeLast[at - 2] ?? 3) + 1 : 3
    current.push(Math.min((last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, changed, swapped))
  }
  return current
}

/** The least number of wrong, lost, additional or swapped letters, up to three. */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return 3
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [index, letter] of Array.from(left).entries()) {
    const current = nextRow([letter, left[index - 1] ?? ''], right, [last, beforeLast])
    beforeLast = last
    last = current
  }
  return Math.min(3, last[right.length] ?? 3)
}

/** Two or three consonants say little: Mutua and Mohamed, or Kariuki and Grace have the same, so few letters may differ then. */
function soundsAlike(left: string, right: string, apart: number): boolean {
  const heard = consonants(left)
  if (heard !== consonants(right) || Math.min(left.length, right.length) < 3) return false
  return heard.length > 3 || apart < 3
}

/** How alike two words of names are, from 0 to 1. */
function likeness(left: string, right: string): number {
  if (left === right) return 1
  const pairs = spellingsOf(left).flatMap((first) =>
    spellingsOf(right).map((second) => [first, second] as const),
  )
  const best = Math.max(
    ...pairs.map(([first, second]) => {
      const length = Math.max(first.length, second.length)
      const apart = distance(first, second)
      return Math.max(soundsAlike(first, second, apart) ? 0.85 : 0, 1 - apart / Math.max(length, 3))
    }),
  )
  return best === 1 ? 0.97 : best
}

const leastLikeness = 0.74

/** How alike two names are, from 0 to 1, whatever the order of their words; one that lacks words is alike, too. */
export function namesAlike(left: string, right: string): number {
  const [shorter, longer] = [nameWords(left), nameWords(right)].toSorted(
    (a, b) => a.length - b.length,
  )
  if (!shorter?.length || !longer) return 0
  const best = shorter.map((word) =>
    Math.max(0, ...longer.map((against) => likeness(word, against))),
  )
  const sum = best
    .filter((score) => score >= leastLikeness)
    .reduce((total, score) => total + score, 0)
  return (sum / shorter.length) * (shorter.length === 1 && longer.length > 1 ? 0.7 : 1)
}

type Person = { id: string; weight: number }

/** Finds people by names that are misspelt, shortened or in another order; rare words count more than common ones. */
export class NameIndex {
  readonly #people = new Map<string, Person[]>()
  readonly #byKey = new Map<string, Set<string>>()
  readonly #similar = new Map<string, [word: string, worth: number][]>()
  readonly #count: number

  constructor(people: readonly { id: string; name: string }[]) {
    this.#count = people.length
    const named = people.map(({ id, name }) => ({
      person: { id, weight: 0 },
      words: nameWords(name),
    }))
    for (const { person, words } of named) for (const word of words) this.#add(word, person)
    for (const { person, words } of named)
      person.weight = words.reduce((total, word) => total + this.#weight(word), 0)
  }

  #add(word: string, person: Person): void {
    const known = this.#people.get(word)
    if (known) known.push(person)
    else {
      this.#people.set(word, [person])
      for (const key of keysOf(word))
        this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(word))
    }
  }

  #weight(word: string): number {
    return Math.log(1 + (this.#count + 1) / (this.#people.get(word)?.length ?? 1))
  }

  /** The words of names like this one, with what they are worth. */
  #wordsLike(word: string): [word: string, worth: number][] {
    const known = this.#similar.get(word)
    if (known) return known
    const near = new Set(keysOf(word).flatMap((key) => [...(this.#byKey.get(key) ?? [])]))
    const similar = [...near]
      .map((other) => ({ other, score: likeness(word, other) }))
      .filter(({ score }) => score >= leastLikeness)
      .map(({ other, score }): [string, number] => [other, score * this.#weight(other)])
    this.#similar.set(word, similar)
    return similar
  }

  /** The people who have a word like this in their name, with what the best of them is worth. */
  #peopleLike(word: string): Map<Person, number> {
    const best = new Map<Person, number>()
    for (const [other, worth] of this.#wordsLike(word))
      for (const person of this.#people.get(other) ?? [])
        if ((best.get(person) ?? 0) < worth) best.set(person, worth)
    return best
  }

  /** The people whose names are most like this text, the likeliest first, each with a score up to 1. */
  find(text: string, most: number): [id: string, score: number][] {
    const typed = nameWords(text).slice(0, 8)
    const sums = new Map<Person, { sum: number; count: number }>()
    for (const word of typed) {
      for (const [person, worth] of this.#peopleLike(word)) {
        const found = sums.get(person)
        if (found) {
          found.sum += worth
          found.count += 1
        } else sums.set(person, { sum: worth, count: 1 })
      }
    }
    const all = typed.reduce((total, word) => total + this.#weight(word), 0)
    const scores: [id: string, score: number][] = []
    for (const [{ id, weight }, { sum, count }] of sums) {
      const share = Math.min(1, (sum / weight) * 0.6 + (sum / all) * 0.4)
      const score = count === 1 ? share * 0.6 : share
      if (score >= 0.25) scores.push([id, score])
    }
    return scores.toSorted(([, left], [, right]) => right - left).slice(0, most)
  }
}
