import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'
import { type CalendarDate, isAfter, isBefore } from './calendar-date.ts'
import { mergeTyped } from './concurrent-change.ts'
import { counted } from './counted.ts'
import { isId } from './id.ts'
import { isShortSearch } from './list-query.ts'
import { isPhone, phoneMessage, phoneRefusal, plainPhone } from './phone.ts'
import { timeUntil } from './relative-time.ts'
import { parseToast } from './toast.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [640_400, '640 KB'],
  [999_999, '1000 KB'],
  [1_000_000, '1.0 MB'],
  [18_240_000, '18.2 MB'],
])('%i bytes read "%s"', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test.each([
  [0, '0 projects'],
  [1, '1 project'],
  [2, '2 projects'],
])('%i counted reads "%s"', (count, words) => {
  expect(counted(count, 'project')).toBe(words)
})

const id = '01900000-0007-7000-8000-0000000000a7'

test.each([
  [id, true],
  [`${id}0`, false],
  [`0${id}`, false],
  [id.replace('0007-', ''), false],
  [id.replace('0007', '7'), false],
  [id.replace(/.$/, 'g'), false],
  [id.toUpperCase(), false],
  ['', false],
])('%s can be an id: %s', (text, can) => {
  expect(isId(text)).toBe(can)
})

test.each([
  ['', false],
  [' a ', true],
  ['ab', true],
  ['🏠🏠', true],
  ['abc', false],
])('only the beginnings of words are searched for "%s": %s', (typed, short) => {
  expect(isShortSearch(typed)).toBe(short)
})

test('a day is neither before nor after itself', () => {
  const [day, next] = ['2026-11-25', '2026-11-26'] as CalendarDate[] as [CalendarDate, CalendarDate]
  expect([isBefore(day, day), isAfter(day, day)]).toEqual([false, false])
  expect([isBefore(day, next), isAfter(next, day)]).toEqual([true, true])
  expect([isBefore(next, day), isAfter(day, next)]).toEqual([false, false])
})

test('what only the other person changed is taken, what was typed stays, and every change is told', () => {
  const opened = { name: 'Lake View', place: 'Nairobi', price: '10', note: '' }
  const stored = { name: 'Hill View', place: 'Mombasa', price: '12', note: '', extra: 'new' }
  const typed = { name: 'Lake View', place: 'Kisumu', price: '12', note: 'mine' }
  expect(mergeTyped({ opened, stored, typed })).toEqual({
    fields: { name: 'Hill View', place: 'Kisumu', price: '12', note: 'mine', extra: 'new' },
    changes: [
      { name: 'name', before: 'Lake View', now: 'Hill View', kept: false },
      { name: 'place', before: 'Nairobi', now: 'Mombasa', kept: true },
      { name: 'extra', before: '', now: 'new', kept: false },
    ],
  })
})

test.each([
  [-5_000, '1 second'],
  [0, '1 second'],
  [1_001, '2 seconds'],
  [59_000, '59 seconds'],
  [60_000, '1 minute'],
  [60_001, '2 minutes'],
  [3_600_000, '60 minutes'],
])('a wait of %i ms reads "%s"', (ms, words) => {
  const now = new Date('2026-11-25T10:00:00Z')
  expect(timeUntil(new Date(now.getTime() + ms), now)).toBe(words)
})

test('a toast is read from a cookie only as it was written', () => {
  const whole = { title: 'Saved', kind: 'success', text: 'All of it.', seconds: 8 }
  expect(parseToast(JSON.stringify(whole))).toEqual(whole)
  expect(parseToast('{"title":"Saved","kind":"info"}')).toEqual({ title: 'Saved', kind: 'info' })
  const link = { to: 'https://example.com', label: 'Click' }
  expect(parseToast(JSON.stringify({ ...whole, text: 3, seconds: '8', link }))).toEqual({
    title: 'Saved',
    kind: 'success',
  })
  for (const text of [
    '',
    '{',
    'null',
    '3',
    '"words"',
    '{}',
    '{"kind":"info"}',
    '{"title":"A","kind":"fatal"}',
  ]) {
    expect(parseToast(text), text).toBeNull()
  }
})

test.each([
  ['0711000', true],
  ['071100', false],
  ['+254711000000000', true],
  ['+2547110000000001', false],
  ['\uff0b254 (711) 000-000', true],
  ['0711.000/000', true],
  ['\u0660\u0667\u0661\u0661\u0660\u0660\u0660', true],
  ['0711+000000', false],
  ['call 0711000000', false],
  ['0711000000 ext', false],
])('%s as a phone number: %s', (text, expected) => {
  expect(isPhone(text)).toBe(expected)
})

test.each([
  ['2.54711E+11', true],
  ['2,54711e11', true],
  ['E+11', false],
  ['a 2.5E+11', false],
  ['2.5E+11 a', false],
  ['2.5E+', false],
])('%s was shortened by a spreadsheet: %s', (text, expected) => {
  expect(phoneRefusal(text) !== phoneMessage).toBe(expected)
})

test('a phone number loses the marks of direction', () => {
  expect(plainPhone('\u202a+254\u200e 711\u202c')).toBe('+254 711')
})
