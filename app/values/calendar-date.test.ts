import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  calendarDate,
  dayOf,
  daysBetween,
  formatDay,
  formatDayShort,
  formatMonth,
  isAfter,
  isBefore,
  parseCalendarDate,
} from './calendar-date.ts'

const anyDay = fc
  .integer({ min: 0, max: daysBetween(calendarDate('1900-01-01'), calendarDate('2199-12-31')) })
  .map((days) => addDays(calendarDate('1900-01-01'), days))

test.each(['2026-03-31', '2024-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])(
  '%s is a day',
  (text) => {
    expect(parseCalendarDate(` ${text} `)).toEqual({ ok: true, day: text })
  },
)

test.each([
  ['', 'Enter a date.'],
  ['31/03/2026', 'Enter the date as year-month-day, like 2026-03-31.'],
  ['2026-3-31', 'Enter the date as year-month-day, like 2026-03-31.'],
  ['2026-03-31T00:00', 'Enter the date as year-month-day, like 2026-03-31.'],
  ['tomorrow', 'Enter the date as year-month-day, like 2026-03-31.'],
  ['2026-02-29', 'This date does not exist.'],
  ['2100-02-29', 'This date does not exist.'],
  ['2026-13-01', 'This date does not exist.'],
  ['2026-00-10', 'This date does not exist.'],
  ['2026-04-31', 'This date does not exist.'],
  ['2026-04-00', 'This date does not exist.'],
  ['0206-03-31', 'Check the year: it should be between 1900 and 2199.'],
])('%j is refused, with the way to fix it', (text, message) => {
  expect(parseCalendarDate(text)).toEqual({ ok: false, message })
  expect(() => calendarDate(text)).toThrow(message)
})

test('days compare as the calendar does', () => {
  const [march, april] = [calendarDate('2026-03-31'), calendarDate('2026-04-01')]
  expect([isBefore(march, april), isBefore(march, march), isAfter(april, march)]).toEqual([
    true,
    false,
    true,
  ])
})

test('adding days crosses months, years and leap days', () => {
  expect(addDays(calendarDate('2026-12-31'), 1)).toBe('2027-01-01')
  expect(addDays(calendarDate('2024-03-01'), -1)).toBe('2024-02-29')
  expect(() => addDays(calendarDate('2199-12-31'), 1)).toThrow(RangeError)
})

test('adding months keeps the day, or takes the last there is', () => {
  expect(addMonths(calendarDate('2026-01-31'), 1)).toBe('2026-02-28')
  expect(addMonths(calendarDate('2024-01-31'), 1)).toBe('2024-02-29')
  expect(addMonths(calendarDate('2026-11-30'), 3)).toBe('2027-02-28')
  expect(addMonths(calendarDate('2026-01-15'), -1)).toBe('2025-12-15')
  expect(addMonths(calendarDate('2026-05-31'), -27)).toBe('2024-02-29')
  expect(addMonths(calendarDate('2026-05-31'), 0)).toBe('2026-05-31')
})

test('adding and counting days undo each other', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (from, to) => {
      expect(addDays(from, daysBetween(from, to))).toBe(to)
      expect(daysBetween(to, from)).toBe(0 - daysBetween(from, to))
      expect(daysBetween(from, to) > 0).toBe(isBefore(from, to))
    }),
  )
})

test('days are written for people', () => {
  const day = calendarDate('2026-11-02')
  expect([formatDay(day), formatDayShort(day)]).toEqual(['2 Nov 2026', '2 Nov'])
  expect(formatMonth(day)).toBe('November 2026')
})

test('an instant falls on the day that Nairobi has then, three hours before London in winter', () => {
  expect(dayOf(new Date('2026-03-31T20:59:59Z'))).toBe('2026-03-31')
  expect(dayOf(new Date('2026-03-31T21:00:00Z'))).toBe('2026-04-01')
  expect(dayOf(new Date('2026-12-31T23:30:00Z'), 'America/New_York')).toBe('2026-12-31')
})
