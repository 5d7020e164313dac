import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  aPaymentAccount,
  aRate,
  aTransaction,
  referenceOf,
  stateOf,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, asPerson } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { matchOpenTransactions } from '../bank-transactions/match-automatically.server.ts'
import { suggestMatches } from '../bank-transactions/suggest-matches.server.ts'
import { listTransactions } from '../bank-transactions/transaction-list.server.ts'
import { transactionSearch } from '../bank-transactions/transaction-search.ts'
import { decideProof, listWaitingProofs, proofsOfInvestment } from './proofs.server.ts'
import { submitProof } from './submit-proof.server.ts'

const admin = await anAdmin()
let account = ''

beforeAll(async () => {
  account = await aPaymentAccount()
  await aRate('KES', '129.24')
})

async function aHolding(name = 'Fatuma Noor', phone = '') {
  const person = await anInvestor(name)
  if (phone)
    await change('update app.investor set phone = $2 where id = $1', [person.investorId, phone])
  const investmentId = await anInvestment(person.investorId, await aProject(), usd('5,000'))
  return { person, investmentId }
}
type Holding = Awaited<ReturnType<typeof aHolding>>

/** 2 November 2026, 08:15 in Nairobi, as its code says. */
const sms = (code: string, amount = '25,000.00', day = '2/11/26') =>
  `${code} Confirmed. Ksh${amount} sent to MSINGI PROPERTY GROUP for account Fatuma on ${day} at 8:15 AM. New M-PESA balance is Ksh1.00.`
const submit = ({ person, investmentId }: Holding, message: string | null) =>
  asPerson(person, (investor) =>
    submitProof(investor, investmentId, { message, note: null, file: null }),
  )
const seenBy = ({ person, investmentId }: Holding) =>
  asPerson(person, (investor) => proofsOfInvestment(investor, investmentId))
const line = (code: string, facts: Partial<Parameters<typeof aTransaction>[1]> = {}) =>
  aTransaction(account, {
    minor: 2_500_000n,
    number: code,
    mpesaCode: code,
    on: '2026-11-02',
    ...facts,
  })
const atTheMinute = (id: string) =>
  change(
    "alter table app.bank_transaction disable trigger never_changes; update app.bank_transaction set occurred_at = '2026-11-02T05:15:20Z' where id = '" +
      id +
      "'; alter table app.bank_transaction enable trigger never_changes",
  )

test('BANK-450 a message of money sent waits for the statement, and is received once its payment is recorded', async () => {
  const holding = await aHolding('Asha Hassan', '+254712000118')
  expect(await submit(holding, sms('UK2AAAAAA1'))).toMatchObject({ proofId: expect.any(String) })
  expect(await seenBy(holding)).toMatchObject([
    { code: 'UK2AAAAAA1', minor: 2_500_000n, currency: 'KES', state: 'waiting', receipt: null },
  ])
  expect(await as(admin, listWaitingProofs)).toMatchObject([{ investor: 'Asha Hassan' }])
  const id = await line('UK2AAAAAA1', { payerName: 'ASHA HASSAN', payerNumber: '25471****118' })
  await atTheMinute(id)
  await matchOpenTransactions(officeJob)
  expect(await stateOf(id)).toMatchObject({ state: 'matched' })
  const [proof] = await seenBy(holding)
  expect(proof).toMatchObject({ state: 'received', receipt: expect.stringMatching(/^R-/) })
  expect(await as(admin, listWaitingProofs)).toEqual([])
})

test('BANK-451 someone else’s message takes no money: another payer, minute or amount is only a suggestion, and two claims none', async () => {
  const [thief, other] = [
    await aHolding('Omar Thief', '+254799000000'),
    await aHolding('Other One', '+254712000118'),
  ]
  const cases: [code: string, facts: Parameters<typeof line>[1], isAtTheMinute: boolean][] = [
    ['UK2BBBBBB1', { payerName: 'ASHA HASSAN', payerNumber: '25471****118' }, true],
    ['UK2BBBBBB2', { payerName: 'OMAR THIEF', payerNumber: '25479****000' }, false],
    [
      'UK2BBBBBB3',
      { payerName: 'OMAR THIEF', payerNumber: '25479****000', minor: 2_600_000n },
      true,
    ],
  ]
  for (const [code, facts, isAtTheMinute] of cases) {
    await submit(thief, sms(code))
    const id = await line(code, facts)
    if (isAtTheMinute) await atTheMinute(id)
    await matchOpenTransactions(officeJob)
    const { state, suggestions } = await stateOf(id)
    expect([code, state]).toEqual([code, 'suggested'])
    expect(suggestions.some(({ reason }) => /the investor (reported|sent in)/.test(reason))).toBe(
      true,
    )
  }
  await submit(thief, sms('UK2BBBBBB4'))
  await submit(other, sms('UK2BBBBBB4'))
  const claimed = await line('UK2BBBBBB4', { payerName: 'OMAR THIEF', payerNumber: '25479****000' })
  await atTheMinute(claimed)
  await matchOpenTransactions(officeJob)
  expect(await stateOf(claimed)).toMatchObject({ state: 'suggested' })
})

