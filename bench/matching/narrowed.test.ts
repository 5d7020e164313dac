import { expect, test } from 'vitest'
import {
  buildMatchingContext,
  withInvestments,
} from '../../app/domain/bank-matching/matching-context.ts'
import { possibleInvestments } from '../../app/domain/bank-matching/possible-investments.ts'
import {
  possibleReferences,
  ReferenceIndex,
} from '../../app/domain/bank-matching/reference-index.ts'
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

test('BANK-520 every reference that a text is near to is among those that are looked up for it', () => {
  const reference = 'MS7K2Q4'
  const index = new ReferenceIndex([reference])
  const letters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const places = Array.from(reference, (_, place) => place)
  const cut = (from: number, to: number) => [reference.slice(0, from), reference.slice(to)] as const
  const texts = places.flatMap((place) => [
    cut(place, place + 1).join(''),
    ...letters.flatMap((letter) => [
      cut(place, place).join(letter),
      cut(place, place + 1).join(letter),
    ]),
    ...places.map((other) =>
      Array.from(reference, (letter, at) =>
        at === place ? reference[other] : at === other ? reference[place] : letter,
      ).join(''),
    ),
  ])
  const near = [...texts, 'M57KZ04', 'ms7 k2q4', 'Plot 5 #M57K2Q4'].filter(
    (text) => index.wholeIn(text).length + index.nearIn(text).length > 0,
  )
  expect(near.length).toBeGreaterThan(400)
  expect(near.filter((text) => !possibleReferences(text).includes(reference))).toEqual([])
})
