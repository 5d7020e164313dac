import { describe, expect, test } from 'vitest'
import { pauseBeforeRetry, whenToApply } from './live-schedule.ts'

describe('when live changes are applied', () => {
  test('after a second of quiet', () => {
    expect(whenToApply({ first: 0, last: 0, appliedLast: undefined, atMostEveryMs: 0 })).toBe(1000)
    expect(whenToApply({ first: 0, last: 300, appliedLast: undefined, atMostEveryMs: 0 })).toBe(
      1300,
    )
  })

  test('at most a second and a half after the first, however many follow', () => {
    expect(whenToApply({ first: 0, last: 900, appliedLast: undefined, atMostEveryMs: 0 })).toBe(
      1500,
    )
    expect(whenToApply({ first: 0, last: 1490, appliedLast: undefined, atMostEveryMs: 0 })).toBe(
      1500,
    )
  })

  test('later by its own share of the spread when a crowd was told, whatever follows', () => {
    expect(
      whenToApply({ first: 0, last: 0, spreadMs: 7000, appliedLast: undefined, atMostEveryMs: 0 }),
    ).toBe(8000)
    expect(
      whenToApply({ first: 0, last: 6000, spreadMs: 7000, appliedLast: 1000, atMostEveryMs: 3000 }),
    ).toBe(8500)
  })

  test('no sooner than the pause of the busy lists, but it is applied', () => {
    expect(whenToApply({ first: 5000, last: 5000, appliedLast: 4000, atMostEveryMs: 3000 })).toBe(
      7000,
    )
    expect(whenToApply({ first: 9000, last: 9000, appliedLast: 4000, atMostEveryMs: 3000 })).toBe(
      10_000,
    )
  })
})

test('a refresh that failed is tried again after ever longer pauses, a minute at most', () => {
  expect([0, 1, 2, 5, 6, 50].map(pauseBeforeRetry)).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ])
})
