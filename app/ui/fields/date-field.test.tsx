import { expect, test } from 'vitest'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { calendarDate } from '../../values/calendar-date.ts'
import { Moment, RelativeTime } from '../day.tsx'
import { DateField } from './date-field.tsx'
import { ActionForm } from './form.tsx'

const field = (reply?: { errors: Record<string, string>; values: Record<string, string> }) =>
  htmlOf(
    () => (
      <ActionForm reply={reply}>
        <DateField name="on" label="Date received" defaultValue={calendarDate('2026-11-25')} />
      </ActionForm>
    ),
    '/',
  )

test('LIM-330 a date field has its day spelled out, as it was typed after a refusal, and nothing for no day', () => {
  expect(field()).toMatch(/<output[^>]*>25 Nov 2026<\/output>/)
  const typed = (on: string) => field({ errors: { on: 'No.' }, values: { on } })
  expect(typed('2026-04-03')).toMatch(/<output[^>]*>3 Apr 2026<\/output>/)
  expect(typed('')).toMatch(/<output[^>]*><\/output>/)
})

test('LIM-330 outside the office a moment carries its zone; an old message shows its day in words', () => {
  const at = new Date('2026-11-12T11:05:00Z')
  expect(htmlOf(() => <Moment at={at} zone />, '/')).toContain('>12 Nov 2026, 14:05 EAT<')
  const old = htmlOf(() => <RelativeTime at={at} now={new Date('2026-12-24T11:05:00Z')} />, '/')
  expect(old).toContain('title="12 Nov 2026, 14:05 EAT"')
  expect(wordsOf(old)).toBe('12 Nov 2026')
})
