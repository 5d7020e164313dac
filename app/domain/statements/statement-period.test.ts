import { expect, test } from 'vitest'
import { calendarDate as day } from '../../values/calendar-date.ts'
import { lastEndedPeriod, periodOf, periodsSince, readPeriod } from './statement-period.ts'

test('a quarter and a year are read by their names, and by their days', () => {
  expect(readPeriod('2026-Q1')).toMatchObject({
    from: '2026-01-01',
    to: '2026-03-31',
    label: 'Quarter 1, 2026',
  })
  expect(readPeriod('2028-Q4')).toMatchObject({ from: '2028-10-01', to: '2028-12-31' })
  expect(readPeriod('2026')).toMatchObject({
    from: '2026-01-01',
    to: '2026-12-31',
    label: 'Year 2026',
  })
  for (const nonsense of ['', '2026-Q0', '2026-Q5', '226', '2026-q1', '1899'])
    expect(readPeriod(nonsense)).toBeNull()
  expect(periodOf(day('2026-01-01'), day('2026-03-31')).key).toBe('2026-Q1')
  expect(periodOf(day('2026-01-01'), day('2026-12-31')).key).toBe('2026')
})

test('periods run from that of the first entry to that of today', () => {
  const keys = periodsSince(day('2025-08-15'), day('2026-05-01')).map(({ key }) => key)
  expect(keys).toEqual(['2026', '2026-Q2', '2026-Q1', '2025', '2025-Q4', '2025-Q3'])
})

test('what ended last is known on the first and on the last day of a quarter', () => {
  expect(lastEndedPeriod(day('2026-01-01')).map(({ key }) => key)).toEqual(['2025-Q4', '2025'])
  expect(lastEndedPeriod(day('2026-06-30')).map(({ key }) => key)).toEqual(['2026-Q1', '2025'])
})
