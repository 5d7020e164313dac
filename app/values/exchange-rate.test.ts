import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import {
  askedFor,
  type ExchangeRate,
  exchangeRate,
  formatCurrency,
  formatRate,
  isFarFrom,
  mostWithin,
  parseCurrencyAmount,
  parseExchangeRate,
  toDollars,
} from './exchange-rate.ts'
import { quoteWords } from './how-to-pay.ts'
import { cents, usd } from './money.ts'
import { splitForMpesa } from './mpesa-limits.ts'

const rate = (text: string) => parseExchangeRate(text) as ExchangeRate

test('BANK-101 a rate is read as people write it, and everything else is refused', () => {
  for (const [typed, read] of [
    ['129.24', '129.24'],
    [' 129 ', '129'],
    ['1,650.5', '1650.5'],
    ['0.80000000', '0.8'],
    ['000129.240', '129.24'],
  ])
    expect(parseExchangeRate(typed ?? '')).toBe(read)
  for (const bad of ['', '0', '0.000', '-1', '129,24', '1e3', '1.123456789', 'abc', '12,9.24', '∞'])
    expect(parseExchangeRate(bad)).toBeNull()
  expect(exchangeRate('129.24000000')).toBe('129.24')
})

test('BANK-102 an amount becomes dollars at the rate, half a cent rounded up', () => {
  expect(toDollars(25_000_000n, rate('129.24'))).toBe(usd('1,934.39'))
  expect(toDollars(12_924n, rate('129.24'))).toBe(usd('1'))
  expect(toDollars(-12_924n, rate('129.24'))).toBe(cents(-100n))
  // Exactly half a cent.
  expect(toDollars(1n, rate('2'))).toBe(1n)
  expect(toDollars(-1n, rate('2'))).toBe(-1n)
  expect(toDollars(1n, rate('2.00000001'))).toBe(0n)
})

test('BANK-102 what is asked for in shillings pays the whole amount, for every amount and rate', () => {
  for (let step = 1n; step < 4000n; step += 1n) {
    const amount = cents((step * 7919n) % 50_000_000n)
    const at = exchangeRate(`${100n + (step % 60n)}.${(step * 37n) % 100n}`)
    const units = askedFor(amount, at, 'KES')
    expect(units % 100n).toBe(0n)
    expect(toDollars(units, at) >= amount).toBe(true)
    expect(toDollars(units - 100n, at) <= amount).toBe(true)
    const most = mostWithin(amount, at, 'KES')
    expect(toDollars(most, at) <= amount).toBe(true)
    expect(toDollars(most + 100n, at) > amount || most === units).toBe(true)
  }
})

test('BANK-103 a rate more than 5% from another is far, exactly 5% is not', () => {
  expect(isFarFrom(rate('105'), rate('100'))).toBe(false)
  expect(isFarFrom(rate('95'), rate('100'))).toBe(false)
  expect(isFarFrom(rate('105.00000001'), rate('100'))).toBe(true)
  expect(isFarFrom(rate('94.99'), rate('100'))).toBe(true)
})

test('BANK-104 amounts and rates are written as people read them', () => {
  expect(formatCurrency(25_000_000n, 'KES')).toBe('KES 250,000.00')
  expect(formatCurrency(-5n, 'SLSH')).toBe('-SLSH 0.05')
  expect(formatRate(rate('129.2'))).toBe('129.20')
  expect(formatRate(rate('1650'))).toBe('1,650.00')
  const on = calendarDate('2026-11-02')
  expect(quoteWords({ currency: 'KES', minor: 12_924_000n, rate: rate('129.24'), on })).toBe(
    'KES 129,240 at 129.24 KES per USD of 2 Nov 2026',
  )
})

test('BANK-105 an amount may carry its currency', () => {
  for (const typed of ['250,000', 'KES 250,000', 'Ksh250,000.00', 'kes. 250000'])
    expect(parseCurrencyAmount(typed, 'KES')).toBe(25_000_000n)
  for (const other of ['250.000,00', 'USD 5', '$500', '€5'])
    expect(parseCurrencyAmount(other, 'KES')).toBeNull()
  expect(parseCurrencyAmount('£5', 'GBP')).toBe(500n)
})

test('BANK-106 M-Pesa takes 250,000 at a time and 500,000 a day', () => {
  expect(splitForMpesa(64_620_000n)).toEqual({ full: 2, rest: 14_620_000n, days: 2 })
  expect(splitForMpesa(25_000_000n)).toEqual({ full: 1, rest: 0n, days: 1 })
  expect(splitForMpesa(25_000_100n)).toEqual({ full: 1, rest: 100n, days: 1 })
  expect(splitForMpesa(50_000_000n).days).toBe(1)
})
