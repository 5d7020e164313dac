import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  aPayableInvestment,
  aTransaction,
  entriesOf,
  matchingBy,
  shillings,
  stateOf,
  twoAccounts,
} from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { bookedOn, sendPayment } from '../../../tests/ledger.ts'
import { aMilestone, reached } from '../../../tests/milestones.ts'
import { anAdmin, aProject, as, day } from '../../../tests/people.ts'
import { unfinishedJobs } from '../../platform/jobs/jobs.server.ts'
import { officeJob, workerCommand } from '../../platform/session/unattended.server.ts'
import { cents, usd } from '../../values/money.ts'
import { agreePlan } from '../payment-plans/agree-plan.server.ts'
import { concernedTransactions, type MatchingCause } from './concerned-transactions.server.ts'
import { linkEntry } from './link-entry.server.ts'
import { matchOpenTransactions } from './match-automatically.server.ts'
import { suggestMatches } from './suggest-matches.server.ts'
import { voidReversed } from './void-reversed.server.ts'

const admin = await anAdmin()
const { match, undo } = matchingBy(admin)
const aHolding = aPayableInvestment
let accounts = { shillings: '', dollars: '' }

beforeAll(async () => {
  accounts = await twoAccounts()
})

const runJob = () => matchOpenTransactions(officeJob)
test('BANK-360 only an exact reference is matched without a person; the match is undone with one click and not made again', async () => {
  const { investmentId, reference } = await aHolding()
  const exact = await aTransaction(accounts.shillings, {
    minor: shillings(1000),
    typed: ` ${reference.toLowerCase()} `,
    mpesaCode: 'UCV2222222',
  })
  const wrong = `${reference.slice(0, -1)}${reference.endsWith('W') ? 'X' : 'W'}`
  const near = await aTransaction(accounts.shillings, { minor: shillings(2000), typed: wrong })
  await runJob()
  expect(await stateOf(exact)).toMatchObject({ state: 'matched' })
  expect(await stateOf(near)).toMatchObject({ state: 'suggested' })
  const { rows } = await change(
    `select a.automatic, l.actor from app.allocation a join app.audit_log l
       on l.subject = 'ledger_entry' and l.act = 'insert' and l.subject_id = a.ledger_entry_id::text
     where a.bank_transaction_id = $1`,
    [exact],
  )
  expect(rows).toEqual([{ automatic: 'reference', actor: 'worker' }])
  expect(await undo(exact)).toEqual({ undone: 1 })
  await runJob()
  expect(await stateOf(exact)).toMatchObject({ state: 'suggested' })
  expect((await entriesOf(investmentId)).map(({ kind }) => kind)).toEqual(['payment', 'void'])
})

test('BANK-361 a payer is learnt from a person’s match, suggested with the reason, and forgotten when it is undone', async () => {
  const { investmentId } = await aHolding('5,000', 'Hodan Ali')
  const payer = { payerName: 'MOHAMED JAMA', payerNumber: '25472****118' }
  const first = await aTransaction(accounts.shillings, { minor: shillings(500), ...payer })
  const second = await aTransaction(accounts.shillings, { minor: shillings(700), ...payer })
  await match(first, { [investmentId]: null })
  await officeJob(suggestMatches)
  const { state, suggestions } = await stateOf(second)
  expect(state).toBe('suggested')
  expect(suggestions[0]).toMatchObject({ kind: 'investment', investmentId })
  expect(suggestions[0]?.reason).toContain('same payer as 1 payment on this investment')
  await undo(first)
  await officeJob(suggestMatches)
  expect((await stateOf(second)).suggestions.map((found) => found.reason).join()).not.toContain(
    'same payer',
  )
})

test('BANK-362 a payment that was recorded by hand is linked to its line instead of being booked twice', async () => {
  const { investmentId } = await aHolding()
  const code = 'UCV3333333'
  const paid = await sendPayment(admin, investmentId, {
    amount: usd('200'),
    method: 'mobile-money',
    reference: code,
  })
  const entryId = 'paymentId' in paid ? paid.paymentId : ''
  const id = await aTransaction(accounts.dollars, { minor: 20_000n, mpesaCode: code })
  await officeJob(suggestMatches)
  expect((await stateOf(id)).suggestions[0]).toMatchObject({ kind: 'entry', entryId })
  expect(await match(id, { [investmentId]: null })).toMatchObject({ refused: 'same-reference' })
  const link = () => as(admin, (actor) => linkEntry(actor, { transactionId: id, entryId }))
  expect(await link()).toEqual({ linked: true })
  expect(await link()).toEqual({ refused: 'entry-taken' })
  expect(await stateOf(id)).toMatchObject({ state: 'matched' })
  expect(await undo(id)).toEqual({ undone: 1 })
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 20_000 })
})

test('BANK-363 the reversal of a matched payment proposes its void; both lines are excluded with it', async () => {
  const { investmentId } = await aHolding()
  const id = await aTransaction(accounts.dollars, { minor: 20_000n, number: 'UCV4444444' })
  await match(id, { [investmentId]: null })
  const reversalId = await aTransaction(accounts.dollars, {
    minor: -20_000n,
    leg: 'reversal',
    reversalOf: 'UCV4444444',
  })
  await officeJob(suggestMatches)
  expect(await stateOf(reversalId)).toMatchObject({ state: 'suggested' })
  const answer = await as(admin, (actor) =>
    voidReversed(actor, { key: randomUUID(), reversalId, reason: 'Reversed by M-Pesa' }),
  )
  expect(answer).toEqual({ undone: 1 })
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 0 })
  for (const line of [id, reversalId])
    expect(await stateOf(line)).toMatchObject({ state: 'excluded' })
})

