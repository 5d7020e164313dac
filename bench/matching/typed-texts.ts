import type { Investment, Investor } from './company.ts'
import { misspelt, somePhone } from './people.ts'
import type { Random } from './random.ts'

/** What payers type as the account number, with its share of a month. */
export const kinds = {
  exact: 0.55,
  mistake: 0.1,
  name: 0.15,
  phone: 0.08,
  nothing: 0.07,
  'other-reference': 0.03,
  words: 0.02,
} as const
export type Kind = keyof typeof kinds

function writtenExact(reference: string, random: Random): string {
  if (random.chance(2 / 3)) return reference
  const spaced = `${reference.slice(0, 3)} ${reference.slice(3)}`
  return random.pick([
    reference.toLowerCase(),
    ` ${spaced}`,
    spaced.toLowerCase(),
    `441211#${reference}`,
    `441211#${reference.toLowerCase()}`,
    `${reference.slice(0, 1)}-${reference.slice(1)}`,
  ])
}

const misread: Record<string, string> = {
  S: '5',
  5: 'S',
  Z: '2',
  2: 'Z',
  B: '8',
  8: 'B',
  G: '6',
  6: 'G',
  Q: 'O',
  0: 'Q',
  V: 'U',
}

function withMistake(reference: string, random: Random): string {
  const place = 1 + random.below(reference.length - 1)
  const [before, after] = [reference.slice(0, place), reference.slice(place + 1)]
  const letter = reference.charAt(place)
  const wrong = random.pick([
    before + random.pick(Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')) + after,
    before + (misread[letter] ?? 'W') + after,
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
  ])
  if (wrong === reference) return withMistake(reference, random)
  return random.chance(0.3) ? wrong.toLowerCase() : wrong
}

function writtenName({ person, relative }: Investor, random: Random): string {
  const words = person.name.split(' ')
  return random.pick([
    person.name,
    person.name.toUpperCase(),
    words.toReversed().join(' ').toLowerCase(),
    [words[0], words.at(-1)].join(' '),
    words[0] ?? '',
    misspelt(person.name, random),
    misspelt(person.name, random).toLowerCase(),
    relative.name,
  ])
}

function writtenPhone({ person, relative }: Investor, random: Random): string {
  if (random.chance(0.1)) return `0${somePhone(random).slice(3)}`
  const { phone } = random.chance(0.85) ? person : relative
  return random.pick([
    phone,
    `0${phone.slice(3)}`,
    `+${phone}`,
    `0${phone.slice(3, 6)} ${phone.slice(6)}`,
  ])
}

const otherWords = [
  'Other',
  'house',
  'deposit',
  'KCA 123X',
  'november',
  'plot 12',
  'unit 3',
  '1',
  'asante',
]

export function typedText(
  kind: Kind,
  investor: Investor,
  investment: Investment,
  other: Investment,
  random: Random,
): string {
  switch (kind) {
    case 'exact':
      return writtenExact(investment.reference, random)
    case 'mistake':
      return withMistake(investment.reference, random)
    case 'name':
      return writtenName(investor, random)
    case 'phone':
      return writtenPhone(investor, random)
    case 'other-reference':
      return other.reference
    case 'words':
      return random.chance(0.3) ? investment.project : random.pick(otherWords)
    case 'nothing':
      return ''
  }
}
