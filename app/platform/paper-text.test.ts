import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { addFonts, linesOf, runsOf } from './paper-text.server.ts'

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

test('Arabic figures are handed over turned, because their font turns the whole of a piece', () => {
  expect(drawn('١٢٣٤٥٦')).toEqual([['arabic', '٦٥٤٣٢١']])
  expect(drawn('رقم ١٥٠٠ بتاريخ ٢٠٢٦')).toEqual([['arabic', 'رقم ٠٠٥١ بتاريخ ٦٢٠٢']])
  expect(drawn('١٬٢٥٠٫٧٥')).toEqual([['arabic', '٥٧٫٠٥٢٬١']])
  // With signs that the font does not have, a figure stays in one order within a line from the right.
  expect(drawn('يوم ١٠/٧/٢٠٢٦')).toEqual([
    ['arabic', '٠١'],
    ['strong', '/'],
    ['arabic', '٧'],
    ['strong', '/'],
    ['arabic', '٦٢٠٢'],
    ['arabic', ' '],
    ['arabic', 'يوم'],
  ])
  expect(drawn('Paid ١٢.٥')).toEqual([
    ['strong', 'Paid '],
    ['arabic', '٢١'],
    ['strong', '.'],
    ['arabic', '٥'],
  ])
  expect(drawn('Ref 1,250')).toEqual([['strong', 'Ref 1,250']])
})

test('words that were measured in one weight are measured anew in the other', () => {
  const page = new PDFDocument()
  addFonts(page)
  /** The narrowest line that all of it stands on, in points. */
  const fitsOn = (weight: 'normal' | 'strong') => {
    const isOneLine = (width: number) =>
      linesOf(page, 'Wanjiku Kamau 1,717', { size: 40, colour: '', weight, width }).length === 1
    return Array.from({ length: 1000 }, (_, width) => width).find(isOneLine) ?? 0
  }
  const normal = fitsOn('normal')
  expect(fitsOn('strong')).toBeGreaterThan(normal)
  expect(fitsOn('normal')).toBe(normal)
})
