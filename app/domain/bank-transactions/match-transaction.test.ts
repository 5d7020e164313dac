import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  aPayableInvestment,
  aPaymentAccount,
  aTransaction,
  entriesOf,
  matchingBy,
  shillings,
  stateOf,
  twoAccounts,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { bookedOn, cancelInvestment, sendPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, aProject, as, day } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { excludeTransaction, reopenTransaction, returnMoney } from './decide-transaction.server.ts'
import { matchTransaction } from './match-transaction.server.ts'

const admin = await anAdmin()
const { match, undo } = matchingBy(admin)
const aHolding = aPayableInvestment
let accounts = { shillings: '', dollars: '' }

beforeAll(async () => {
  accounts = await twoAccounts()
})

test('BANK-350 a transaction becomes a payment with a receipt that says what was sent, by whom and at which rate', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.shillings, {
    minor: shillings(250_000),
    mpesaCode: 'UCVDKNV1EO',
    payerName: 'ASHA NOOR',
  })
  const matched = await match(id, { [investmentId]: null })
  expect(matched).toMatchObject({ receipts: [expect.stringMatching(/\d/)], isRestHeld: false })
  const { rows } = await change(
    `select e.amount_cents::int, e.reference, e.method, e.payer_name, e.dated_on::text, r.paid_minor::int, r.rate::text, r.account_name
     from app.ledger_entry e join app.receipt r on r.entry_id = e.id where e.investment_id = $1`,
    [investmentId],
  )
  expect(rows).toEqual([
    {
      amount_cents: 193_439,
      reference: 'UCVDKNV1EO',
      method: 'mobile-money',
      payer_name: 'ASHA NOOR',
      dated_on: '2026-03-31',
      paid_minor: 25_000_000,
      rate: '129.24000000',
      account_name: expect.stringContaining('M-Pesa'),
    },
  ])
  expect(await stateOf(id)).toMatchObject({ state: 'matched', allocated: '25000000' })
})

test('BANK-351 one transaction pays several investments; dollars are rounded per part, and all parts are booked or none', async () => {
  const holdings = await Promise.all(['Anna', 'Ben', 'Chep'].map((name) => aHolding('5,000', name)))
  const id = await aTransaction(accounts.shillings, { minor: 25_000_000n, mpesaCode: 'UCV1111111' })
  const thirds = [8_333_334n, 8_333_333n, 8_333_333n]
  const parts = Object.fromEntries(
    holdings.map(({ investmentId }, place) => [investmentId, thirds[place] ?? 0n]),
  )
  expect(await match(id, parts)).toMatchObject({ receipts: expect.objectContaining({ length: 3 }) })
  const booked = await Promise.all(holdings.map(({ investmentId }) => bookedOn(investmentId)))
  expect(booked.reduce((sum, { received_cents }) => sum + Number(received_cents), 0)).toBe(193_440)

  const [first, second] = holdings
  const more = await aTransaction(accounts.shillings, { minor: shillings(1000) })
  await cancelInvestment(admin, second?.investmentId ?? '')
  expect(
    await match(more, {
      [first?.investmentId ?? '']: shillings(400),
      [second?.investmentId ?? '']: shillings(600),
    }),
  ).toMatchObject({ refused: 'cancelled', investmentId: second?.investmentId })
  expect(await stateOf(more)).toMatchObject({ state: 'unmatched', allocated: '0' })
})

test('BANK-352 parts never come to more than the transaction; the database refuses what a program forgot', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 100_000n })
  expect(await match(id, { [investmentId]: 100_001n })).toEqual({
    refused: 'exceeds-transaction',
    open: 100_000n,
    currency: 'USD',
  })
  await match(id, { [investmentId]: 60_000n })
  expect(await match(id, { [investmentId]: 40_001n })).toEqual({
    refused: 'exceeds-transaction',
    open: 40_000n,
    currency: 'USD',
  })
  const paid = await sendPayment(admin, investmentId, { amount: usd('500') })
  const entryId = 'paymentId' in paid ? paid.paymentId : ''
  const part = (minor: number) =>
    change(
      'insert into app.allocation (bank_transaction_id, ledger_entry_id, minor, recorded_entry) values ($1, $2, $3, false)',
      [id, entryId, minor],
    )
  await expect(part(50_000)).rejects.toThrow('parts_fit')
  await expect(part(40_000)).rejects.toThrow('a part is exactly what its entry states')
  await expect(
    change('update app.bank_transaction set minor = 1 where id = $1', [id]),
  ).rejects.toThrow('append-only')
})

test('BANK-353 more than remains: the rest is held for the person until it is matched or returned', async () => {
  const { investor, investmentId } = await aHolding('1,000')
  const other = await anInvestment(investor.investorId, await aProject('Twin Towers'), usd('900'))
  const id = await aTransaction(accounts.dollars, { minor: 150_000n, number: 'RTGS-77' })
  expect(await match(id, { [investmentId]: null })).toMatchObject({ isRestHeld: true })
  expect(await stateOf(id)).toMatchObject({ state: 'unmatched', held: investor.investorId })
  expect(await match(id, { [other]: 30_000n })).toMatchObject({ isRestHeld: true })
  const returned = {
    key: randomUUID(),
    transactionId: id,
    minor: 20_000n,
    reason: 'Paid too much',
    returnedOn: day('2026-04-01'),
    sentById: null,
  }
  expect(await as(admin, (actor) => returnMoney(actor, returned))).toEqual({ decided: true })
  expect(await stateOf(id)).toMatchObject({ state: 'matched', returned: '20000', held: null })
})

