import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  aPayableInvestment,
  aPaymentAccount,
  aTransaction,
  matchingBy,
  twoAccounts,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { suggestMatches } from '../../domain/bank-transactions/suggest-matches.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
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

test('BANK-585 BANK-595 payments that the provider reversed and unexplained outgoing lines are named, also when nothing waits to be matched', async () => {
  await change(
    `update app.bank_transaction set exclusion = 'other' where state in ('unmatched', 'suggested')`,
    [],
  )
  const cookie = await cookiesOf(admin)
  const look = async (at = path) => (await ask(at, { cookie })).html
  expect(wordsOf(await look())).not.toMatch(/to match|reversed by|unexplained/)
  const { shillings, dollars } = await twoAccounts()
  const { investmentId } = await aPayableInvestment()
  const number = randomUUID().slice(0, 10)
  const paid = await aTransaction(shillings, { minor: 6_450_000n, number })
  await matchingBy(admin).match(paid, { [investmentId]: null })
  const reversal = await aTransaction(shillings, {
    ...{ minor: -6_450_000n, leg: 'reversal', reversalOf: number, narrative: 'Taken back' },
  })
  await aTransaction(dollars, { minor: -8_100n, narrative: 'Cheque 17' })
  await aTransaction(dollars, { minor: -500n, leg: 'charge', exclusion: 'charge' })
  await officeJob(suggestMatches)
  const html = await look()
  const words = wordsOf(html)
  expect(words).toContain(
    '1 payment was reversed by the provider: KES 64,500.00 Its receipt is valid until you void the payment Open 1 unexplained outgoing line: USD 81.00 Match it to a refund or a return, or exclude it Open',
  )
  expect(words).not.toContain('to match')
  for (const state of ['reversed', 'unexplained'])
    expect(html).toContain(`href="${path}/transactions?state=${state}"`)
  const listed = async (state: string) => wordsOf(await look(`${path}/transactions?state=${state}`))
  const reversed = await listed('reversed')
  expect(reversed).toContain('Matched payments that the provider reversed Show all transactions')
  expect(reversed).toMatch(/Bank transactions 1 .*Taken back/)
  const unexplained = await listed('unexplained')
  expect(unexplained).toContain('Unexplained outgoing lines Show all transactions')
  expect(unexplained).toMatch(/Bank transactions 1 .*Cheque 17/)
  expect(unexplained).toContain('Record the refund at its investment, or the money sent back')
  const form = { key: randomUUID(), reason: 'Reversed by the provider' }
  await ask(`${path}/transactions/${reversal}/undo`, { cookie, form })
  expect(wordsOf(await look())).not.toContain('reversed by the provider')
  expect(await listed('reversed')).toContain('No matched payment is reversed by the provider.')
  await change(`update app.bank_transaction set exclusion = 'other' where narrative = 'Cheque 17'`)
  expect(await listed('unexplained')).toContain('No outgoing line is unexplained.')
  expect(await listed('unexplained&q=zzz')).toContain('Try fewer letters')
})
