import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { anAdmin, anInvestment, anInvestor, aProject, as, asPerson, day, type Person } from '../../../tests/people.ts'
import { anAddress } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { transact, type WorkerActor } from '../../platform/database.server.ts'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { ledgerOf } from '../payments/ledger.server.ts'
import { paymentsOf } from '../payments/my-payments.server.ts'
import { recordPayment } from '../payments/record-payment.server.ts'
import { voidEntry } from '../payments/void-entry.server.ts'
import { issueStatement, restateStatements } from './issue-statement.server.ts'
import { chartsOf } from './my-charts.server.ts'
import { returnsOf } from './my-returns.server.ts'
import { sheetOfStatement } from './print-statement.server.ts'
import { readPeriod } from './statement-period.ts'
import { findStatement } from './statements.server.ts'
import { verifyPaper } from './verify-paper.server.ts'

const admin = await anAdmin()
const asWorker = <Result>(work: (worker: WorkerActor) => Promise<Result>) => transact({ role: 'system' }, work)
const at = (moment: string) => setClock(() => new Date(moment))
afterEach(() => setClock())

const period = (key: string) => {
  const found = readPeriod(key)
  if (!found) throw new Error(`${key} is no period`)
  return found
}

/** Invested on 1 February 2026. */
async function somebodyWith(name = 'Jama Warsame') {
  const investor = await anInvestor(name)
  const projectId = await aProject()
  return { investor, projectId, investmentId: await anInvestment(investor.investorId, projectId, usd('35,000')) }
}

async function pay(investmentId: string, amount: string, on: string) {
  const paid = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...{ key: randomUUID(), amount: usd(amount), receivedOn: day(on), method: 'cash', reference: null, note: null },
      ...{ nextPaymentOn: null, nextPaymentAmount: null },
    }),
  )
  if ('refused' in paid) throw new Error(paid.refused)
  return paid.paymentId
}

const takeBack = (entryId: string, on: string) =>
  as(admin, (actor) => voidEntry(actor, { key: randomUUID(), entryId, reason: 'Booked twice', voidedOn: day(on) }))

async function issue(person: Person, key: string) {
  const issued = await asPerson(person, (actor) => issueStatement(actor, person.investorId, period(key)))
  if ('refused' in issued) throw new Error(issued.refused)
  return issued
}

const find = (person: Person, id: string) => asPerson(person, (reader) => findStatement(reader, id))

test('an entry voided in a later period: its own is stated again and says so, and every day adds up as on screen and in the file', async () => {
  at('2026-11-21T09:00:00Z')
  const { investor, investmentId } = await somebodyWith()
  await pay(investmentId, '1,000.07', '2026-08-01')
  const wrong = await pay(investmentId, '6,250', '2026-09-03')
  const first = await issue(investor, '2026-Q3')
  at('2026-11-22T09:00:00Z')
  await takeBack(wrong, '2026-11-22')
  await restateStatements({ investorId: investor.investorId }, asWorker)
  const old = await find(investor, first.statementId)
  const fresh = await find(investor, old?.replacedBy?.id ?? '')
  if (!old || !fresh) throw new Error('the period was not stated again')
  const verify = (code: string) => transact({ role: 'guest' }, (guest) => verifyPaper(guest, code, anAddress()))
  expect(await verify(old.code)).toMatchObject({ state: 'replaced', changedOn: '2026-11-22' })
  expect(await verify(fresh.code)).toMatchObject({ state: 'genuine', amount: usd('7,250.07') })
  const { tables } = sheetOfStatement(fresh, await as(admin, companyFacts))
  const said = tables[0]?.rows.find(({ cells }) => cells[2] === '$6,250.00')?.note
  expect(said).toMatch(/^R-2026-\d{6}\. Voided on 22 Nov 2026: Booked twice$/)
  const ledger = await asPerson(investor, async (reader) =>
    (await paymentsOf(reader, [investmentId])).get(investmentId),
  )
  const screenAt = (on: string) => ledger?.find((line) => line.on <= on)?.balance
  expect(screenAt('2026-09-30')).toBe(fresh.closing)
  const today = await find(investor, (await issue(investor, '2026-Q4')).statementId)
  expect(today?.opening).toBe(fresh.closing)
  expect(today?.closing).toBe(usd('1,000.07'))
  expect(screenAt('2026-11-22')).toBe(today?.closing)
  const office = await as(admin, (actor) => ledgerOf(actor, investmentId))
  expect(office.map(({ balance }) => balance)).toEqual([usd('1,000.07'), usd('7,250.07'), usd('1,000.07')])
  const { months } = await asPerson(investor, async (reader) => chartsOf(reader, await returnsOf(reader)))
  expect(months.slice(-3).map(({ paid }) => paid)).toEqual([usd('7,250.07'), usd('7,250.07'), usd('1,000.07')])
})
