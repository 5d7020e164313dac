import { afterEach, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { aHolding, anOpenedEdit, aPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import { find, issue } from '../../../tests/statements.ts'
import { anAddress } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import { issueEndedStatements, reissueStatements } from './issue-statement.server.ts'
import { statementSheet } from './print-statement.server.ts'
import { listStatements } from './statements.server.ts'
import { verifyDocument } from './verify-document.server.ts'

const admin = await anAdmin()

const at = (moment: string) => setClock(() => new Date(moment))

afterEach(() => setClock())

const pay = async (investmentId: string, amount: string, on: string) =>
  (await aPayment(admin, investmentId, [amount, on])).paymentId

async function restatingJobs(investorId: string) {
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select from pgboss.job where name = 'restate-statements' and data ->> 'investorId' = $1",
      [investorId],
    ),
  )
  return rows.length
}

test('a payment voided after its statement was issued makes a new one, which replaces the old and says so', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  const paymentId = await pay(investmentId, '500', '2026-04-02')
  const first = await issue(investor, '2026-Q2')
  const later = await issue(investor, '2026')
  expect(await restatingJobs(investor.investorId)).toBe(0)
  at('2026-07-11T09:00:00Z')
  await takeBack(admin, paymentId, '2026-04-03')
  expect(await restatingJobs(investor.investorId)).toBe(1)
  await reissueStatements({ investorId: investor.investorId }, workerCommand)
  const old = await find(investor, first.statementId)
  expect(old).toMatchObject({
    closing: usd('500'),
    replacedBy: { at: new Date('2026-07-11T09:00:00Z') },
  })
  const fresh = await find(investor, old?.replacedBy?.id ?? '')
  expect(fresh).toMatchObject({
    closing: 0n,
    replacedBy: null,
    replaces: { at: new Date('2026-07-10T09:00:00Z') },
  })
  expect((await find(investor, later.statementId))?.replacedBy).not.toBeNull()
  const company = await as(admin, companyFacts)
  if (!old) throw new Error('the old statement is gone')
  expect(statementSheet(old, company).frame.stamp?.word).toBe('REPLACED')
  const verify = (code: string) =>
    transact({ role: 'guest' }, (guest) => verifyDocument(guest, code, anAddress()))
  expect(await verify(old.code)).toEqual({
    ...{
      kind: 'statement',
      state: 'replaced',
      amount: usd('500'),
      on: '2026-06-30',
      changedOn: '2026-07-11',
    },
    voidedSince: usd('0'),
    paid: null,
    number: 'Quarter 2, 2026',
    maskedName: 'J•••• W••••',
    lines: [],
  })
  expect(await verify(fresh?.code ?? '')).toMatchObject({
    state: 'genuine',
    amount: 0n,
    changedOn: null,
  })
  // Nothing changed since: nothing more is issued.
  await reissueStatements({ investorId: investor.investorId }, workerCommand)
  expect(await asPerson(investor, listStatements)).toHaveLength(4)
})

test('an investment cancelled within an issued period states it again, with what is to be refunded', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '500', '2026-04-02')
  const [ended, running] = [await issue(investor, '2026-Q2'), await issue(investor, '2026')]
  const opened = await anOpenedEdit(admin, investmentId)
  await as(admin, (actor) =>
    editInvestment(actor, investmentId, { ...opened, status: 'cancelled' }),
  )
  expect(await restatingJobs(investor.investorId)).toBe(1)
  await reissueStatements({ investorId: investor.investorId }, workerCommand)
  const old = await find(investor, running.statementId)
  expect(old).toMatchObject({ received: usd('500'), toRefund: 0n })
  expect(await find(investor, old?.replacedBy?.id ?? '')).toMatchObject({
    received: 0n,
    toRefund: usd('500'),
  })
  expect(await find(investor, ended.statementId)).toMatchObject({ toRefund: 0n, replacedBy: null })
  // From the first one leads a single step to the one that stands, however often it was stated again.
  const again = await anOpenedEdit(admin, investmentId)
  await as(admin, (actor) => editInvestment(actor, investmentId, { ...again, status: 'active' }))
  at('2026-07-11T09:00:00Z')
  await reissueStatements({ investorId: investor.investorId }, workerCommand)
  const standing = (await asPerson(investor, listStatements)).find(
    ({ period, replacedBy }) => period.key === '2026' && replacedBy === null,
  )
  const first = await find(investor, running.statementId)
  expect(first?.replacedBy).toEqual({ id: standing?.id, at: old?.replacedBy?.at })
  expect(standing?.id).not.toBe(old?.replacedBy?.id)
})

test('the worker issues what ended, once, and states again what was entered without saying so', async () => {
  at('2026-06-30T20:59:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '500', '2026-06-30')
  await issueEndedStatements(workerCommand)
  expect(await asPerson(investor, listStatements)).toEqual([])
  // Midnight in Nairobi.
  at('2026-06-30T21:01:00Z')
  await issueEndedStatements(workerCommand)
  await issueEndedStatements(workerCommand)
  expect(
    (await asPerson(investor, listStatements)).map(({ period: { key }, closing }) => [
      key,
      closing,
    ]),
  ).toEqual([['2026-Q2', usd('500')]])
  const { rows } = await asSuperuser((client) => client.query<{ now: Date }>('select now()'))
  setClock(() => rows[0]?.now ?? new Date(0))
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, imported)
       values ($1, 'payment', 7, '2026-06-01', true)`,
      [investmentId],
    )
  })
  await issueEndedStatements(workerCommand)
  const stated = await asPerson(investor, listStatements)
  const second = stated.filter(({ period: { key } }) => key === '2026-Q2')
  expect(second.map(({ closing, replacedBy }) => [closing, replacedBy === null])).toEqual([
    [usd('500.07'), true],
    [usd('500'), false],
  ])
})
