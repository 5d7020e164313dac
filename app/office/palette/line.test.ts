import { expect, test } from 'vitest'
import { inOrder, knownLines, type Line, matchingLines } from './line.ts'

const screens = [
  { to: '/admin-dashboard/investors', label: 'Manage Investors', icon: 'investors' as const },
  { to: '/', label: 'Visit Website', icon: 'external' as const, newTab: true },
]
const known = knownLines(screens)
const labels = (typed: string) => matchingLines(known, typed).map(({ label }) => label)

test('ADM-026 acts and screens are found by the beginnings of their words, in any order and case', () => {
  expect(labels('INV add')).toEqual(['Add Investor', 'Add Investment'])
  expect(labels('payout')).toEqual(['Distribute returns'])
  expect(labels('website')).toEqual(['Visit Website'])
  expect(labels('nvestor')).toEqual([])
  expect(labels('').length).toBe(known.length)
})

test('ADM-026 lines stand in their groups, whatever order they come in', () => {
  const line = (group: Line['group']): Line => ({
    group,
    label: group,
    icon: 'mail',
    to: `/${group}`,
  })
  const mixed = (
    [
      'Screens',
      'Receipts',
      'Actions',
      'Investors',
      'Inquiries',
      'Documents',
      'Investments',
      'Projects',
    ] as const
  ).map(line)
  expect(inOrder(mixed).map(({ group }) => group)).toEqual([
    'Investors',
    'Projects',
    'Investments',
    'Documents',
    'Inquiries',
    'Receipts',
    'Actions',
    'Screens',
  ])
})

test('BANK-262 exchange rates and payment accounts are found by their words', () => {
  expect(labels('exchange')).toEqual(['Exchange Rates'])
  expect(labels('rate')).toEqual(['Exchange Rates'])
  expect(labels('shilling')).toEqual(['Exchange Rates'])
  expect(labels('paybill')).toEqual(['Payment accounts'])
  expect(matchingLines(known, 'exchange')[0]).toMatchObject({
    to: '/admin-dashboard/exchange-rates',
    detail: 'Company Settings',
  })
})
