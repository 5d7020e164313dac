import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('RT-451 a budget in ms applies as written on the reference machine or a faster one, and is scaled on a slower one', () => {
  expect(new Pace().allowed(50)).toBe(50)
  expect(new Pace([1, 1, 1]).allowed(50)).toBe(50)
  // One stall of the machine does not count.
  expect(new Pace([6.6, 900, 6.6]).allowed(50)).toBeCloseTo(150)
})

test('RT-451 the fixed piece of work is measured on this machine', async () => {
  const pace = new Pace()
  await pace.sample()
  expect(pace.summary).toMatch(
    /^The fixed piece of work took \d+\.\d ms, 2\.2 ms on the reference machine/,
  )
})
