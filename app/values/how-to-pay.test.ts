import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import type { ExchangeRate } from './exchange-rate.ts'
import { mpesaWords, quoteWords } from './how-to-pay.ts'
import { accountKindWords } from './payment-account.ts'

const quote = {
  currency: 'KES' as const,
  minor: 64_620_000n,
  rate: '129.24' as ExchangeRate,
  on: calendarDate('2026-11-02'),
}

test('BANK-549 each paybill and till in shillings says how a large amount is paid; other accounts do not', () => {
  const wordsOf = (kind: 'paybill' | 'till' | 'bank' | 'wallet', currency: 'KES' | 'USD') =>
    mpesaWords({ kind, currency }, [quote])
  const words = 'By M-Pesa, pay in 3 payments, over 2 days: KES 250,000, KES 250,000, KES 146,200.'
  expect(wordsOf('paybill', 'KES')).toContain(words)
  expect(wordsOf('till', 'KES')).toContain(words)
  expect(wordsOf('bank', 'KES')).toBeNull()
  expect(wordsOf('wallet', 'KES')).toBeNull()
  expect(wordsOf('paybill', 'USD')).toBeNull()
  expect(mpesaWords({ kind: 'paybill', currency: 'KES' }, [])).toBeNull()
  const small = { ...quote, minor: 100_000n }
  expect(mpesaWords({ kind: 'paybill', currency: 'KES' }, [small])).toBeNull()
})

test('BANK-550 amounts to pay are whole shillings with the rate in words, and M-Pesa is said once', () => {
  expect(quoteWords(quote)).toBe('KES 646,200 at 129.24 KES per USD of 2 Nov 2026')
  expect(accountKindWords({ kind: 'paybill', name: 'Lipa na M-Pesa' })).toBe('paybill')
  expect(accountKindWords({ kind: 'till', name: 'MPESA shop' })).toBe('till')
  expect(accountKindWords({ kind: 'paybill', name: 'Equity' })).toBe('M-Pesa paybill')
  expect(accountKindWords({ kind: 'bank', name: 'Equity, for M-Pesa' })).toBe('Bank account')
})
