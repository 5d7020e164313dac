import { expect, test } from 'vitest'
import { withoutKept } from './repository.ts'

/** As in names of backups, from a moment that is written as usual. */
const named = (instant: number | string) => new Date(instant).toISOString().replace(/:/g, '-')
const hour = 3_600_000
const keep = { hourly: 24, daily: 14, monthly: 12 }

/** Takes a backup every hour, as the schedule does, and deletes after each. */
function after(hours: number, from: string, rules = keep): string[] {
  let kept: string[] = []
  for (let past = 0; past < hours; past += 1) {
    const all = [...kept, named(Date.parse(from) + past * hour)]
    const old = new Set(withoutKept(all, rules))
    kept = all.filter((moment) => !old.has(moment))
  }
  return kept
}

test('OPS-350 after a year of hours there are 24 hours, 14 days and 12 months, each with its newest backup', () => {
  const kept = after(366 * 24, '2025-11-27T10:07:00Z')
  expect(kept.at(-1)).toBe('2026-11-28T09-07-00.000Z')
  expect(kept).toHaveLength(24 + 12 + 11)
  expect(kept.slice(0, 3).map((moment) => moment.slice(0, 13))).toEqual([
    '2025-12-31T23',
    '2026-01-31T23',
    '2026-02-28T23',
  ])
})

test.each([
  ['end of an hour', ['2026-11-27T10:59:59.999Z', '2026-11-27T11:00:00.000Z'], { hourly: 2 }, []],
  ['within an hour', ['2026-11-27T10:00:00.000Z', '2026-11-27T10:59:59.999Z'], { hourly: 2 }, [0]],
  ['end of a day', ['2026-11-26T23:59:59.999Z', '2026-11-27T00:00:00.000Z'], { daily: 2 }, []],
  ['end of a month', ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z'], { monthly: 2 }, []],
  ['end of a year', ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'], { monthly: 2 }, []],
  ['a leap day', ['2028-02-28T12:00:00.000Z', '2028-02-29T12:00:00.000Z'], { daily: 2 }, []],
  ['years without one', ['2020-01-01T00:00:00.000Z', '2026-11-27T00:00:00.000Z'], { daily: 2 }, []],
  [
    'a clock of the future',
    ['2026-11-27T00:00:00.000Z', '2099-01-01T00:00:00.000Z'],
    { daily: 2 },
    [],
  ],
  ['no rule', ['2026-11-26T00:00:00.000Z', '2026-11-27T00:00:00.000Z'], {}, [0]],
  ['the only one', ['2020-01-01T00:00:00.000Z'], {}, []],
  ['none', [], { hourly: 24 }, []],
])('OPS-351 at the edges of the periods: %s', (_case, instants, rules, old) => {
  const moments = instants.map(named)
  const wanted = { hourly: 0, daily: 0, monthly: 0, ...rules }
  expect(withoutKept(moments, wanted)).toEqual(old.map((place) => moments[place]))
  // In whatever order a place lists them.
  expect(withoutKept(moments.toReversed(), wanted)).toEqual(old.map((place) => moments[place]))
})
