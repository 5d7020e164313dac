import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { emailAddress, optionalAmount, requiredNote, requiredText } from './fields.ts'
import { parseForm } from './form.ts'
import { longestField, normalizedFileName, normalizeText, textFault } from './typed-text.ts'

const pile = (marks: number) => `a${'\u0315\u0300'.repeat(Math.ceil(marks / 2)).slice(0, marks)}`
/** Names with more marks on a letter than most: Hebrew with points, Vietnamese, Tibetan, polytonic Greek. */
const honest = ['שָׁלוֹם', 'Nguye\u0302\u0303n', 'བསྒྲུབས', 'ᾧ\u0301', 'e\u0301'.repeat(500)]

test.each(honest)('LIM-203 %j is read and normalised', (text) => {
  expect(textFault(text)).toBeNull()
  expect(normalizeText(text)).toBe(text.normalize('NFC'))
})

test.each([
  [pile(30), null],
  [pile(31), 'too-many-marks'],
  [`x ${pile(50_000)}`, 'too-many-marks'],
  ['a'.repeat(longestField), null],
  ['a'.repeat(longestField + 1), 'too-long'],
  ['ب'.repeat(longestField / 2), null],
  ['ب'.repeat(longestField / 2 + 1), 'too-long'],
  ['😀'.repeat(longestField / 4 + 1), 'too-long'],
])('LIM-203 what may not be read is told before it is normalised (%#)', (text, fault) => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  try {
    expect(textFault(text)).toBe(fault)
    const same = normalizeText(text) === text
    expect(normalize).toHaveBeenCalledTimes(fault === null ? 1 : 0)
    if (fault !== null) expect(same).toBe(true)
  } finally {
    normalize.mockRestore()
  }
})

test('LIM-203 each field says so, and keeps what was typed', () => {
  const schema = z.object({
    name: requiredText(200, 'Missing'),
    email: emailAddress(),
    note: requiredNote(2_000, 'Missing'),
    amount: optionalAmount(),
  })
  const form = new FormData()
  const values = {
    name: pile(40),
    email: `${pile(60)}@example.com`,
    note: 'n'.repeat(40_000),
    amount: '9'.repeat(2_000),
  }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  const tooMany = 'Please remove the repeated accents.'
  expect(parseForm(schema, form)).toEqual({
    ok: false,
    reply: { errors: { name: tooMany, email: tooMany }, values },
  })
  form.set('name', 'Amina')
  form.set('email', 'e'.repeat(50_000))
  expect(parseForm(schema, form)).toMatchObject({
    reply: {
      errors: {
        email: 'Please enter a valid email address',
        note: 'Please keep this to 2000 characters.',
        amount: 'Please shorten this text.',
      },
    },
  })
})

test('LIM-203 a field is held to its own length in bytes, however its letters are written', () => {
  const read = (text: string) => requiredText(200, 'Missing').safeParse(text)
  expect(read('e\u0302\u0301'.repeat(200)).data).toBe('ế'.repeat(200))
  expect(read('👩‍👩‍👧'.repeat(40)).success).toBe(true)
  expect(read(`  ${'a'.repeat(200)}${' '.repeat(500)}`).data).toBe('a'.repeat(200))
  expect(read('a'.repeat(5_000)).error?.issues[0]?.message).toBe(
    'Please keep this to 200 characters.',
  )
  expect(requiredText(200, 'Missing').safeParse(pile(31)).error?.issues[0]?.message).toBe(
    'Please remove the repeated accents.',
  )
})

test('LIM-203 a name of a file keeps its end, and at most thirty marks on a letter', () => {
  expect(normalizedFileName('Re\u0301sume\u0301.pdf', 200)).toBe('Résumé.pdf')
  expect(normalizedFileName(`${pile(5_000)}.pdf`, 200)).toMatch(/\.pdf$/)
  expect(Array.from(normalizedFileName(`${'x'.repeat(100_000)}.pdf`, 200))).toHaveLength(200)
  expect(textFault(normalizedFileName(`${pile(500)}.pdf`, 200))).toBeNull()
})
