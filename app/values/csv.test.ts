import { expect, test } from 'vitest'
import { csvAmount, csvHead, csvLine } from './csv.ts'
import { cents } from './money.ts'

test('DATA-024 a file begins with the mark of UTF-8, and each line ends as RFC 4180 says', () => {
  expect(csvHead(['Name', 'Amount'])).toBe('\uFEFFName,Amount\r\n')
  expect(csvLine(['say "hi", then go', null, 'two\nlines', 'شركة'])).toBe(
    '"say ""hi"", then go",,"two\nlines",شركة\r\n',
  )
})

test('DATA-024 what a spreadsheet would compute is neutralised; a number stays a number', () => {
  for (const formula of ['=1+1', '+254 700', '-2+3', '@cmd', '\t=1', '＝1']) {
    expect(csvLine([formula])).toBe(`"'${formula}"\r\n`)
  }
  expect(csvLine(['-5.00', '12', '-7'])).toBe('-5.00,12,-7\r\n')
})

test('DATA-201 a cell with a sign that some program takes for the end of a cell is quoted', () => {
  for (const sign of [',', ';', '\t', '|', '\n']) {
    for (const formula of ['=1+1', '+1', '-1', '@cmd', '＝1']) {
      expect(csvLine([`Ada${sign}${formula}`])).toBe(`"Ada${sign}${formula}"\r\n`)
      expect(csvLine([`Ada${sign} ${formula}`, 'x'])).toBe(`"Ada${sign} ${formula}",x\r\n`)
    }
  }
})

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [-5n, '-0.05'],
  [123_456n, '1234.56'],
  [-100_000_00n, '-100000.00'],
] as const)('DATA-024 an amount of %s cents reads %s', (amount, text) => {
  expect(csvAmount(cents(amount))).toBe(text)
})
