import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import { dayOfMpesaCode, isCodeOfDay } from './mpesa-code.ts'
import {
  checkCharacter,
  isPaymentReference,
  nearReferences,
  readPaymentReference,
} from './payment-reference.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Many references, from a linear congruential generator. */
const references = Array.from({ length: 200 }, (_, index) => {
  let state = (index + 1) * 2_654_435_761
  let five = ''
  for (let place = 0; place < 5; place += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    five += alphabet[Math.floor(state / 1024) % 32]
  }
  return `M${five}${checkCharacter(five)}`
})

test.each([
  ['S7K2Q', '4'],
  ['ST3W9', 'X'],
  ['SR5H8', 'D'],
  ['S7K2O', null],
])('BANK-160 the check character of %s is %s', (five, check) => {
  expect(checkCharacter(five)).toBe(check)
})

test('BANK-160 every wrong character, and every swap of neighbours among the last six, is found', () => {
  for (const reference of references) {
    expect(isPaymentReference(reference)).toBe(true)
    for (let place = 1; place < 7; place += 1) {
      for (const character of alphabet) {
        const other = reference.slice(0, place) + character + reference.slice(place + 1)
        expect(isPaymentReference(other)).toBe(other === reference)
      }
    }
    for (let place = 1; place < 6; place += 1) {
      const [left = '', right = ''] = reference.slice(place, place + 2)
      const swapped = reference.slice(0, place) + right + left + reference.slice(place + 2)
      expect(isPaymentReference(swapped)).toBe(swapped === reference)
    }
  }
})

test.each([
  ['MS7K2Q4', 'MS7K2Q4'],
  ['ms7k2q4', 'MS7K2Q4'],
  [' MS7 K2Q4 ', 'MS7K2Q4'],
  ['ms7-k2q-4', 'MS7K2Q4'],
  ['441211#MS7K2Q4', 'MS7K2Q4'],
  ['MPS 254711000301 UK23AFBT3L MS7K2Q4 FATUMA NOOR', 'MS7K2Q4'],
  ['PESALINK TRANSFER IB HODAN WARSAME ms7k2q4', 'MS7K2Q4'],
  ['MS7K2Q4 MS7K2Q4', 'MS7K2Q4'],
  ['MS7K2Q4 MST3W9X', null],
  ['M57K2O4', null],
  ['MS7K2Q5', null],
  ['XMS7K2Q4Y', null],
  ['', null],
  ['hodan warsame', null],
  ['254711000301', null],
])('BANK-161 in %j the reference is %s', (text, reference) => {
  expect(readPaymentReference(text)).toBe(reference)
})

test('BANK-161 O is read as zero, I and L as one', () => {
  const zero = references.find((reference) => reference.includes('0')) ?? ''
  const withOne = references.find((reference) => reference.includes('1')) ?? ''
  expect(readPaymentReference(zero.replaceAll('0', 'o'))).toBe(zero)
  expect(readPaymentReference(withOne.replaceAll('1', 'l'))).toBe(withOne)
  expect(readPaymentReference(withOne.replaceAll('1', 'I'))).toBe(withOne)
})

test('BANK-162 one wrong character, two changed places or a usual misreading is near, and no match', () => {
  expect(nearReferences('M57K2O4')).toContain('MS7K2Q4')
  for (const reference of references.slice(0, 40)) {
    const wrong = reference.slice(0, 3) + (reference[3] === 'A' ? 'C' : 'A') + reference.slice(4)
    expect(nearReferences(`ref ${wrong.toLowerCase()}`)).toContain(reference)
    const swapped = reference.slice(0, 2) + reference[3] + reference[2] + reference.slice(4)
    expect(nearReferences(swapped)).toContain(reference)
    expect(nearReferences(reference)).toContain(reference)
  }
  expect(nearReferences('something else')).toEqual([])
})

test.each([
  ['UK2DKNV1EO', '2026-11-02'],
  ['UK4N4A5NJQ', '2026-11-04'],
  ['TLV0000000', '2025-12-31'],
  ['JAA0000000', '2015-01-10'],
  ['UBV0000000', null],
  ['uk2dknv1eo', null],
  ['UKW0000000', null],
  ['UM20000000', null],
  ['UK2DKNV1E', null],
])('BANK-163 the code %s is of %s', (code, day) => {
  expect(dayOfMpesaCode(code)).toBe(day)
})

test('BANK-163 a code may be of the day before or after, not of another', () => {
  const of = (on: string) => isCodeOfDay('UK2DKNV1EO', calendarDate(on))
  expect(['2026-11-01', '2026-11-02', '2026-11-03'].every(of)).toBe(true)
  expect([of('2026-11-04'), of('2026-10-31'), of('2025-11-02')]).toEqual([false, false, false])
})
