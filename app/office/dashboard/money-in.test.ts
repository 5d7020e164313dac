import { expect, test } from 'vitest'
import { aPaymentAccount, aTransaction } from '../../../tests/bank-transactions.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { clock } from '../../platform/clock.server.ts'
import { formatMonth } from '../../values/calendar-date.ts'

const admin = await anAdmin()
const path = '/admin-dashboard'

test('BANK-408 money that waits to be matched stands under what needs attention, and what each account received this month', async () => {
  const look = async () => wordsOf((await ask(path, { cookie: await cookiesOf(admin) })).html)
  expect(await look()).not.toMatch(/to match|Received by account/)
  const shillings = await aPaymentAccount()
  expect(await look()).not.toMatch(/to match|Received by account/)
  const dollars = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
  const today = clock.today()
  await aTransaction(shillings, { minor: 5_000_000n, on: today })
  await aTransaction(shillings, { minor: 100_000n, on: '2026-03-02' })
  await aTransaction(shillings, { minor: -3400n, on: today, leg: 'charge', exclusion: 'charge' })
  await aTransaction(dollars, { minor: 123_450n, on: today })
  const words = await look()
  expect(words).toContain('KES 51,000.00 and USD 1,234.50 to match The oldest of 2 Mar 2026')
  expect(words).toContain(
    `Received by account in ${formatMonth(today)} Excluded lines, such as transfers between own accounts, are not counted here. The reconciliation of each account counts them. M-Pesa KES 50,000.00 M-Pesa USD 1,234.50`,
  )
})
