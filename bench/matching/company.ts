import { checkCharacter } from '../../app/values/payment-reference.ts'
import { masked, type Person, someName, somePhone, someRelative } from './people.ts'
import type { Random } from './random.ts'
import type { TableRow } from './tables.ts'

/** A number and name as the statement shows them. */
export type Shown = ReturnType<typeof masked>

export type Investor = {
  id: string
  person: Person
  /** As M-Pesa knows them. */
  self: Shown
  relative: Person & { shown: Shown }
  /** A relative who pays for them now and then is in the history. */
  hasHelper: boolean
  investments: Investment[]
}

export type Investment = {
  reference: string
  project: string
  next: number
  remaining: number
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const projects = ['Twin Towers', 'Garden City', 'Ocean View', 'Kilimani Heights', 'Baraka']
const instalments = [250, 300, 400, 500, 500, 600, 750, 1000, 1000, 1500, 2000, 2500, 5000]

function someReference(random: Random, taken: Set<string>): string {
  for (;;) {
    const five = Array.from({ length: 5 }, () => alphabet.charAt(random.below(32))).join('')
    const reference = `M${five}${checkCharacter(five)}`
    if (!taken.has(reference)) {
      taken.add(reference)
      return reference
    }
  }
}

function someInvestment(random: Random, taken: Set<string>): Investment {
  const next = random.chance(0.6) ? random.pick(instalments) : 200 + random.below(300_000) / 100
  return {
    reference: someReference(random, taken),
    project: random.pick(projects),
    next,
    remaining: next * (6 + random.below(30)),
  }
}

/** Some share a name or a phone, as families do. */
function somePerson(random: Random, others: readonly Investor[]): Person {
  const person = { name: someName(random), phone: somePhone(random) }
  if (others.length === 0) return person
  const other = random.pick(others).person
  if (random.chance(0.05)) return { ...person, name: other.name }
  return random.chance(0.04) ? { ...person, phone: other.phone } : person
}

export function makeInvestors(random: Random, count: number): Investor[] {
  const taken = new Set<string>()
  const investors: Investor[] = []
  for (let index = 0; index < count; index += 1) {
    const person = somePerson(random, investors)
    const relative = someRelative(random, person)
    const share = random.next()
    investors.push({
      id: `investor-${index}`,
      person,
      self: masked(person, random),
      relative: { ...relative, shown: masked(relative, random) },
      hasHelper: random.chance(0.35),
      investments: Array.from({ length: share < 0.7 ? 1 : share < 0.93 ? 2 : 3 }, () =>
        someInvestment(random, taken),
      ),
    })
  }
  return investors
}

const dollars = (amount: number) => amount.toFixed(2)

export const investmentRows = (investors: readonly Investor[], random: Random): TableRow[] =>
  investors.flatMap(({ id, person, investments }) =>
    investments.map((investment) => ({
      reference: investment.reference,
      investor: person.name,
      investor_id: id,
      phones: random.chance(0.1) ? '' : `+${person.phone}`,
      project: investment.project,
      agreed: dollars(investment.remaining + 1000),
      received: '1000.00',
      status: 'active',
      archived: '',
      invested_on: '2026-01-10',
      next_amount: dollars(investment.next),
      next_on: `2026-11-${(1 + random.below(28)).toString().padStart(2, '0')}`,
    })),
  )

/** Payments of the months before; a fifth of the investors are new. */
export function historyRows(investors: readonly Investor[], random: Random): TableRow[] {
  const established = investors.filter(() => random.chance(0.8))
  return established.flatMap(({ self, relative, hasHelper, person, investments }) =>
    investments.flatMap(({ reference }) =>
      Array.from({ length: 3 + random.below(13) }, () => {
        const payer = hasHelper && random.chance(0.25) ? relative.shown : self
        const typed = random.pick([reference, reference, '', person.name.toLowerCase()])
        return { payer_number: payer.number, payer_name: payer.name, typed, reference }
      }),
    ),
  )
}
