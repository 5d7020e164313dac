import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reminderOffsets } from './reminder-days.ts'
import { ReminderDaysSchema } from './reminder-days-schema.ts'

const parse = (before: string, after: string) => ReminderDaysSchema.safeParse({ before, after })

test('REM-009 the days of reminders are read however they are separated, and put in order', () => {
  expect(parse(' 1,7 ;0', '7').data).toEqual({ before: '7, 1, 0', after: '7' })
  expect(parse('', '').data).toEqual({ before: '', after: '' })
  expect(parse('7 7 7', '').data).toEqual({ before: '7', after: '' })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
      fc.constantFrom(',', ', ', ' ', ';', ' ; '),
      (before, after, separator) => {
        const { data } = parse(before.join(separator), after.join(separator))
        expect(data && reminderOffsets(data)).toEqual(
          [...before.map((day) => (day === 0 ? 0 : -day)), ...after].toSorted((a, b) => a - b),
        )
      },
    ),
  )
})

test.each([
  ['-7', ''],
  ['7.5', ''],
  ['a week', ''],
  ['61', ''],
  ['', '0'],
  ['1,2,3,4,5', ''],
  ['7 days', ''],
  ['١', ''],
])('REM-009 "%s" before and "%s" after are refused with an example', (before, after) => {
  const { error } = parse(before, after)
  expect(error?.issues[0]?.message).toMatch(/^Enter at most 4 numbers from [01] to 60/)
})
