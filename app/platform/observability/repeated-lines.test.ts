import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatedLines } from './repeated-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function written() {
  const lines: Record<string, unknown>[] = []
  return { lines, ...repeatedLines((line) => lines.push(line)) }
}

test('LIM-417 the first of a kind is written in full, the others once a minute with their number and requests', () => {
  const { lines, add } = written()
  for (const requestId of ['a', 'b', 'c']) add('timeout', { message: 'timeout', requestId })
  add('refused', { message: 'refused' })
  expect(lines).toEqual([{ message: 'timeout', requestId: 'a' }, { message: 'refused' }])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toEqual([{ message: 'timeout', repeated: 2, requestIds: ['b', 'c'] }])
  add('timeout', { message: 'timeout', requestId: 'd' })
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(3)).toEqual([{ message: 'timeout', repeated: 1, requestIds: ['d'] }])
  vi.advanceTimersByTime(60_000)
  add('timeout', { message: 'timeout', requestId: 'e' })
  expect(lines.slice(4)).toEqual([{ message: 'timeout', requestId: 'e' }])
})

test('LIM-417 an hour of a failing database is a line a minute for each kind, and names fifty requests at most', () => {
  const { lines, add } = written()
  for (let second = 0; second < 3_600; second += 1) {
    for (let count = 0; count < 5; count += 1)
      add('timeout', { message: 'timeout', requestId: `${second}-${count}` })
    vi.advanceTimersByTime(1_000)
  }
  expect(lines).toHaveLength(61)
  expect(lines.slice(1).every(({ requestIds }) => (requestIds as string[]).length === 50)).toBe(
    true,
  )
})

test('kinds without end are forgotten at some time, and nothing that was counted is lost', () => {
  const { lines, add, flush } = written()
  for (let kind = 0; kind < 200; kind += 1) add(`kind ${kind}`, { kind })
  add('kind 7', { kind: 7 })
  add('another', { kind: 'another' })
  add('another', { kind: 'another' })
  flush()
  expect(lines.slice(200)).toEqual([
    { kind: 7, repeated: 1 },
    { kind: 'another' },
    { kind: 'another', repeated: 1 },
  ])
})
