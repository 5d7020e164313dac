import { expect, test } from 'vitest'
import {
  buildMatchingContext,
  withInvestments,
} from '../../app/domain/bank-matching/matching-context.ts'
import { possibleInvestments } from '../../app/domain/bank-matching/possible-investments.ts'
import { suggest } from '../../app/domain/bank-matching/suggest.ts'
import { makeMonth } from './make-month.ts'
import { readMonth } from './month.ts'

test('BANK-520 the investments that a line may be a payment on lead to the same result as all investments', async () => {
  const { facts, payments } = await readMonth(makeMonth(5, 400, 120))
  const all = buildMatchingContext(facts)
  const sizes: number[] = []
  for (const line of payments) {
    const possible = possibleInvestments([line], all, all)
    const isFound = (each: (typeof facts.investments)[number]) =>
      possible.investorIds.includes(each.investorId) ||
      possible.investmentIds.includes(each.id) ||
      possible.references.some((reference) => reference === each.reference) ||
      (each.nextPayment !== null && possible.nextAmounts.includes(each.nextPayment.amount))
    const investors = new Set(facts.investments.filter(isFound).map((each) => each.investorId))
    const investments = facts.investments.filter((each) => investors.has(each.investorId))
    sizes.push(investments.length)
    expect(suggest(line, withInvestments(all, { ...facts, investments }))).toEqual(
      suggest(line, all),
    )
  }
  expect(sizes.length).toBeGreaterThan(300)
  expect(Math.max(...sizes)).toBeLessThan(facts.investments.length / 2)
})
