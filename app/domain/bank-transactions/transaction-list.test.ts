import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  aPaymentAccount,
  aTransaction,
  referenceOf,
  stateOf,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { matchTransaction } from './match-transaction.server.ts'
import { listTransactions } from './transaction-list.server.ts'
import { transactionSearch } from './transaction-search.ts'

const admin = await anAdmin()
const account = await aPaymentAccount({ kind: 'bank', currency: 'USD' })

const list = (query: string) =>
  as(admin, (actor) =>
    listTransactions(actor, transactionSearch(new URL(`http://office.test/?${query}`))),
  )
const idsOf = async (query: string) => (await list(query)).transactions.map(({ id }) => id)

async function aMatch(name: string, minor: bigint, part: bigint, on = '2026-03-31') {
  const { investorId } = await anInvestor(name)
  const investmentId = await anInvestment(investorId, await aProject('Garden Villas'), usd('5,000'))
  const transactionId = await aTransaction(account, { minor, payerName: 'A COUSIN', on })
  await as(admin, (actor) =>
    matchTransaction(actor, {
      key: randomUUID(),
      transactionId,
      parts: [{ investmentId, minor: part }],
    }),
  )
  return { transactionId, reference: await referenceOf(investmentId) }
}

test('BANK-522 a transaction that waits for the rest of its money is found by whose the other part is', async () => {
  const { transactionId, reference } = await aMatch('Ladan Muse', 50_000n, 20_000n)
  const { state } = await stateOf(transactionId)
  for (const q of ['ladan', reference])
    expect(await idsOf(`state=${state}&q=${q}`)).toEqual([transactionId])
  expect(await idsOf('state=matched&q=ladan')).toEqual([])
  expect(await idsOf('state=excluded&q=ladan')).toEqual([])
})

test('BANK-523 a search that finds more than are counted shows its latest first, also those found by their investor', async () => {
  const other = await aTransaction(account, { minor: 700n, payerName: 'SOMEONE', on: '2026-04-30' })
  const { transactionId } = await aMatch('Zulekha Idil', 60_000n, 60_000n, '2026-04-30')
  await change(
    `insert into app.bank_transaction (payment_account_id, statement_file_id, line_number, provider_number, leg, occurred_at,
       value_on, minor, currency, narrative, raw)
     select payment_account_id, statement_file_id, n, 'Z' || n, 'payment', date '2026-04-01' + n * interval '1 minute',
       '2026-04-01', 100, 'USD', 'Transfer for zulekha', '' from app.bank_transaction, generate_series(1, 10010) n
     where id = $1`,
    [other],
  )
  const found = await list('q=zulekha')
  expect(found.total).toBe(10_001)
  expect(found.transactions[0]?.id).toBe(transactionId)
  expect(found.transactions.slice(1).every(({ narrative }) => /zulekha/.test(narrative))).toBe(true)
  const last = await list('q=zulekha&page=5000')
  expect([last.page, last.total, last.transactions.length]).toEqual([401, 10_011, 11])
})
