import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import type { ExchangeRate } from './exchange-rate.ts'
import { accountLines, mpesaWords, quoteWords } from './how-to-pay.ts'
import { accountKindWords, type OpenPaymentAccount } from './payment-account.ts'

const quote = {
  currency: 'KES' as const,
  minor: 64_620_000n,
  rate: '129.24' as ExchangeRate,
  on: calendarDate('2026-11-02'),
}

test('BANK-549 each paybill and till in shillings says how a large amount is paid; other accounts do not', () => {
  const wordsOf = (kind: 'paybill' | 'till' | 'bank' | 'wallet', currency: 'KES' | 'USD') =>
    mpesaWords({ kind, currency }, [quote], [])
  const words =
    'By M-Pesa, pay in 3 payments, over 2 days: 2 of KES 250,000 and one of KES 146,200.'
  expect(wordsOf('paybill', 'KES')).toContain(words)
  expect(wordsOf('till', 'KES')).toContain(words)
  expect(wordsOf('bank', 'KES')).toBeNull()
  expect(wordsOf('wallet', 'KES')).toBeNull()
  expect(wordsOf('paybill', 'USD')).toBeNull()
  expect(mpesaWords({ kind: 'paybill', currency: 'KES' }, [], [])).toBeNull()
  const small = { ...quote, minor: 100_000n }
  expect(mpesaWords({ kind: 'paybill', currency: 'KES' }, [small], [])).toBeNull()
})

test('BANK-550 amounts to pay are whole shillings with the rate in words, and M-Pesa is said once', () => {
  expect(quoteWords(quote)).toBe('KES 646,200 at 129.24 KES per USD of 2 Nov 2026')
  expect(accountKindWords({ kind: 'paybill', name: 'Lipa na M-Pesa' })).toBe('paybill')
  expect(accountKindWords({ kind: 'till', name: 'MPESA shop' })).toBe('till')
  expect(accountKindWords({ kind: 'paybill', name: 'Equity' })).toBe('M-Pesa paybill')
  expect(accountKindWords({ kind: 'bank', name: 'Equity, for M-Pesa' })).toBe('Bank account')
})

test('PLAN-128 M-Pesa payments are said in few words for every amount, and never for more than a week', () => {
  const paybill = { kind: 'paybill', currency: 'KES' } as const
  const wordsOf = (shillings: bigint, accounts: { kind: 'paybill' | 'bank' }[] = [paybill]) =>
    mpesaWords(paybill, [{ ...quote, minor: shillings * 100n }], accounts)
  expect(wordsOf(250_000n)).toBeNull()
  expect(wordsOf(250_001n)).toContain('in 2 payments: one of KES 250,000 and one of KES 1.')
  expect(wordsOf(500_000n)).toContain('in 2 payments: 2 of KES 250,000. M-Pesa takes')
  expect(wordsOf(3_500_000n)).toContain('in 14 payments, over 7 days: 14 of KES 250,000.')
  const limits = 'M-Pesa takes at most KES 250,000 at a time and KES 500,000 a day'
  expect(wordsOf(17_100_000n, [paybill, { kind: 'bank' }])).toBe(
    `${limits}; this amount would take 35 days. Pay by bank transfer instead.`,
  )
  expect(wordsOf(5_664_250_000n)).toBe(
    `${limits}; this amount would take 11,329 days. Ask us how to pay.`,
  )
  for (let shillings = 250_001n; shillings < 10n ** 13n; shillings += shillings / 7n + 11n) {
    const words = wordsOf(shillings) ?? ''
    expect(words.length).toBeLessThan(200)
    const parts =
      /pay in (\d+) payments.*: (\w+) of KES 250,000(?: and one of KES ([\d,]+))?\./.exec(words)
    expect(parts === null).toBe(shillings > 3_500_000n)
    if (parts === null) continue
    const full = parts[2] === 'one' ? 1n : BigInt(parts[2] ?? 0)
    const rest = BigInt((parts[3] ?? '0').replaceAll(',', ''))
    expect(full * 250_000n + rest).toBe(shillings)
    expect(BigInt(parts[1] ?? 0)).toBe(full + (rest > 0n ? 1n : 0n))
  }
})

test('BANK-606 a till is shown without a reference, and says what to do instead', () => {
  const till: OpenPaymentAccount = {
    ...{
      id: 'till',
      kind: 'till' as const,
      name: 'Till',
      number: '7480407',
      currency: 'KES' as const,
    },
    ...{ howToPay: null, referencePattern: null, detailsChangedAt: new Date(0) },
  }
  expect(accountLines(till, 'MS7K2Q4')).toEqual([['Till number', '7480407']])
  expect(mpesaWords(till, [], [till])).toMatch(/takes no reference.*under “I have paid”/)
  const bank = { ...till, kind: 'bank' } as const
  expect(accountLines(bank, 'MS7K2Q4')[1]).toEqual(['Reference', 'MS7K2Q4'])
  expect(mpesaWords(bank, [], [bank])).toBeNull()
})
