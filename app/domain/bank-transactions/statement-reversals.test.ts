import { beforeEach, expect, test } from 'vitest'
import {
  aPayment as aLine,
  aPaymentAccount,
  aReversal,
  checkOf,
  keep,
  type MpesaLine,
  mpesaStatement,
  transactionsOf,
  upload,
} from '../../../tests/bank-statements.ts'
import { change } from '../../../tests/database.ts'
import { aHolding, aPayment } from '../../../tests/ledger.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { confirmStatement } from './upload-statement.server.ts'

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))

const admin = await anAdmin()
const number = '600700'

/** A statement of one day; the balance before it is what the lines need. */
const dayOf = (day: number, opening: number, ...lines: MpesaLine[]) => {
  const on = `0${day}-11-2026`
  return mpesaStatement(number, { opening, lines, from: on, to: on, currency: 'USD' })
}

async function uploadAll(...contents: string[]) {
  const accountId = await aPaymentAccount(number, 'USD')
  for (const content of contents) await as(admin, (actor) => upload(actor, { accountId, content }))
  return accountId
}

async function exclusionsOf(accountId: string) {
  const rows = await transactionsOf(accountId)
  return rows.map(({ leg, exclusion, state }) => `${leg} ${exclusion ?? state}`)
}

const decisionsOf = async (accountId: string) =>
  (
    await change<{ exclusion: string; reason: string | null; by: string }>(
      `select d.exclusion, d.reason, d.decided_by as by from app.bank_transaction_decision d
       join app.bank_transaction t on t.id = d.bank_transaction_id where t.payment_account_id = $1`,
      [accountId],
    )
  ).rows

const paid = aLine(3, 1, 500)
const other = aLine(3, 2, 500)

test('BANK-310 a payment and its reversal in one file are both excluded', async () => {
  const accountId = await uploadAll(dayOf(3, 0, paid, other, aReversal(3, 3, paid)))
  expect(await exclusionsOf(accountId)).toEqual([
    'payment reversal-pair',
    'payment unmatched',
    'reversal reversal-pair',
  ])
  expect(await decisionsOf(accountId)).toEqual([])
})

test('BANK-311 a reversal in a later file excludes the payment that has no parts, by a decision', async () => {
  const accountId = await uploadAll(dayOf(3, 0, paid, other), dayOf(4, 1000, aReversal(4, 3, paid)))
  expect(await exclusionsOf(accountId)).toEqual([
    'payment reversal-pair',
    'payment unmatched',
    'reversal reversal-pair',
  ])
  expect(await decisionsOf(accountId)).toEqual([
    { exclusion: 'reversal-pair', reason: null, by: admin.userId },
  ])
})

test('BANK-311 a reversal that was uploaded before its payment excludes both', async () => {
  const reversal = dayOf(4, 1000, aReversal(4, 3, paid))
  const accountId = await uploadAll(reversal)
  expect(await exclusionsOf(accountId)).toEqual(['reversal unmatched'])
  await as(admin, (actor) => upload(actor, { accountId, content: dayOf(3, 0, paid, other) }))
  expect(await exclusionsOf(accountId)).toEqual([
    'payment reversal-pair',
    'payment unmatched',
    'reversal reversal-pair',
  ])
})

/** Gives the payment a part, as a match does. */
async function match(accountId: string) {
  const { investmentId } = await aHolding()
  const entry = await aPayment(admin, investmentId, ['500', '2026-03-31'])
  await change(
    `insert into app.allocation (bank_transaction_id, ledger_entry_id, minor, recorded_entry)
     select t.id, $2, 50000, true from app.bank_transaction t
     where t.payment_account_id = $1 and t.provider_number = $3`,
    [accountId, entry.paymentId, paid.code],
  )
}

test('BANK-312 a reversal of a payment with parts stays open, in a file with the payment, too', async () => {
  for (const later of [
    dayOf(4, 1000, aReversal(4, 3, paid)),
    dayOf(3, 0, paid, other, aReversal(3, 3, paid)),
  ]) {
    const accountId = await uploadAll(dayOf(3, 0, paid, other))
    await match(accountId)
    await as(admin, (actor) => upload(actor, { accountId, content: later }))
    expect(await exclusionsOf(accountId)).toEqual([
      'payment matched',
      'payment unmatched',
      'reversal unmatched',
    ])
    const reversal = (await transactionsOf(accountId)).find(({ leg }) => leg === 'reversal')
    expect(reversal?.reversal_of).toBe(paid.code)
  }
})

test('BANK-539 the preview names the matched payment that a reversal takes back', async () => {
  const accountId = await uploadAll(dayOf(3, 0, paid, other))
  await match(accountId)
  const draftId = await as(admin, (actor) =>
    keep(actor, { accountId, content: dayOf(4, 1000, aReversal(4, 3, paid)) }),
  )
  const { lines } = await as(admin, (actor) => checkOf(actor, draftId))
  expect(lines.map(({ state, takesBack }) => [state, takesBack])).toEqual([
    ['new', expect.stringMatching(/^Jama Warsame, receipt R-\d{4}-\d+$/)],
  ])
})

test('BANK-313 a match between the check and the confirmation is noticed', async () => {
  const accountId = await uploadAll(dayOf(3, 0, paid, other))
  const draftId = await as(admin, (actor) =>
    keep(actor, { accountId, content: dayOf(4, 1000, aReversal(4, 3, paid)) }),
  )
  const { fingerprint, reversed } = await as(admin, (actor) => checkOf(actor, draftId))
  expect(reversed).toHaveLength(1)
  await match(accountId)
  expect(await as(admin, (actor) => confirmStatement(actor, { draftId, fingerprint }))).toEqual({
    refused: 'moved',
  })
  expect(await exclusionsOf(accountId)).toEqual(['payment matched', 'payment unmatched'])
})

test('BANK-314 a reversal of another amount, or of an unknown payment, stays open', async () => {
  const less = { ...aReversal(4, 3, paid), shillings: -400 }
  const unknown = aReversal(4, 4, aLine(2, 9, 50))
  const accountId = await uploadAll(dayOf(3, 0, paid, other), dayOf(4, 1000, less, unknown))
  expect(await exclusionsOf(accountId)).toEqual([
    'payment unmatched',
    'payment unmatched',
    'reversal unmatched',
    'reversal unmatched',
  ])
})
