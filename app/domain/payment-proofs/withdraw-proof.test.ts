import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  aPaymentAccount,
  aRate,
  aTransaction,
  referenceOf,
  stateOf,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, asPerson } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { matchOpenTransactions } from '../bank-transactions/match-automatically.server.ts'
import { suggestMatches } from '../bank-transactions/suggest-matches.server.ts'
import { decideProof, listWaitingProofs, proofsOfInvestment } from './proofs.server.ts'
import { submitProof } from './submit-proof.server.ts'
import { withdrawProof } from './withdraw-proof.server.ts'

const admin = await anAdmin()
await aRate('KES', '129.24')
const account = await aPaymentAccount()

async function aHolding() {
  const person = await anInvestor('Fatuma Noor')
  const id = await anInvestment(person.investorId, await aProject(), usd('5,000'))
  return { person, id }
}
type Holding = Awaited<ReturnType<typeof aHolding>>

const sms = (code: string) =>
  `${code} Confirmed. Ksh25,000.00 sent to MSINGI PROPERTY GROUP for account Fatuma on 2/11/26 at 8:15 AM.`

async function submit({ person, id }: Holding, code: string): Promise<string> {
  const answer = await asPerson(person, (investor) =>
    submitProof(investor, id, { message: sms(code), note: null, file: null }),
  )
  if (!('proofId' in answer)) throw new Error(JSON.stringify(answer))
  return answer.proofId
}
const withdraw = ({ person, id }: Holding, proofId: string) =>
  asPerson(person, (investor) => withdrawProof(investor, id, proofId))
const seenBy = ({ person, id }: Holding) =>
  asPerson(person, (investor) => proofsOfInvestment(investor, id))

/** What the database lets the investor do without the command: the number of rows changed. */
const writeAs = ({ person }: Holding, proofId: string, decision: 'received' | 'withdrawn') =>
  asPerson(person, async ({ tx }) => {
    const { numUpdatedRows } = await tx
      .updateTable('payment_proof')
      .set({ decision, decided_at: clock.now() })
      .where('id', '=', proofId)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })

const aLine = (code: string, typedReference: string | null = null) =>
  aTransaction(account, {
    minor: 2_500_000n,
    number: code,
    mpesaCode: code,
    on: '2026-11-02',
    typed: typedReference,
  })

test('BANK-458 an investor withdraws what waits, once; the office no longer sees it, and the code can be sent in again', async () => {
  const holding = await aHolding()
  const proofId = await submit(holding, 'UK2WWWWWW1')
  const line = await aLine('UK2WWWWWW1')
  await officeJob(suggestMatches)
  expect((await stateOf(line)).suggestions).not.toEqual([])
  expect(await withdraw(holding, proofId)).toEqual({ withdrawn: true })
  expect(await withdraw(holding, proofId)).toEqual({ refused: 'closed', state: 'withdrawn' })
  await officeJob(suggestMatches)
  expect((await stateOf(line)).suggestions).toEqual([])
  expect(await as(admin, listWaitingProofs)).toEqual([])
  const decide = as(admin, (actor) =>
    decideProof(actor, proofId, { decision: 'declined', reason: 'No' }),
  )
  expect(await decide).toEqual({ refused: 'decided' })
  expect(await seenBy(holding)).toMatchObject([{ state: 'withdrawn' }])
  const { rows } = await change<{ actor_id: string }>(
    "select actor_id from app.audit_log where subject_id = $1 and after ->> 'decision' = 'withdrawn'",
    [proofId],
  )
  expect(rows).toEqual([{ actor_id: holding.person.userId }])
  expect(await submit(holding, 'UK2WWWWWW1')).not.toBe(proofId)
})

test('BANK-459 another’s proof, one that is declined and one whose payment is recorded are not withdrawn, by the database either', async () => {
  const [holding, other] = [await aHolding(), await aHolding()]
  const proofId = await submit(holding, 'UK2WWWWWW2')
  expect(await withdraw(other, proofId)).toEqual({ refused: 'not-found' })
  expect(await withdraw({ ...other, id: holding.id }, proofId)).toEqual({ refused: 'not-found' })
  expect(await withdraw(holding, randomUUID())).toEqual({ refused: 'not-found' })
  expect(await withdraw(holding, 'nonsense')).toEqual({ refused: 'not-found' })
  expect(await writeAs(other, proofId, 'withdrawn')).toBe(0)
  await expect(writeAs(holding, proofId, 'received')).rejects.toThrow('row-level security')

  const line = await aLine('UK2WWWWWW2', await referenceOf(holding.id))
  await matchOpenTransactions(officeJob)
  expect(await stateOf(line)).toMatchObject({ state: 'matched' })
  expect(await withdraw(holding, proofId)).toEqual({ refused: 'closed', state: 'received' })
  expect(await writeAs(holding, proofId, 'withdrawn')).toBe(0)

  const declined = await submit(holding, 'UK2WWWWWW3')
  await as(admin, (actor) => decideProof(actor, declined, { decision: 'declined', reason: 'No' }))
  expect(await withdraw(holding, declined)).toEqual({ refused: 'closed', state: 'declined' })
  expect(await writeAs(holding, declined, 'withdrawn')).toBe(0)
})

test('BANK-460 what is recorded no longer counts among the twenty that may wait', async () => {
  const holding = await aHolding()
  const code = (letter: string) => `UK2VVVVV${letter}1`
  for (const letter of 'ABCDEFGHIJKLMNOPQRS') await submit(holding, code(letter))
  const last = await submit(holding, code('T'))
  await expect(submit(holding, code('U'))).rejects.toThrow('too-many')
  await aLine(code('A'), await referenceOf(holding.id))
  await matchOpenTransactions(officeJob)
  await submit(holding, code('U'))
  await withdraw(holding, last)
  await submit(holding, code('V'))
})
