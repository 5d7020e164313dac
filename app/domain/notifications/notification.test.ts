import { expect, test } from 'vitest'
import { readOfAll } from './notification.ts'

test.each([
  [12, 40, '12 of 40'],
  [2000, 2000, '2000 of 2000'],
  [3, 2001, '3 of 2,000+'],
  [2001, 2001, '2,000+ of 2,000+'],
])('%i of %i copies read is told as %s', (readCopies, copies, words) => {
  expect(readOfAll({ readCopies, copies })).toBe(words)
})
