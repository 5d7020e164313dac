import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from './log.server.ts'
import { logSeldom } from './log-seldom.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a fault that comes again and again is logged at once, and then with how often it came', () => {
  const logged = vi.spyOn(log, 'error')
  const tell = logSeldom('jobs')
  const [down, other] = [new Error('timeout'), new Error('refused')]
  for (const fault of [down, down, other, down]) tell(fault)
  expect(logged.mock.calls).toEqual([
    ['jobs', down, {}],
    ['jobs', other, {}],
  ])
  vi.advanceTimersByTime(30_000)
  for (const fault of [down, down, other]) tell(fault)
  expect(logged.mock.calls.slice(2)).toEqual([
    ['jobs', down, { unsaid: 2 }],
    ['jobs', other, {}],
  ])
})
