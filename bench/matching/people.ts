import type { Random } from './random.ts'

export type Person = { name: string; phone: string }

const somali = {
  first:
    'Mohamed Maxamed Abdi Cabdi Hassan Xasan Ali Cali Ahmed Axmed Yusuf Ibrahim Omar Cumar Abdullahi Ismail Mahad Liban Fatuma Faadumo Hodan Halima Amina Khadija Sahra Asha Hawa Ayan Ifrah Nimco Sagal Hibo Deeqa Maryan'.split(
      ' ',
    ),
  last: 'Noor Nuur Warsame Farah Hassan Ali Mohamed Abdi Ahmed Osman Cismaan Jama Jaamac Aden Aadan Hussein Xuseen Duale Elmi Cilmi Isse Guled Abdullahi Sheikh Barre Samatar Egal Hersi'.split(
    ' ',
  ),
}
const kenyan = {
  first:
    'Grace Mercy Kevin Brian James John Peter Mary Faith Joseph Daniel Esther Jane Ruth Samuel David Dennis Victor Lucy Ann Catherine Stephen Paul Nancy Alice Moses Isaac Joyce Lilian Collins'.split(
      ' ',
    ),
  last: 'Wanjiru Kamau Mwangi Njoroge Otieno Achieng Ochieng Omondi Atieno Kiprotich Chebet Kipchoge Mutua Musyoka Wambui Nyambura Karanja Kariuki Wafula Barasa Njeri Odhiambo Akinyi Cheruiyot Kibet Maina Gitau Muthoni Kilonzo Mwende'.split(
    ' ',
  ),
}

export function someName(random: Random): string {
  const { first, last } = random.chance(0.55) ? somali : kenyan
  const words = [random.pick(first), random.pick(last)]
  if (random.chance(0.6)) words.splice(1, 0, random.pick(last === somali.last ? last : first))
  return [...new Set(words)].join(' ')
}

const prefixes = '254710 254711 254720 254722 254733 254790 254707 254700 254110 254112'.split(' ')

export const somePhone = (random: Random): string => `${random.pick(prefixes)}${random.digits(6)}`

/** Who shares a family's name. */
export function someRelative(random: Random, of: Person): Person {
  const family = of.name.split(' ').at(-1) ?? ''
  const [first = ''] = someName(random).split(' ')
  return {
    name: random.chance(0.5) ? `${first} ${family}` : someName(random),
    phone: somePhone(random),
  }
}

/** As M-Pesa shows a payer: some digits hidden, names in capitals or not, shortened or with the middle hidden. */
export function masked(person: Person, random: Random): { number: string; name: string } {
  const words = person.name.split(' ')
  const ends = [words[0], words.at(-1)].join(' ')
  const shown = random.pick([
    ends,
    ends,
    person.name,
    words[0] ?? '',
    words.length > 2 ? `${words[0]} **** ${words.at(-1)}` : ends,
  ])
  return {
    number: `${person.phone.slice(0, 5)}****${person.phone.slice(-3)}`,
    name: random.chance(0.15) ? shown.toLowerCase() : shown.toUpperCase(),
  }
}

/** A name with a letter wrong, lost, doubled or out of its place. */
export function misspelt(name: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, name.length - 2))
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
  return random.pick([
    `${before}${random.pick(Array.from('aeioumnrst'))}${after}`,
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
  ])
}
