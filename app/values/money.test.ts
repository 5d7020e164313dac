import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  allocate,
  type Cents,
  cents,
  formatAmount,
  isPositive,
  largestAmount,
  min,
  parseAmount,
  remainingAsShown,
  subtract,
  sum,
  usd,
  zero,
} from './money.ts'

const bySize = (left: Cents, right: Cents) => Number(left - right)
const anyAmount = fc.bigInt({ min: 0n, max: largestAmount }).map(cents)

describe('reading an amount', () => {
  test.each([
    ['1250', 125_000n],
    ['1,250', 125_000n],
    ['1250.5', 125_050n],
    ['1,250.00', 125_000n],
    ['1,250,000.07', 125_000_007n],
    ['$35,000', 3_500_000n],
    ['  $ 35,000.10 ', 3_500_010n],
    ['0', 0n],
    ['0.01', 1n],
    ['007', 700n],
    ['999,999,999,999.99', 99_999_999_999_999n],
  ])('%j is accepted', (text, whole) => {
    expect(parseAmount(text)).toEqual({ ok: true, amount: whole })
  })

  test.each([
    ['', 'Enter an amount.'],
    [' $ ', 'Enter an amount.'],
    ['1.250,00', 'Use commas between thousands and a point before the cents, like 1,250.00.'],
    ['12,50', 'Use a point before the cents: 12.50.'],
    ['1,2', 'Use a point before the cents: 1.2.'],
    ['1,25,000', 'Use commas between thousands and a point before the cents, like 1,250.00.'],
    ['0,500', 'Use commas between thousands and a point before the cents, like 1,250.00.'],
    ['1 250', 'Use commas between thousands and a point before the cents, like 1,250.00.'],
    ['1250.', 'Use commas between thousands and a point before the cents, like 1,250.00.'],
    ['1e15', 'Enter the full amount, like 1,250.00.'],
    ['1.5E+3', 'Enter the full amount, like 1,250.00.'],
    ['10.005', 'Use at most two decimals, like 1,250.00.'],
    ['1.250', 'Use at most two decimals, like 1,250.00.'],
    ['-5', 'An amount cannot be negative. Remove the minus sign.'],
    ['$-5', 'An amount cannot be negative. Remove the minus sign.'],
    ['−5', 'An amount cannot be negative. Remove the minus sign.'],
    ['five', 'Enter the amount in digits, like 1,250.00.'],
    ['0x10', 'Enter the amount in digits, like 1,250.00.'],
    ['١٢٥٠', 'Enter the amount in digits, like 1,250.00.'],
    ['Infinity', 'Enter the amount in digits, like 1,250.00.'],
    ['1000000000000', 'An amount can be at most $999,999,999,999.99.'],
    ['1000000000000000', 'An amount can be at most $999,999,999,999.99.'],
  ])('%j is refused, with the way to fix it', (text, message) => {
    expect(parseAmount(text)).toMatchObject({ ok: false, message })
  })

  test('what is written with its cents reads back as the same amount', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(parseAmount(formatAmount(amount, 'always'))).toEqual({ ok: true, amount })
        expect(parseAmount(formatAmount(amount, 'when-needed'))).toEqual({ ok: true, amount })
      }),
    )
  })

  test('an amount in source text throws when it is none', () => {
    expect(usd('1,250.00')).toBe(125_000n)
    expect(() => usd('12,50')).toThrow(
      '"12,50" is not an amount. Use a point before the cents: 12.50.',
    )
  })
})

describe('writing an amount', () => {
  const debt = subtract(zero, usd('5'))

  test.each<[Cents, string, string, string]>([
    [zero, '$0', '$0', '$0.00'],
    [usd('35,000'), '$35,000', '$35,000', '$35,000.00'],
    [usd('1250.50'), '$1,251', '$1,250.50', '$1,250.50'],
    [usd('1250.49'), '$1,250', '$1,250.49', '$1,250.49'],
    [usd('0.01'), '<$1', '$0.01', '$0.01'],
    [usd('0.99'), '<$1', '$0.99', '$0.99'],
    [usd('1'), '$1', '$1', '$1.00'],
    [usd('999.50'), '$1,000', '$999.50', '$999.50'],
    [debt, '-$5', '-$5', '-$5.00'],
    [cents(-150n), '-$2', '-$1.50', '-$1.50'],
    [cents(-40n), '-<$1', '-$0.40', '-$0.40'],
  ])('%s cents: whole, when needed, always', (amount, whole, whenNeeded, always) => {
    expect(formatAmount(amount, 'whole')).toBe(whole)
    expect(formatAmount(amount, 'when-needed')).toBe(whenNeeded)
    expect(formatAmount(amount, 'always')).toBe(always)
  })
})

