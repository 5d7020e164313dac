import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askedFor,
  type ExchangeRate,
  type PaidInCurrency,
  toDollars,
} from '../../values/exchange-rate.ts'
import { cents, subtract, zero } from '../../values/money.ts'
import { mostRounding } from './left-by-rate.ts'
import { type SettledMoney, withoutRounding } from './settle-money.server.ts'

const rates = fc
  .integer({ min: 100_0000, max: 200_0000 })
  .map((units) => `${Math.floor(units / 1e4)}.${String(units % 1e4).padStart(4, '0')}`)
const limit = 250_000_00n

function sent(minor: bigint, rate: ExchangeRate): SettledMoney {
  const paid = { minor, currency: 'KES', rate, source: 'company', on: '2026-03-31' }
  return { amount: toDollars(minor, rate), paid: paid as PaidInCurrency, rounding: zero }
}

/** What remains after a quoted amount was paid in the parts that M-Pesa takes. */
function leftAfter(agreed: bigint, quoted: bigint, rate: ExchangeRate) {
  let remaining = cents(agreed)
  for (let open = quoted; open > 0n; open -= limit) {
    const money = withoutRounding(sent(open < limit ? open : limit, rate), remaining)
    expect(money.rounding).toBeLessThanOrEqual(mostRounding)
    if (money.amount > remaining) return { remaining, tooMuch: subtract(money.amount, remaining) }
    remaining = subtract(remaining, money.amount)
  }
  return { remaining, tooMuch: zero }
}

test('BANK-114 what is asked for in shillings is paid to the cent in up to eight payments of M-Pesa', () => {
  fc.assert(
    fc.property(rates, fc.bigInt({ min: 1n, max: 8n * limit - 100n }), (written, quote) => {
      const rate = written as ExchangeRate
      const agreed = toDollars(quote, rate)
      const quoted = askedFor(agreed, rate, 'KES')
      fc.pre(agreed > 0n && quoted <= 8n * limit)
      const { remaining, tooMuch } = leftAfter(agreed, quoted, rate)
      expect(tooMuch).toBe(0n)
      expect(remaining).toBeLessThanOrEqual(mostRounding)
    }),
  )
})

test('BANK-114 exactly five cents too much are rounding, after any payments before, and six are refused', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10_000_000n }), fc.bigInt(1n, 12n), (remaining, more) => {
      const money = { ...sent(100n, '1' as ExchangeRate), amount: cents(remaining + more) }
      const settled = withoutRounding(money, cents(remaining))
      if (more <= 5n) expect(settled).toMatchObject({ amount: remaining, rounding: more })
      else expect(settled).toBe(money)
      const dollars = { amount: cents(remaining + more), paid: null, rounding: zero }
      expect(withoutRounding(dollars, cents(remaining))).toBe(dollars)
    }),
  )
})
