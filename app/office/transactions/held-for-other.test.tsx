import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  aPayableInvestment,
  aTransaction,
  stateOf,
  twoAccounts,
} from '../../../tests/bank-transactions.ts'
import { bookedOn } from '../../../tests/ledger.ts'
import { anAdmin, asPerson } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { matchOpenTransactions } from '../../domain/bank-transactions/match-automatically.server.ts'
import { submitProof } from '../../domain/payment-proofs/submit-proof.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'

const cookie = await cookiesOf(await anAdmin())
const { shillings } = await twoAccounts()
const home = '/admin-dashboard/transactions'
const ofAct = (fields: Record<string, string>) =>
  ask(home, { cookie, form: { key: randomUUID(), ...fields } })
const pageOf = async (id: string) => (await ask(`${home}?transaction=${id}`, { cookie })).html

/** KES 20,000 with a reference completed an investment of $100 without a person; another investor sends in its message. */
async function heldAndClaimed() {
  const holder = await aPayableInvestment('100', 'Fardowsa Nur')
  const other = await aPayableInvestment('5,000', 'Hanad Said')
  const code = 'UCV5HELD11'
  const line = { minor: 2_000_000n, number: code, mpesaCode: code }
  const id = await aTransaction(shillings, { ...line, typed: holder.reference })
  await matchOpenTransactions(officeJob)
  const message = `${code} Confirmed. Ksh20,000.00 sent to MSINGI PROPERTY GROUP for account ${holder.reference} on 31/3/26 at 3:00 PM. New M-PESA balance is Ksh1.00.`
  const proof = { message, note: null, file: null }
  await asPerson(other.investor, (reader) => submitProof(reader, other.investmentId, proof))
  await matchOpenTransactions(officeJob)
  const { allocated, held } = await stateOf(id)
  expect(held).toBe(holder.investor.investorId)
  return { id, other: other.investmentId, allocated }
}

test('BANK-609 BANK-610 money held for one investor goes to another in the dialog only, and two payments are undone in theirs', async () => {
  const { id, other, allocated } = await heldAndClaimed()
  const html = await pageOf(id)
  expect(wordsOf(html)).toContain('Hanad Said')
  expect(html).not.toContain('data-key="Enter"')
  expect(html).not.toContain('name="chosen"')
  expect(html).toContain('value="undo"')
  const pressed = await ofAct({ act: 'investment', transactionId: id, targetId: other })
  expect(wordsOf(pressed.html)).toContain('This money is held for another investor.')
  await ofAct({ act: 'selected', chosen: `${id} investment ${other}` })
  expect(await stateOf(id)).toMatchObject({ allocated })
  expect(await bookedOn(other)).toMatchObject({ received_cents: 0 })

  const dialog = await ask(`${home}/${id}/match`, { cookie })
  expect(wordsOf(dialog.html)).toMatch(/KES [\d,.]+ is held for Fardowsa Nur/)
  expect(dialog.html).not.toMatch(
    new RegExp(`selected="" value="${other}"|value="${other}" selected`),
  )
  const form = { key: randomUUID(), investmentId1: other, amount1: '5,000' }
  expect(await ask(`${home}/${id}/match`, { cookie, form })).toMatchObject({ status: 303 })
  const both = await stateOf(id)
  expect(BigInt(both.allocated)).toBe(BigInt(allocated) + 500_000n)

  const page = await pageOf(id)
  expect(page).not.toContain('value="undo"')
  expect(page).toContain(`${home}/${id}/undo`)
  const undone = await ofAct({ act: 'undo', transactionId: id })
  expect(wordsOf(undone.html)).toContain('Several payments are matched')
  expect(await stateOf(id)).toMatchObject({ allocated: both.allocated })
})
