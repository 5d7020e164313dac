import { expect, test } from 'vitest'
import { grouped } from './grouped.ts'

test('a comma stands between thousands, and nowhere else', () => {
  expect([0, 7, 999, 1000, 10_000, 100_017, 1_234_567].map(grouped)).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '10,000',
    '100,017',
    '1,234,567',
  ])
})