test('BANK-354 an undone match voids its payments, and matching again books a new one', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 100_000n, number: 'FT26090' })
  await match(id, { [investmentId]: null })
  expect(await undo(id)).toEqual({ undone: 1 })
  expect(await stateOf(id)).toMatchObject({ state: 'unmatched', allocated: '0' })
  expect(await undo(id)).toEqual({ refused: 'not-matched' })
  expect(await match(id, { [investmentId]: null })).toMatchObject({ isRestHeld: false })
  expect((await entriesOf(investmentId)).map(({ kind }) => kind)).toEqual([
    'payment',
    'void',
    'payment',
  ])
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 100_000 })
})

test('BANK-355 a void of a matched payment opens its transaction again', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 100_000n })
  await match(id, { [investmentId]: null })
  const { rows } = await change<{ id: string }>(
    'select id from app.ledger_entry where investment_id = $1',
    [investmentId],
  )
  await takeBack(admin, rows[0]?.id ?? '', '2026-04-02')
  expect(await stateOf(id)).toMatchObject({ state: 'unmatched', allocated: '0' })
})

test('BANK-356 two administrators match the same line: one books it, the other is told that it is no longer open', async () => {
  const [left, right] = [await aHolding(), await aHolding()]
  const id = await aTransaction(accounts.dollars, { minor: 100_000n })
  const second = await anAdmin('Second Admin')
  const answers = await Promise.all([
    match(id, { [left.investmentId]: null }),
    as(second, (actor) =>
      matchTransaction(actor, {
        key: randomUUID(),
        transactionId: id,
        parts: [{ investmentId: right.investmentId, minor: null }],
      }),
    ),
  ])
  expect(answers.filter((answer) => 'receipts' in answer)).toHaveLength(1)
  expect(answers).toContainEqual({ refused: 'not-open' })
  expect(await stateOf(id)).toMatchObject({ allocated: '100000' })
})

test('BANK-357 a double click matches once', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 50_000n })
  const key = randomUUID()
  const parts = { [investmentId]: 20_000n }
  expect(await match(id, parts, key)).toEqual(await match(id, parts, key))
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 20_000 })
  expect(await match(id, { [investmentId]: 10_000n }, key)).toEqual({ refused: 'key-reused' })
})

test('BANK-358 money waits without a rate of its day, for an archived or completed investment, and before the agreement', async () => {
  const pounds = await aPaymentAccount({ currency: 'GBP', kind: 'bank' })
  const { investmentId } = await aHolding()
  const unrated = await aTransaction(pounds, { minor: 10_000n })
  expect(await match(unrated, { [investmentId]: null })).toMatchObject({ refused: 'no-rate' })
  const early = await aTransaction(accounts.dollars, { minor: 10_000n, on: '2026-01-31' })
  expect(await match(early, { [investmentId]: null })).toMatchObject({
    refused: 'before-investment',
  })
  const late = await aTransaction(accounts.dollars, { minor: 10_000n })
  await sendPayment(admin, investmentId, { amount: usd('5,000') })
  expect(await match(late, { [investmentId]: null })).toMatchObject({ refused: 'already-settled' })
  const archived = await aHolding()
  await change('update app.investment set archived_at = now() where id = $1', [
    archived.investmentId,
  ])
  expect(await match(late, { [archived.investmentId]: null })).toMatchObject({
    refused: 'archived',
  })
})

test('BANK-359 what is excluded or returned comes back with one click', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 10_000n })
  const exclude = () =>
    as(admin, (actor) =>
      excludeTransaction(actor, { transactionId: id, exclusion: 'other', reason: 'Rent' }),
    )
  const reopen = () =>
    as(admin, (actor) => reopenTransaction(actor, { transactionId: id, reason: null }))
  expect(await exclude()).toEqual({ decided: true })
  expect(await exclude()).toEqual({ refused: 'not-open' })
  expect(await match(id, { [investmentId]: null })).toEqual({ refused: 'not-open' })
  expect(await reopen()).toEqual({ decided: true })
  expect(await reopen()).toEqual({ refused: 'nothing-to-reopen' })
  await match(id, { [investmentId]: null })
  expect(await exclude()).toEqual({ refused: 'has-parts' })
})

test('BANK-365 an undone match leaves what was sent back; the return is undone by itself', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 10_000n })
  await match(id, { [investmentId]: 1_000n })
  await as(admin, (actor) =>
    returnMoney(actor, {
      key: randomUUID(),
      transactionId: id,
      minor: 2_000n,
      reason: 'Half back',
      returnedOn: day('2026-04-01'),
      sentById: null,
    }),
  )
  expect(await undo(id)).toEqual({ undone: 1 })
  expect(await stateOf(id)).toMatchObject({ allocated: '0', returned: '2000', held: null })
  expect(await match(id, { [investmentId]: 8_001n })).toMatchObject({
    refused: 'exceeds-transaction',
  })
  await as(admin, (actor) => reopenTransaction(actor, { transactionId: id, reason: null }))
  expect(await stateOf(id)).toMatchObject({ returned: '0' })
})

test('BANK-527 a match leaves an agreed day without an amount until nothing remains', async () => {
  const { investmentId } = await aHolding('5,000')
  await change('update app.investment set next_payment_on = $2 where id = $1', [
    investmentId,
    '2026-12-24',
  ])
  const nextOf = async () => {
    const { rows } = await change<{ on: string | null }>(
      'select next_payment_on::text as on from app.investment where id = $1',
      [investmentId],
    )
    return rows[0]?.on
  }
  const part = await aTransaction(accounts.dollars, { minor: 3_869n })
  await match(part, { [investmentId]: null })
  expect(await nextOf()).toBe('2026-12-24')
  const rest = await aTransaction(accounts.dollars, { minor: 496_131n })
  await match(rest, { [investmentId]: null })
  expect(await nextOf()).toBeNull()
})