test('BANK-521 a change matches only the open transactions that it may concern, and a night all of them', async () => {
  const { investor, investmentId, reference } = await aHolding('5,000', 'Sagal Aden')
  const number = '25471****447'
  const [first, second] = [
    await aTransaction(accounts.shillings, { minor: shillings(11), payerNumber: number }),
    await aTransaction(accounts.shillings, { minor: shillings(12), payerNumber: number }),
  ]
  const named = await aTransaction(accounts.dollars, { minor: 1300n, payerName: 'SAGAL ADEN' })
  const refunded = await aTransaction(accounts.dollars, { minor: -1400n, leg: 'withdrawal' })
  const other = await aTransaction(accounts.dollars, {
    minor: 1500n,
    payerName: 'WEKESA BARASA',
    number: 'FT4471',
  })
  await runJob()
  const concernedBy = async (cause: MatchingCause) => {
    const ids = await officeJob((actor) => concernedTransactions(actor, cause))
    return [first, second, named, refunded, other].filter((id) => ids.includes(id))
  }
  expect(await concernedBy({})).toEqual([first, second, named, refunded, other])
  expect(await concernedBy({ transactionId: first })).toEqual([first, second])
  expect(await concernedBy({ investorId: investor.investorId })).toEqual([named])
  await sendPayment(admin, investmentId, {
    amount: usd('15'),
    method: 'bank-transfer',
    reference: 'ft 4471',
  })
  expect(await concernedBy({ investorId: investor.investorId })).toEqual([named, other])
  const { rows } = await change<{ id: string }>(
    `insert into app.exchange_rate (currency, rate, dated_on, source) values ('KES', 129, '2026-03-31', 'company'),
       ('KES', 129, '2026-04-01', 'company') returning id`,
  )
  const [onTheDay = '', later = ''] = rows.map(({ id }) => id)
  expect(await concernedBy({ rateId: onTheDay })).toEqual([first, second])
  expect(await concernedBy({ rateId: later })).toEqual([])

  const matched = await aTransaction(accounts.shillings, { minor: shillings(13), typed: reference })
  const { rows: files } = await change<{ id: string }>(
    'select statement_file_id as id from app.bank_transaction where id = $1',
    [matched],
  )
  await matchOpenTransactions(officeJob, { transactionId: other })
  expect(await stateOf(matched)).toMatchObject({ state: 'unmatched' })
  await matchOpenTransactions(officeJob, { statementFileId: files[0]?.id ?? '' })
  expect(await stateOf(matched)).toMatchObject({ state: 'matched' })
})

test('PLAN-151 a changed plan, and a milestone that is reached, queue the suggestions again; their reasons are of the plan in force', async () => {
  const { investor, investmentId, reference } = await aHolding()
  const { rows } = await change<{ projectId: string; amount: number }>(
    'select project_id as "projectId", amount_cents::int as amount from app.investment where id = $1',
    [investmentId],
  )
  const { projectId = '', amount = 0 } = rows[0] ?? {}
  const milestoneId = await aMilestone(admin, projectId)
  const agree = (first: bigint, due: 'date' | 'milestone') =>
    as(admin, (actor) =>
      agreePlan(actor, investmentId, {
        key: randomUUID(),
        version: null,
        amount: cents(BigInt(amount)),
        agreedOn: day('2026-03-01'),
        reason: 'Agreed',
        templateId: null,
        lines: [
          { label: null, amount: cents(first), due: { kind: 'date', on: day('2027-04-01') } },
          {
            label: null,
            amount: cents(BigInt(amount) - first),
            due:
              due === 'date'
                ? { kind: 'date', on: day('2027-05-01') }
                : { kind: 'milestone', milestoneId, days: 0 },
          },
        ],
        beyondOffer: true,
      }),
    )
  await agree(20_000n, 'date')
  const wrong = `${reference.slice(0, -1)}${reference.endsWith('W') ? 'X' : 'W'}`
  const id = await aTransaction(accounts.dollars, { minor: 20_000n, typed: wrong })
  await runJob()
  const reasonOf = async () => (await stateOf(id)).suggestions[0]?.reason
  expect(await reasonOf()).toContain('exactly the next instalment')
  const queued = () => workerCommand((worker) => unfinishedJobs(worker, 'match-transactions'))
  await agree(30_000n, 'milestone')
  expect(await queued()).toContainEqual({ investorId: investor.investorId })
  await matchOpenTransactions(officeJob, { investorId: investor.investorId })
  expect(await reasonOf()).not.toContain('exactly the next instalment')
  await reached(admin, projectId, milestoneId)
  expect(await queued()).toContainEqual({ projectId })
  const concernedBy = (cause: MatchingCause) =>
    officeJob((actor) => concernedTransactions(actor, cause))
  expect(await concernedBy({ projectId })).toContain(id)
  expect(await concernedBy({ projectId: await aProject() })).not.toContain(id)
})
