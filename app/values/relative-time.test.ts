import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import { formatInstant, formatInstantWithZone, relativeDay, relativeTime } from './relative-time.ts'

/** 14:05 in Nairobi. */
const now = new Date('2026-11-12T11:05:00Z')

test.each([
  ['2026-11-12T11:05:00Z', 'Just now'],
  ['2026-11-12T11:04:01Z', 'Just now'],
  ['2026-11-12T11:04:00Z', '1 minute ago'],
  ['2026-11-12T11:03:00Z', '2 minutes ago'],
  ['2026-11-12T10:05:01Z', '59 minutes ago'],
  ['2026-11-12T10:05:00Z', '1 hour ago'],
  ['2026-11-12T09:05:00Z', '2 hours ago'],
  ['2026-11-11T21:00:00Z', '14 hours ago'],
  ['2026-11-11T20:59:59Z', 'Yesterday'],
  ['2026-11-10T21:00:00Z', 'Yesterday'],
  ['2026-11-10T20:59:59Z', '2 days ago'],
  ['2026-11-06T09:00:00Z', '6 days ago'],
  ['2026-11-05T20:59:59Z', '5 Nov 2026'],
  ['2025-11-12T11:05:00Z', '12 Nov 2025'],
  ['2026-11-12T11:06:30Z', 'Just now'],
])('%s reads %s', (at, words) => {
  expect(relativeTime(new Date(at), now)).toBe(words)
})

test('shortly after midnight minutes still count, and an hour before is yesterday', () => {
  const afterMidnight = new Date('2026-11-12T21:20:00Z')
  expect(relativeTime(new Date('2026-11-12T20:40:00Z'), afterMidnight)).toBe('40 minutes ago')
  expect(relativeTime(new Date('2026-11-12T20:10:00Z'), afterMidnight)).toBe('Yesterday')
})

test.each([
  ['2026-11-12', 'Today'],
  ['2026-11-11', 'Yesterday'],
  ['2026-11-10', '2 days ago'],
  ['2026-10-12', '31 days ago'],
  ['2026-11-13', '13 Nov 2026'],
])('on a dashboard %s reads %s', (on, words) => {
  expect(relativeDay(calendarDate(on), calendarDate('2026-11-12'))).toBe(words)
})

test('the title of a relative time is the moment in Nairobi', () => {
  expect(formatInstant(now)).toBe('12 Nov 2026, 14:05')
  expect(formatInstant(new Date('2026-11-12T21:00:00Z'))).toBe('13 Nov 2026, 00:00')
})

test('for people elsewhere a moment carries its zone', () => {
  expect(formatInstantWithZone(now)).toBe('12 Nov 2026, 14:05 EAT')
})
