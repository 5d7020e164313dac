import { expect, test } from 'vitest'
import type { Asking, Kind } from '../faults/books.ts'
import { gapsOf } from './measure.ts'

const askingOf = (kind: Kind, ended: number, isGood = true): Asking => ({
  kind,
  began: ended - 10,
  ended,
  isGood,
  answer: '',
})

test('OPS-324 the longest gap of a kind of request is between two successes, or lasts until now', () => {
  const askings = [
    ...[1_000, 2_000, 9_000, 9_500].map((ended) => askingOf('read', ended)),
    ...[1_000, 4_000, 9_900].map((ended) => askingOf('payment', ended)),
    // A failure is no answer.
    askingOf('payment', 6_000, false),
  ]
  const gaps = gapsOf(askings, 10_000)
  expect([gaps.get('read'), gaps.get('payment'), gaps.get('upload')]).toEqual([7_000, 5_900, 0])
  expect(gapsOf(askings, 20_000).get('read')).toBe(10_500)
})
