import { expect, test } from 'vitest'
import { addDays, addMonths, calendarDate } from '../values/calendar-date.ts'
import { instantOn, paidQuarters, reportedMonths } from './days.ts'

const everyDay = Array.from({ length: 800 }, (_, index) =>
  addDays(calendarDate('2026-01-01'), index),
)

test('the quarters paid out are the last ones, on the fifteenth after each, and never today or later', () => {
  expect(paidQuarters(calendarDate('2026-11-21'), 2)).toEqual([
    { name: 'Q3 2026', paidOn: '2026-10-15' },
    { name: 'Q2 2026', paidOn: '2026-07-15' },
  ])
  expect(paidQuarters(calendarDate('2027-01-15'), 1)).toEqual([
    { name: 'Q3 2026', paidOn: '2026-10-15' },
  ])
  expect(paidQuarters(calendarDate('2027-01-16'), 1)).toEqual([
    { name: 'Q4 2026', paidOn: '2027-01-15' },
  ])
  for (const today of everyDay) {
    const [newest] = paidQuarters(today, 1)
    expect(newest && newest.paidOn < today && newest.paidOn >= addMonths(today, -3)).toBe(true)
  }
})

test('the months reported on are the last ones, each on the fifth after it, and never today or later', () => {
  expect(reportedMonths(calendarDate('2027-01-03'), 2)).toEqual([
    { month: 'November 2026', reportedOn: '2026-12-05' },
    { month: 'October 2026', reportedOn: '2026-11-05' },
  ])
  for (const today of everyDay) {
    const [newest] = reportedMonths(today, 1)
    expect(newest && newest.reportedOn < today && newest.reportedOn >= addMonths(today, -1)).toBe(
      true,
    )
  }
})

test('an instant stands on its day in Nairobi', () => {
  expect(instantOn(calendarDate('2026-03-31'), 30).toISOString()).toBe('2026-03-31T06:30:00.000Z')
})