test.each([
  [
    'money received',
    'UK2DKNV1EO Confirmed.You have received Ksh2,500.00 from YUSUF ABDI 0722000118 on 2/11/26 at 8:15 AM',
    'about money received',
  ],
  ['a forged code, whose day is another', sms('UK5AAAAAA1'), ''],
  ['words', 'I paid you yesterday', 'We do not recognise this payment message'],
])('BANK-452 %s is refused with the reason', async (_, message, sentence) => {
  const holding = await aHolding()
  const answer = await submit(holding, message)
  expect(answer).toMatchObject({ refused: 'message', problem: expect.stringContaining(sentence) })
  expect(await seenBy(holding)).toEqual([])
})

test('BANK-457 a message dated in the future, and one for an investment that is paid, are refused', async () => {
  setClock(() => new Date('2026-11-01T09:00:00Z'))
  const holding = await aHolding()
  expect(await submit(holding, sms('UK2EEEEEE1'))).toEqual({ refused: 'in-the-future' })
  setClock(() => new Date('2026-11-26T09:00:00Z'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-11-20' where id = $1",
    [holding.investmentId],
  )
  expect(await submit(holding, sms('UK2EEEEEE1'))).toEqual({ refused: 'closed' })
})

test('BANK-453 the same message twice, nothing at all, and someone else’s investment are refused', async () => {
  const [holding, other] = [await aHolding(), await aHolding('Someone Else')]
  expect(await submit(holding, null)).toEqual({ refused: 'nothing-sent' })
  await submit(holding, sms('UK2CCCCCC1'))
  expect(await submit(holding, sms('UK2CCCCCC1'))).toEqual({ refused: 'already-submitted' })
  // Another investor is not told that the code is known.
  expect(await submit(other, sms('UK2CCCCCC1'))).toHaveProperty('proofId')
  expect(await submit({ ...holding, investmentId: other.investmentId }, sms('UK2CCCCCC2'))).toEqual(
    {
      refused: 'not-found',
    },
  )
  expect(await submit({ ...holding, investmentId: randomUUID() }, sms('UK2CCCCCC2'))).toEqual({
    refused: 'not-found',
  })
  expect(await seenBy({ ...holding, investmentId: other.investmentId })).toEqual([])
})

test('BANK-454 the office declines a message with a reason that the investor reads, once', async () => {
  const holding = await aHolding()
  await submit(holding, sms('UK2DDDDDD1'))
  const [proof] = await seenBy(holding)
  const decide = () =>
    as(admin, (actor) =>
      decideProof(actor, proof?.id ?? '', {
        decision: 'declined',
        reason: 'Paid to another company',
      }),
    )
  const accept = as(admin, (actor) =>
    decideProof(actor, proof?.id ?? '', { decision: 'received', reason: null }),
  )
  expect(await accept).toEqual({ refused: 'has-code' })
  expect(await decide()).toEqual({ decided: true })
  expect(await decide()).toEqual({ refused: 'decided' })
  expect(await seenBy(holding)).toMatchObject([
    { state: 'declined', reason: 'Paid to another company' },
  ])
  const { rows } = await change(
    'select n.message from app.notification n join app.notification_recipient r on r.notification_id = n.id where r.investor_id = $1',
    [holding.person.investorId],
  )
  expect(JSON.stringify(rows)).toContain('Paid to another company')
  await officeJob(suggestMatches)
})

test('BANK-528 a transaction number with dots is kept, and a message without a number is taken once', async () => {
  setClock(() => new Date('2026-11-03T12:00:00Z'))
  const holding = await aHolding()
  const eDahab =
    '1.98 Dollar ayad u warejisay Msingi Property. No: 620000307.Tixrac: PP261103.1137.E48452 Haraaga: 0.07 Dollar Kharashyada Adeegga:0 Dollar Tariikh:03-11-2026[-eDahab-Service-]'
  expect(await submit(holding, eDahab)).toMatchObject({ proofId: expect.any(String) })
  expect(await submit(holding, eDahab)).toEqual({ refused: 'already-submitted' })
  const evc =
    '[-EVCPlus-] $1 ayaad uwareejisay MSINGI PROPERTY(610000306), Tar: 03/11/26 08:15:00, Haraagaagu waa $2.'
  const first = await submit(holding, evc)
  expect(first).toMatchObject({ proofId: expect.any(String) })
  expect(await submit(holding, evc)).toEqual({ refused: 'already-submitted' })
  expect(await seenBy(holding)).toHaveLength(2)
})

test('BANK-530 a wallet message of money sent to a stranger is refused with whom it paid', async () => {
  setClock(() => new Date('2026-11-03T12:00:00Z'))
  const holding = await aHolding()
  const stranger =
    '[-EVCPlus-] $500 ayaad uwareejisay ABDI XASAN(610000999), Tar: 03/11/26 08:15:00, Haraagaagu waa $2.'
  expect(await submit(holding, stranger)).toEqual({ refused: 'other-payee', payee: 'ABDI XASAN' })
})

test('BANK-531 a message that names another payment reference says so to the office and the investor', async () => {
  const [holding, other] = [await aHolding(), await aHolding('Someone Else')]
  const [own, named] = [
    await referenceOf(holding.investmentId),
    await referenceOf(other.investmentId),
  ]
  const about = (reference: string, code: string) =>
    sms(code).replace('account Fatuma', `account 441211#${reference.toLowerCase()}`)
  await submit(holding, about(named, 'UK2FFFFFF1'))
  expect(await seenBy(holding)).toMatchObject([{ reference: own, otherReference: named }])
  const listed = await as(admin, listWaitingProofs)
  expect(listed.find(({ code }) => code === 'UK2FFFFFF1')).toMatchObject({ otherReference: named })
  await submit(holding, about(own, 'UK2FFFFFF2'))
  expect(await seenBy(holding)).toMatchObject([{ otherReference: null }, { code: 'UK2FFFFFF1' }])
})

test('BANK-532 a code that was sent in with another amount is refused with that amount', async () => {
  const holding = await aHolding()
  await submit(holding, sms('UK2GGGGGG1'))
  expect(await submit(holding, sms('UK2GGGGGG1', '26,000.00'))).toEqual({
    refused: 'other-amount',
    code: 'UK2GGGGGG1',
    minor: 2_500_000n,
    currency: 'KES',
  })
  expect(await submit(holding, sms('UK2GGGGGG1'))).toEqual({ refused: 'already-submitted' })
})

test('BANK-533 what was sent in for an investment that is fully paid waits no longer, for investor and office', async () => {
  const holding = await aHolding()
  await submit(holding, sms('UK2HHHHHH1'))
  const [proof] = await seenBy(holding)
  const isListed = async () =>
    (await as(admin, listWaitingProofs)).some(({ id }) => id === proof?.id)
  expect([proof?.state, await isListed()]).toEqual(['waiting', true])
  await sendPayment(admin, holding.investmentId, { amount: usd('5,000') })
  expect(await seenBy(holding)).toMatchObject([{ state: 'settled' }])
  expect(await isListed()).toBe(false)
})

test('BANK-534 who sent in a code is said on the payment of that code, and not on its charge', async () => {
  const holding = await aHolding('Leyla Omar')
  const number = 'UK2JJJJJJ1'
  await line(number, { leg: 'charge', minor: -2_300n })
  const payment = await line(number)
  await submit(holding, sms(number))
  const { transactions } = await as(admin, (actor) =>
    listTransactions(actor, transactionSearch(new URL(`http://msingi.example/?q=${number}`))),
  )
  const claims = transactions.map(({ leg, claims: names }) => [leg, names])
  expect(Object.fromEntries(claims)).toEqual({ charge: [], payment: ['Leyla Omar'] })
  const waiting = await as(admin, listWaitingProofs)
  expect(waiting.find(({ code }) => code === number)?.line?.id).toBe(payment)
})

test('BANK-600 a proof says that its money is on a statement, to its investor, when code and amount are the same', async () => {
  const [holding, stranger] = [await aHolding(), await aHolding('Guuleed Cali')]
  const code = 'UK2OSTMNT1'
  const { proofId } = (await submit(holding, sms(code))) as { proofId: string }
  expect(await seenBy(holding)).toMatchObject([{ state: 'waiting', isOnStatement: false }])
  await line(code, { minor: 2_400_000n })
  expect(await seenBy(holding)).toMatchObject([{ isOnStatement: false }])
  const facts = { minor: 2_500_000n, number: code, mpesaCode: code }
  const id = await aTransaction(await aPaymentAccount(), facts)
  expect(await seenBy(holding)).toMatchObject([{ state: 'waiting', isOnStatement: true }])
  const isKnownTo = ({ person }: Holding) =>
    asPerson(person, async ({ tx }) => {
      const { rows } = await sql<{
        known: boolean
      }>`select is_on_statement(${proofId}) as known`.execute(tx)
      return rows[0]?.known
    })
  expect([await isKnownTo(holding), await isKnownTo(stranger)]).toEqual([true, false])
  await change("update app.bank_transaction set exclusion = 'other' where id = $1", [id])
  expect(await isKnownTo(holding)).toBe(false)
  await change('update app.bank_transaction set exclusion = null where id = $1', [id])
  expect(await stateOf(id)).toMatchObject({ allocated: '0' })
})
