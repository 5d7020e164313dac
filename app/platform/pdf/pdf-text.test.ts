import { expect, test } from 'vitest'
import { linesOf } from './pdf-text.server.ts'
import { type BaseDirection, baseDirection, textRuns, visualOrder } from './text-runs.server.ts'

const latin = { font: 'latin', covers: (text: string) => /^[\u0020-\u024f]+$/.test(text) }
const arabic = {
  font: 'arabic',
  covers: (text: string) => /^[\p{Script=Arabic}\p{M}،\u0640\u200c ]+$/u.test(text),
}

/** The runs from left to right, each read in its own direction. */
const drawn = (line: string, base: BaseDirection = baseDirection(line)) =>
  visualOrder(textRuns(line, base, [latin, arabic])).map(({ text, font }) => [font, text])

test('PUB-230 Arabic behind Latin stands in its place, with its spaces on the right side', () => {
  expect(drawn('Fatma فاطمة')).toEqual([
    ['latin', 'Fatma '],
    ['arabic', 'فاطمة'],
  ])
  expect(drawn('فاطمة Hassan')).toEqual([
    ['latin', 'Hassan'],
    ['arabic', 'فاطمة '],
  ])
  expect(drawn('Ref 12 فاطمة عبد، 34')).toEqual([
    ['latin', 'Ref 12 '],
    ['latin', '34'],
    ['arabic', 'فاطمة عبد، '],
  ])
})

test('PUB-230 a line of an Arabic paragraph is set from the right, whatever it begins with', () => {
  expect(drawn('Hassan فاطمة', 'rtl')).toEqual([
    ['arabic', 'فاطمة'],
    ['latin', ' '],
    ['latin', 'Hassan'],
  ])
  const lines = linesOf('فاطمة Hassan Hassan Hassan', { size: 12, colour: '', width: 60 })
  expect(lines.map(({ base }) => base)).toEqual(lines.map(() => 'rtl'))
  expect(lines.length).toBeGreaterThan(1)
})

test('PUB-231 what no font covers is written in Latin letters, and what is invisible or turns a line is left out', () => {
  expect(drawn('深圳')).toEqual([['latin', 'ShenZhen']])
  expect(drawn('a\u202eb\u0000c')).toEqual([['latin', 'ab c']])
  expect(drawn('\ue000')).toEqual([['latin', '[U+E000]']])
  expect(drawn('a\ufe0f\u20e3')).toEqual([['latin', 'a']])
})

test('words that were measured in one weight are measured again in the other', () => {
  /** The narrowest line that all of it stands on, in points. */
  const fitsOn = (weight: 'normal' | 'strong') => {
    const isOneLine = (width: number) =>
      linesOf('Wanjiku Kamau 1,717', { size: 40, colour: '', weight, width }).length === 1
    return Array.from({ length: 1000 }, (_, width) => width).find(isOneLine) ?? 0
  }
  const normal = fitsOn('normal')
  expect(fitsOn('strong')).toBeGreaterThan(normal)
  expect(fitsOn('normal')).toBe(normal)
})
