import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearLimits, onlyStaff, proposeBy, setLimit } from '../../../tests/approvals.ts'
import {
  aPayableInvestment,
  aPaymentAccount,
  aTransaction,
  stateOf,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, aStaffMember } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import type { ProposalLine } from '../../domain/approvals/approval.ts'
import { suggestMatches } from '../../domain/bank-transactions/suggest-matches.server.ts'
import { officeJob } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'

const home = '/admin-dashboard'
const owner = await anAdmin('Owner Amina')
const approver = await aStaffMember(['manager'], 'Manager Otieno')
const cashier = await aStaffMember(['cashier'], 'Cashier Wanjiru')
const cookie = await cookiesOf(cashier)
let dollars = ''

beforeAll(async () => {
  await onlyStaff(owner, approver, cashier)
  await setLimit('payment', 10)
  dollars = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
})
afterAll(clearLimits)

const pageOf = async (path: string) => wordsOf((await ask(home + path, { cookie })).html)
const countProposals = async () => (await change('select id from app.proposal')).rows.length

async function aSuggestedTransaction(name: string) {
  const { investmentId, reference } = await aPayableInvestment('5,000', name)
  const id = await aTransaction(dollars, {
    minor: 10_000n,
    payerName: name.toUpperCase(),
    typed: `${reference.slice(0, -1)}x`,
  })
  await officeJob(suggestMatches)
  const act = { act: 'investment', transactionId: id, targetId: investmentId }
  const match = () => ask(`${home}/transactions`, { cookie, form: { key: randomUUID(), ...act } })
  return { id, investmentId, match }
}

test('APPR-060 a proposal shows each reason why it needs two people', async () => {
  const { investmentId } = await aPayableInvestment('5,000', 'Hodan Abdi')
  const line = (amount: string): ProposalLine => ({
    act: 'payment',
    subjectId: null,
    investmentId,
    projectId: null,
    amount: usd(amount),
    limit: usd('10'),
    daySum: usd(amount),
  })
  const lines = [line('20'), line('30'), line('30')]
  const input = { investmentId, input: { amount: { currency: 'USD', minor: 2000n } } }
  const proposal = { command: 'undo-match', key: randomUUID(), input, title: 'Both', lines }
  const proposalId = await proposeBy(cashier, proposal)
  const words = await pageOf(`/approvals/${proposalId}`)
  expect(words).toContain('Payment by hand of $20, above the limit of $10.')
  expect(words.split('Payment by hand of $30, above the limit of $10.')).toHaveLength(2)
})

test('APPR-061 an open bank transaction shows the proposal about it, and is not matched by one press again', async () => {
  const { id, match } = await aSuggestedTransaction('Fowzia Nur')
  const path = `/transactions?transaction=${id}`
  expect((await ask(home + path, { cookie })).html).toContain('name="chosen"')
  expect(wordsOf((await match()).html)).toContain('Waiting for approval')
  const html = (await ask(home + path, { cookie })).html
  expect(wordsOf(html)).toContain('Waiting for approval: Match of USD 100.00 from FOWZIA NUR to')
  expect(html).toMatch(/href="\/admin-dashboard\/approvals\/[0-9a-f-]{36}"/)
  expect(html).not.toContain('name="chosen"')
  const before = await countProposals()
  expect(wordsOf((await match()).html)).toContain('A change to this transaction is already waiting')
  expect(await countProposals()).toBe(before)
  expect(await pageOf(`/transactions/${id}/match`)).toContain('Waiting for approval: Match of')
  expect(await stateOf(id)).toMatchObject({ allocated: '0' })
  await change(`update app.proposal set expires_at = now() where state = 'open'`)
  expect(await pageOf(path)).not.toContain('Waiting for approval')
  expect(wordsOf((await match()).html)).toContain('Waiting for approval')
})

test('APPR-062 an investment shows the proposals that would book on it', async () => {
  const { investmentId, match } = await aSuggestedTransaction('Sahra Jama')
  const path = `/investments/${investmentId}`
  expect(await pageOf(path)).not.toContain('Waiting for approval')
  await match()
  expect(await pageOf(path)).toContain('Waiting for approval: Match of USD 100.00')
})

test('STAFF-310 a form that a role only reads asks for no proof of identity', async () => {
  const limitsFor = async (person: typeof owner) =>
    (await ask(`${home}/approvals/limits`, { cookie: await cookiesOf(person) })).html
  expect(await limitsFor(owner)).toContain('Confirm your identity')
  const shown = await limitsFor(approver)
  expect(wordsOf(shown)).toContain('Your role can view this, but not change it.')
  expect(shown).not.toContain('Confirm your identity')
})
