import { expect, test } from 'vitest'
import { type CompanyFields, fieldsOf, rowsIn } from './company-fields.ts'
import { demoCompany } from './demo-company.ts'
import { rearrangeRows } from './rearrange-rows.ts'

const fields: CompanyFields = { ...fieldsOf(demoCompany), headline: 'half typed' }
const days = (of: CompanyFields) => rowsIn(of, 'hours').map((row) => row.days)

test('a row comes last and empty, and the person goes on in it', () => {
  const { fields: now, next } = rearrangeRows(fields, 'hours add')
  expect(days(now)).toEqual(['Mon-Fri', 'Sat', 'Sun', ''])
  expect(next).toBe('hours.3.days')
  expect(now.headline).toBe('half typed')
})

test('a row goes, and the person goes on in the one that takes its place, or at the button that adds one', () => {
  const without = rearrangeRows(fields, 'hours remove 1')
  expect(days(without.fields)).toEqual(['Mon-Fri', 'Sun'])
  expect(without.next).toBe('hours.1.days')
  expect(rearrangeRows(without.fields, 'hours remove 1').next).toBe('hours.0.days')
  const first = rearrangeRows(without.fields, 'hours remove 0').fields
  expect(rearrangeRows(first, 'hours remove 0')).toMatchObject({ next: 'hours add' })
  expect(days(rearrangeRows(first, 'hours remove 0').fields)).toEqual([])
})

test('a row moves up and down with all it holds; at the end the focus goes to its field', () => {
  const { fields: now, next } = rearrangeRows(fields, 'hours up 2')
  expect(rowsIn(now, 'hours').map((row) => Object.values(row).join(' '))).toEqual([
    'Mon-Fri 9:00-5:00',
    'Sun closed',
    'Sat 10:00-2:00',
  ])
  expect(next).toBe('hours up 1')
  expect(rearrangeRows(now, 'hours up 1').next).toBe('hours.0.days')
  expect(rearrangeRows(fields, 'hours down 0').next).toBe('hours down 1')
  expect(rearrangeRows(fields, 'hours down 1').next).toBe('hours.2.days')
})

test.each([
  'hours up 0',
  'hours down 2',
  'hours remove 9',
  'hours remove -1',
  'hours remove 0.5',
  'hours up',
  'fees add',
  '',
])('what is not possible changes nothing: %j', (act) => {
  expect(rearrangeRows(fields, act)).toEqual({ fields, next: '' })
})

test('a full list takes no more', () => {
  let full = fields
  for (let count = 0; count < 30; count += 1) full = rearrangeRows(full, 'testimonials add').fields
  expect(rowsIn(full, 'testimonials')).toHaveLength(20)
})
