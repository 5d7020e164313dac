import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seldom } from './seldom.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What was said, and how often it had been left unsaid. */
function listener() {
  const said: [string, number | undefined][] = []
  const tell = seldom()
  return { said, hear: (kind: string) => tell(kind, (unsaid) => said.push([kind, unsaid])) }
}

test('what comes again and again is said at once, and then with how often it came', () => {
  const { said, hear } = listener()
  for (const kind of ['timeout', 'timeout', 'refused', 'timeout']) hear(kind)
  expect(said).toEqual([
    ['timeout', undefined],
    ['refused', undefined],
  ])
  vi.advanceTimersByTime(30_000)
  for (const kind of ['timeout', 'timeout', 'refused']) hear(kind)
  expect(said.slice(2)).toEqual([
    ['timeout', 2],
    ['refused', undefined],
  ])
})

test('of kinds without end all are forgotten at some time, but not by one that is known', () => {
  const { said, hear } = listener()
  const kinds = Array.from({ length: 50 }, (_, number) => `kind ${number}`)
  for (const kind of [...kinds, ...kinds]) hear(kind)
  vi.advanceTimersByTime(30_000)
  for (const kind of kinds) hear(kind)
  expect(said.slice(50)).toEqual(kinds.map((kind) => [kind, 1]))
  hear('one more')
  hear('kind 0')
  expect(said.slice(100)).toEqual([
    ['one more', undefined],
    ['kind 0', undefined],
  ])
})
