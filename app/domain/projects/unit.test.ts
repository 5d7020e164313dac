import { expect, test } from 'vitest'
import { usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { parseUnits, readShare, shareText } from './unit.ts'

const names = (text: string) => {
  const read = parseUnits(text)
  return 'units' in read ? read.units.map(({ name }) => name) : read.message
}

test('UNIT-005 units are read from pasted lines: a name, a range or a percentage, with a price if there is one', () => {
  expect(
    parseUnits(
      'Apartment A-1203, 35,000\r\n\n Shop 4\t$12,500 \n25%, 5000\nPlot 7'.replaceAll('\r', ''),
    ),
  ).toEqual({
    units: [
      { name: 'Apartment A-1203', share: null, price: usd('35,000') },
      { name: 'Shop 4', share: null, price: usd('12,500') },
      { name: '25%', share: basisPoints(2500), price: usd('5,000') },
      { name: 'Plot 7', share: null, price: null },
    ],
  })
  expect(names('A-098 to A-101, 900')).toEqual(['A-098', 'A-099', 'A-100', 'A-101'])
  expect(names('Plot 1 to Plot 3')).toEqual(['Plot 1', 'Plot 2', 'Plot 3'])
  expect(names('Plot 1 to 3')).toEqual(['Plot 1', 'Plot 2', 'Plot 3'])
  expect(names('House 1 to Plot 3')).toEqual(['House 1 to Plot 3'])
})

test.each([
  ['', 'Enter the name of a unit, or a percentage.'],
  ['Shop 1\nshop 1', 'shop 1 is in the list twice.'],
  ['Shop 1, 0', 'Line 1: A price must be above zero.'],
  ['Shop 1\nShop 2, 10.50', 'Line 2: Enter a price in whole dollars.'],
  ['120%, 5,000', 'Line 1: A share can be at most 100%.'],
  ['0%', 'Line 1: A share must be above 0%.'],
  ['-5%', 'Line 1: A percentage cannot be negative. Remove the minus sign.'],
  ['12.345%', 'Line 1: Use at most two decimals, like 8.25.'],
  ['Plot 9 to 3', 'Line 1: The first number of a range is the smaller one.'],
  ['Plot 1 to 9999', 'Line 1: Add at most 500 units at a time.'],
  ['x'.repeat(81), 'Line 1: Please keep a name to 80 characters.'],
])('UNIT-006 %j is refused with what to do', (text, message) => {
  expect(parseUnits(text)).toEqual({ message })
})

test('a share is written as it is typed, and a name is none', () => {
  for (const text of ['25%', '12.5%', '33.33%', '100%']) {
    const read = readShare(text)
    expect(read && 'share' in read && shareText(read.share)).toBe(text)
  }
  expect(readShare(' 50 % ')).toEqual({ share: basisPoints(5000) })
  for (const text of ['Apartment A-1203', 'Block 5', 'A 25% larger shop', ''])
    expect(readShare(text)).toBeNull()
})