describe('arithmetic', () => {
  test('adds, subtracts, compares', () => {
    expect(add(usd('1.10'), usd('2.20'))).toBe(usd('3.30'))
    expect(add(subtract(usd('1'), usd('3')), usd('2'))).toBe(zero)
    expect(sum([])).toBe(zero)
    expect(sum([usd('0.10'), usd('0.20'), usd('0.70')])).toBe(usd('1'))
    expect([isPositive(usd('0.01')), isPositive(zero), isPositive(cents(-1n))]).toEqual([
      true,
      false,
      false,
    ])
    expect([min(usd('1'), usd('2')), min(usd('2'), usd('1'))]).toEqual([100n, 100n])
  })

  test('a plain number or bigint does not pass for cents', () => {
    // @ts-expect-error a bare bigint may be dollars
    const bare: Cents = 5n
    // @ts-expect-error the sum of two amounts is a bigint until `add` says it is money
    const added: Cents = usd('1') + usd('2')
    expect([bare, added]).toEqual([5n, 300n])
    // @ts-expect-error fractions do not mix with whole cents, at run time either
    expect(() => usd('1') * 0.07).toThrow(TypeError)
  })
})

describe('allocating', () => {
  test('a remainder goes to the largest fractions, ties to the earlier', () => {
    expect(allocate(usd('1.00'), [usd('1'), usd('1'), usd('1')])).toEqual([34n, 33n, 33n])
    expect(allocate(usd('0.05'), [usd('3'), usd('3'), usd('4')])).toEqual([2n, 1n, 2n])
    expect(allocate(usd('0.02'), [zero, usd('5'), zero, usd('5'), usd('5')])).toEqual([
      0n,
      1n,
      0n,
      1n,
      0n,
    ])
    expect(allocate(zero, [usd('1'), usd('2')])).toEqual([0n, 0n])
  })

  test('nothing to divide by, and negative amounts, throw', () => {
    expect(() => allocate(usd('1'), [])).toThrow('every weight is zero')
    expect(() => allocate(usd('1'), [zero, zero])).toThrow('every weight is zero')
    expect(() => allocate(cents(-1n), [usd('1')])).toThrow(RangeError)
    expect(() => allocate(usd('1'), [usd('2'), cents(-1n)])).toThrow(RangeError)
  })

  test('random shares add up to the whole, each within a cent of its exact part', () => {
    const weights = fc
      .array(anyAmount, { minLength: 1, maxLength: 60 })
      .filter((list) => list.some(isPositive))
    fc.assert(
      fc.property(anyAmount, weights, (total, list) => {
        const shares = allocate(total, list)
        const whole = sum(list)
        expect(sum(shares)).toBe(total)
        for (const [index, amount] of shares.entries()) {
          const off = amount * whole - total * (list[index] ?? zero)
          expect(off > -whole && off < whole).toBe(true)
        }
      }),
    )
  })

  test('who paid in more never gets less', () => {
    fc.assert(
      fc.property(
        anyAmount,
        fc.array(anyAmount, { minLength: 2, maxLength: 30 }),
        (total, list) => {
          fc.pre(list.some(isPositive))
          const ascending = list.toSorted(bySize).toReversed()
          expect(allocate(total, ascending)).toEqual(
            allocate(total, ascending).toSorted(bySize).toReversed(),
          )
        },
      ),
    )
  })
})

describe('what remains, in whole dollars next to the total and what was received', () => {
  test.each([
    ['100', '40', '$60'],
    ['100,000.50', '50,000.25', '$50,001'],
    ['3,850.75', '0', '$3,851'],
    ['100.60', '100.40', '$1'],
    ['100.40', '100', '<$1'],
    ['100', '100', '$0'],
    ['0', '0', '$0'],
    ['100', '100.01', '$0'],
  ])('of %s after %s: %s', (total, received, remaining) => {
    expect(formatAmount(remainingAsShown(usd(total), usd(received)), 'whole')).toBe(remaining)
  })

  test('adds up as shown, and differs from the exact rest by less than a dollar', () => {
    const dollars = (amount: Cents) =>
      BigInt(formatAmount(amount, 'whole').replace(/[$,]|<\$1/g, '') || '0')
    const twoAmounts = fc
      .tuple(anyAmount, anyAmount)
      .map((both) => both.toSorted(bySize) as [Cents, Cents])
    fc.assert(
      fc.property(twoAmounts, ([received, total]) => {
        const remaining = remainingAsShown(total, received)
        const exact = subtract(total, received)
        expect(remaining > 0n).toBe(exact > 0n)
        expect(remaining - exact < 100n && exact - remaining < 100n).toBe(true)
        if (received >= 100n) expect(dollars(received) + dollars(remaining)).toBe(dollars(total))
      }),
    )
  })
})
