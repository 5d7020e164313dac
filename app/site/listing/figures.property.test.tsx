import fc from 'fast-check'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { listingOf } from '../../../tests/listings.ts'
import { anInvestor, aProject } from '../../../tests/people.ts'
import { cents, formatAmount } from '../../values/money.ts'

const people = [await anInvestor('Ada'), await anInvestor('Ben'), await anInvestor('Cora')]
const money = (most: number) =>
  fc.integer({ min: 1, max: most }).map((hundreds) => hundreds * 10_000)

const projects = fc.record({
  target: fc.option(money(300)),
  typed: fc.option(fc.integer({ min: 0, max: 100 })),
  minimum: fc.option(money(40)),
  unitPrice: fc.option(money(60)),
  units: fc.option(fc.integer({ min: 1, max: 20 })),
  status: fc.constantFrom('planned', 'ongoing', 'completed'),
  investments: fc.array(
    fc.record({
      amount: money(120),
      who: fc.integer({ min: 0, max: 2 }),
      status: fc.constantFrom('pending', 'active'),
    }),
    { maxLength: 5 },
  ),
})
type Project = typeof projects extends fc.Arbitrary<infer Value> ? Value : never

/** What the page must say, computed here from what was generated. */
function expected({ target, typed, minimum, unitPrice, units, status, investments }: Project) {
  const counted = investments.filter((row) => row.status === 'active')
  const raised = counted.reduce((sum, { amount }) => sum + amount, 0)
  const held = investments.reduce((sum, { amount }) => sum + amount, 0)
  const offers = [target, unitPrice !== null && units !== null ? unitPrice * units : null]
  const known = offers.filter((offer) => offer !== null)
  const offer = known.length === 0 ? null : Math.min(...known)
  // A typed share is one of the offer that is taken, whatever else is recorded.
  const stated = offer === null || target !== null ? 0 : Math.ceil((offer * (typed ?? 0)) / 100)
  const left = offer === null ? null : offer - Math.max(held, stated)
  const least = minimum ?? unitPrice ?? 1
  const isTaken = status !== 'completed' && left !== null && left < least
  const contradicts = isTaken && typed !== null && typed < 100
  const computed = target && Math.min(Math.floor((raised * 10_000) / target), 10_000) / 100
  return {
    percent: target === null ? (contradicts ? null : typed) : computed,
    isTyped: target === null && typed !== null && !contradicts,
    investors: new Set(counted.map(({ who }) => who)).size,
    isTaken,
  }
}

async function store({ target, typed, minimum, unitPrice, units, status, investments }: Project) {
  const projectId = await aProject()
  await change(
    `update app.project set target_cents = $2, minimum_cents = $3, unit_price_cents = $4, units = $5, status = $6,
       funded_bp = $7::integer * 100, funded_as_of_on = case when $7::integer is not null then date '2026-03-01' end
     where id = $1`,
    [projectId, target, minimum, unitPrice, units, status, typed],
  )
  for (const { amount, who, status: state } of investments)
    await change(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
       values ($1, $2, $3, '2026-02-01', $4)`,
      [people[who]?.investorId, projectId, amount, state],
    )
  return projectId
}

const amountIn = (html: string, label: string) =>
  new RegExp(`${label}.{0,400}?(\\$[\\d,.]+)`, 's').exec(html)?.[1]

test('PAGE-008 PAGE-017 (issue 33) all figures of a public page agree with each other and with what is recorded', async () => {
  await fc.assert(
    fc.asyncProperty(projects, async (project) => {
      const { html, words } = await listingOf(await store(project))
      const { percent, isTyped, investors, isTaken } = expected(project)
      const shares = [...words.matchAll(/([\d.]+)% funded/g)].map(([, share]) => Number(share))
      for (const share of shares) expect(share).toBe(Math.floor(percent ?? -1))
      expect(shares.length > 0).toBe(percent !== null)
      expect(words.includes('as of 1 Mar 2026')).toBe(isTyped)
      expect(words.includes('This is what was paid in by that day.')).toBe(isTyped)
      expect(words.includes('so far')).toBe(investors > 0)
      if (investors > 0) expect(words).toMatch(new RegExp(`investors? so far ${investors}(?!\\d)`))
      expect(words.includes('Fully reserved')).toBe(isTaken)
      expect(words.includes('Invest Now')).toBe(!isTaken && project.status !== 'completed')
      if (project.minimum !== null && project.status !== 'completed')
        expect(amountIn(words, 'Minimum investment')).toBe(
          formatAmount(cents(BigInt(project.minimum)), 'when-needed'),
        )
      if (project.target !== null)
        expect(html).toContain(formatAmount(cents(BigInt(project.target)), 'when-needed'))
    }),
    { numRuns: 25 },
  )
})
