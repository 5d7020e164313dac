import { expect, test } from 'vitest'
import {
  aPayableInvestment,
  aPaymentAccount,
  aTransaction,
  matchingBy,
} from '../../../tests/bank-transactions.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { checkImport } from './imports.server.ts'

const admin = await anAdmin()
const account = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
const { investmentId } = await aPayableInvestment()

/** Checks one payment of 100 dollars with this reference. */
async function checkOf(reference: string, { method = 'Bank transfer', again = '' } = {}) {
  const content = [
    'Investment,Amount (USD),Date,Method,Reference,Record again',
    `${investmentId},100,2026-04-01,${method},${reference},${again}`,
  ].join('\n')
  const { problems, ready } = await as(admin, (actor) => checkImport(actor, 'payments', content))
  return { problems, ready: ready.length }
}

const warning = {
  problems: [
    {
      row: 2,
      column: 'Reference',
      says: 'A bank transaction that is not matched yet has this number: USD 100.00 from HODAN ALI on 31 Mar 2026, M-Pesa.',
      fix: 'Leave this row out and match the transaction, or write yes under Record again.',
    },
  ],
  ready: 0,
}

test('BANK-560 a payment of a file whose number an open transaction has is a problem, however the number is written, until it is confirmed', async () => {
  const number = 'FT26090ABC12'
  await aTransaction(account, { minor: 10_000n, number, payerName: 'HODAN ALI' })
  for (const reference of [number, 'ft26090abc12', 'FT 26090-ABC12'])
    expect(await checkOf(reference)).toMatchObject(warning)
  expect(await checkOf(number, { again: 'yes' })).toEqual({ problems: [], ready: 1 })
  expect(await checkOf(number, { method: 'Cash' })).toEqual({ problems: [], ready: 1 })
})

test('BANK-561 matched, excluded and outgoing transactions, and other numbers, warn of nothing', async () => {
  const { match } = matchingBy(admin)
  const matched = await aTransaction(account, { minor: 10_000n, number: 'FT26090MATCH' })
  const { investmentId: other } = await aPayableInvestment()
  await match(matched, { [other]: null })
  await aTransaction(account, { minor: -10_000n, number: 'FT26090OUT01' })
  await aTransaction(account, { minor: 10_000n, number: 'FT26090EXCL1', exclusion: 'other' })
  for (const reference of ['FT26090OUT01', 'FT26090EXCL1', 'FT26090NONE1'])
    expect(await checkOf(reference)).toEqual({ problems: [], ready: 1 })
  const { problems } = await checkOf('FT26090MATCH')
  expect(problems[0]?.says).toContain('This reference is already recorded')
})
