import { expect, test } from 'vitest'
import { choosableHeadings, guessUses } from './statement-columns.ts'

test('BANK-556 the columns of an unusual statement are suggested by their headings, and the date by its days', () => {
  const usesOf = (headings: string[], examples: string[][] = []) =>
    Object.fromEntries(guessUses(choosableHeadings(headings), examples))
  const headings = ['When', 'Particulars', 'Customer', 'Money received', 'Money paid', 'Running']
  const rows = [
    ['03/11/2026', 'Standing order', 'ASHA MOHAMED', '1500.5', '', '11500.5'],
    ['04/11/2026', 'Card fee', '', '', '12', '11488.5'],
  ]
  const found = { 1: 'narrative', 2: 'payerName', 3: 'in', 4: 'out', 5: 'balance' }
  expect(usesOf(headings, rows)).toEqual({ 0: 'date', ...found })
  expect(usesOf(headings)).toEqual(found)
  expect(usesOf(headings, [['soon', ...(rows[0] ?? []).slice(1)]])).toEqual(found)
  expect(usesOf(['Posting date', 'When', 'Text'], [['x', '03/11/2026', 'y']])).toMatchObject({
    0: 'date',
  })
})
