import { expect, test } from 'vitest'
import { demoCompany } from '../../domain/company/demo-company.ts'
import { plainHours } from './opening-hours.ts'

const open = (...spans: string[]) => plainHours(spans.map((span) => ({ days: 'Mon', open: span })))

test('the hours of the demo are told by the day of twenty-four', () => {
  expect(plainHours(demoCompany.hours)).toBe('9:00 to 17:00 and 10:00 to 14:00, East Africa Time')
})

test('what an administrator types in twenty-four hours stays, and what is no span is left out', () => {
  expect(open('8:30-17:15')).toBe('8:30 to 17:15, East Africa Time')
  expect(open('8:00 – 12:00', '8:00-12:00')).toBe('8:00 to 12:00, East Africa Time')
  expect(open('closed', 'by appointment')).toBe('East Africa Time')
})
