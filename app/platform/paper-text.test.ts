import { expect, test } from 'vitest'
import { runsOf } from './paper-text.server.ts'

const drawn = (line: string) => runsOf(line, 'strong').flatMap(({ text, font }) => (text === '' ? [] : [[font, text]]))

test('a line is set in the fonts that have its letters, a sign that none has as a question mark', () => {
  expect(drawn('Jama Warsame')).toEqual([['strong', 'Jama Warsame']])
  expect(drawn('Şükrü')).toEqual([
    ['more', 'Ş'],
    ['strong', 'ükrü'],
  ])
  expect(drawn('አበበ')).toEqual([['strong', '???']])
  // A letter with its accent apart is one letter.
  expect(drawn('Jose\u0301')).toEqual([['strong', 'José']])
})

test('Arabic words are one piece, and a line that begins with them is set from the right', () => {
  expect(drawn('فاطمة عبد الله')).toEqual([['arabic', 'فاطمة عبد الله']])
  expect(drawn('فاطمة (Şükrü Bey)')).toEqual([
    ['strong', '('],
    ['more', 'Ş'],
    ['strong', 'ükrü Bey)'],
    ['strong', ' '],
    ['arabic', 'فاطمة'],
  ])
  expect(drawn('Fatma فاطمة')).toEqual([
    ['strong', 'Fatma '],
    ['arabic', 'فاطمة'],
  ])
})
