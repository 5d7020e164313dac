import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, largestAmount, usd, zero } from './money.ts'
import {
  basisPoints,
  formatPercent,
  hundredPercent,
  nearestShare,
  parsePercent,
  share,
} from './percent.ts'

test('a share is rounded down, so that one missing cent is not all', () => {
  expect(share(usd('625'), usd('1000'))).toBe(6250)
  expect(share(usd('1'), usd('3'))).toBe(3333)
  expect(share(usd('999,999.99'), usd('1,000,000'))).toBe(9999)
  expect(share(usd('1000'), usd('1000'))).toBe(hundredPercent)
  expect(share(usd('3'), usd('2'))).toBe(15_000)
  expect(share(zero, zero)).toBe(0)
  expect(() => share(cents(-1n), usd('1'))).toThrow(RangeError)
})

test('a part of a column is rounded to the nearest, and what is not all is never 100%', () => {
  expect(formatPercent(nearestShare(usd('1,200'), usd('3,900')), 2)).toBe('30.77%')
  expect(nearestShare(usd('1'), usd('3'))).toBe(3333)
  expect(nearestShare(usd('999,999.99'), usd('1,000,000'))).toBe(9999)
  expect(nearestShare(usd('5'), usd('5'))).toBe(hundredPercent)
  expect(nearestShare(zero, usd('5'))).toBe(0)
  expect(nearestShare(zero, zero)).toBe(0)
  expect(() => nearestShare(cents(-1n), usd('1'))).toThrow(RangeError)
})

test('a payment percentage below 100 never displays as 100.0%', () => {
  expect(formatPercent(share(usd('999,999.99'), usd('1,000,000')))).toBe('99.9%')
  const amount = fc.bigInt({ min: 1n, max: largestAmount })
  fc.assert(
    fc.property(amount, amount, (left, right) => {
      fc.pre(left !== right)
      const [part, whole] = left < right ? [cents(left), cents(right)] : [cents(right), cents(left)]
      for (const decimals of [0, 1, 2] as const) {
        expect(Number.parseFloat(formatPercent(share(part, whole), decimals))).toBeLessThan(100)
      }
    }),
  )
})

test('percents are written with the decimals asked for', () => {
  const rate = basisPoints(805)
  expect([formatPercent(rate, 0), formatPercent(rate), formatPercent(rate, 2)]).toEqual([
    '8%',
    '8.1%',
    '8.05%',
  ])
  expect(formatPercent(share(usd('22,500'), usd('35,000')))).toBe('64.3%')
  expect([formatPercent(basisPoints(0)), formatPercent(hundredPercent)]).toEqual(['0.0%', '100.0%'])
})

test('typed percents read exactly, and what is refused says why', () => {
  expect(parsePercent('8.25 %')).toEqual({ ok: true, rate: 825 })
  expect(parsePercent(' 7.5')).toEqual({ ok: true, rate: 750 })
  expect(parsePercent('0')).toEqual({ ok: true, rate: 0 })
  expect(parsePercent('100')).toEqual({ ok: true, rate: 10_000 })
  expect(parsePercent('')).toEqual({ ok: false, message: 'Enter a percentage.' })
  expect(parsePercent('8,5')).toEqual({
    ok: false,
    message: 'Use a decimal point, like 8.5.',
  })
  expect(parsePercent('8.255')).toEqual({
    ok: false,
    message: 'Use at most two decimals, like 8.25.',
  })
  expect(parsePercent('-1')).toEqual({
    ok: false,
    message: 'A percentage cannot be negative. Remove the minus sign.',
  })
  expect(parsePercent('ten')).toEqual({
    ok: false,
    message: 'Enter the percentage in digits, like 8.5.',
  })
  expect(parsePercent('100.01')).toEqual({ ok: false, message: 'A percentage can be at most 100.' })
  expect(parsePercent('30', basisPoints(2550))).toEqual({
    ok: false,
    message: 'A percentage can be at most 25.5.',
  })
})

test('what is written with two decimals reads back as the same rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }).map(basisPoints), (rate) => {
      expect(parsePercent(formatPercent(rate, 2))).toEqual({ ok: true, rate })
    }),
  )
})

test('basis points are whole and not negative', () => {
  expect(() => basisPoints(1.5)).toThrow(RangeError)
  expect(() => basisPoints(-1)).toThrow(RangeError)
  expect(() => basisPoints(Number.NaN)).toThrow(RangeError)
})
