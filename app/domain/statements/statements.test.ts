import { randomUUID } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { sendAll } from '../../../tests/distributions.ts'
import { aHolding, aPayment, takeBack } from '../../../tests/ledger.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
} from '../../../tests/people.ts'
import { find, issue, period } from '../../../tests/statements.ts'
import { anAddress } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { recordDistribution } from '../distributions/record-distribution.server.ts'
import { portfolioOf } from '../investments/portfolio.server.ts'
import { issueStatement } from './issue-statement.server.ts'
import { printStatement, statementSheet } from './print-statement.server.ts'
import { findStatement, listStatements } from './statements.server.ts'
import { verifyDocument } from './verify-document.server.ts'

const admin = await anAdmin()

const at = (moment: string) => setClock(() => new Date(moment))

afterEach(() => setClock())

const pay = async (investmentId: string, amount: string, on: string) =>
  (await aPayment(admin, investmentId, [amount, on])).paymentId

test('PROOF-102 a statement begins with what was there before, lists each entry with the balance after it, and ends with the sum', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId, projectId } = await aHolding()
  await pay(investmentId, '10,000.10', '2026-03-31')
  const wrong = await pay(investmentId, '500', '2026-04-02')
  await takeBack(admin, wrong, '2026-05-01')
  await pay(investmentId, '250.25', '2026-06-30')
  await pay(investmentId, '1,000', '2026-07-01')
  const shares = {
    key: randomUUID(),
    projectId,
    total: usd('99.99'),
    datedOn: day('2026-06-30'),
    note: null,
    seen: null,
    again: false,
  }
  const declared = await as(admin, (actor) => recordDistribution(actor, shares))
  await sendAll(admin, 'distributionId' in declared ? declared.distributionId : '', '2026-06-30')
  const { statementId } = await issue(investor, '2026-Q2')
  await change('update app.investment set amount_cents = 4000000 where id = $1', [investmentId])
  const statement = await find(investor, statementId)
  // As it was on the last day, before a later payment and a later change of the amount.
  expect(statement?.contracts).toMatchObject([
    { agreed: usd('35,000'), paid: usd('10,250.35'), remaining: usd('24,749.65') },
  ])
  expect(statement).toMatchObject({
    opening: usd('10,000.10'),
    closing: usd('10,250.35'),
    received: usd('10,250.35'),
    toRefund: 0n,
    distributed: usd('99.99'),
    through: '2026-06-30',
    replacedBy: null,
  })
  expect(statement?.lines.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['payment', usd('500'), usd('10,500.10')],
    ['void', -usd('500'), usd('10,000.10')],
    ['payment', usd('250.25'), usd('10,250.35')],
    ['distribution', usd('99.99'), null],
  ])
})

test('the balance of today is Received plus To refund, as the screens have them', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  const cancelled = await anInvestment(
    investor.investorId,
    await aProject('Corner Plaza'),
    usd('2,000'),
  )
  await pay(investmentId, '1,250.50', '2026-03-31')
  await pay(cancelled, '700.07', '2026-04-01')
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-07-02' where id = $1",
    [cancelled],
  )
  const { statementId } = await issue(investor, '2026')
  const statement = await find(investor, statementId)
  const { received, toRefund } = await asPerson(investor, portfolioOf)
  expect(statement).toMatchObject({
    received,
    toRefund,
    closing: received + toRefund,
    through: '2026-07-10',
  })
  expect(toRefund).toBe(usd('700.07'))
  // Before it was cancelled the money was received.
  const earlier = await find(investor, (await issue(investor, '2026-Q2')).statementId)
  expect(earlier).toMatchObject({ received: usd('1,950.57'), toRefund: 0n })
})

test('the PDF of a statement and its page say what the database keeps, to the cent', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding('Şükrü Ağaoğlu')
  for (let month = 4; month <= 6; month += 1)
    for (let on = 1; on <= 9; on += 1)
      await pay(investmentId, `${on * 11}.${month}7`, `2026-0${month}-0${on}`)
  const { statementId } = await issue(investor, '2026-Q2')
  const { rows } = await asSuperuser((client) =>
    client.query<{ cents: string; code: string; closing: string }>(
      `select e.amount_cents::text as cents, s.code, s.closing_cents::text as closing from app.statement s
       join app.investment i on i.investor_id = s.investor_id join app.ledger_entry e on e.investment_id = i.id
       where s.id = $1`,
      [statementId],
    ),
  )
  const { statement, company } = await asPerson(investor, async (reader) => ({
    statement: await findStatement(reader, statementId),
    company: await companyFacts(reader),
  }))
  if (!statement) throw new Error('there is no statement')
  const pdf = await getDocumentProxy(new Uint8Array(await printStatement(statement, company)))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  const printed = text.replace(/\s+/g, ' ')
  const dollars = (cents: string) =>
    `$${(Number(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  expect(rows).toHaveLength(27)
  expect(totalPages).toBeGreaterThan(1)
  for (const { cents, code, closing } of rows)
    for (const words of [dollars(cents), code, dollars(closing)]) expect(printed).toContain(words)
  for (const words of ['Şükrü Ağaoğlu', 'Quarter 2, 2026', '$0.00'])
    expect(printed).toContain(words)
  const { tables } = statementSheet(statement, company)
  for (const { cells } of tables.flatMap(({ rows: lines }) => lines))
    for (const cell of cells) expect(printed).toContain(cell)
})

test('PROOF-102 PROOF-103 a statement of a period without entries says so, with the contracts of its last day', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '250.25', '2026-03-31')
  const { statementId } = await issue(investor, '2026-Q2')
  const sheet = await asPerson(investor, async (reader) => {
    const statement = await findStatement(reader, statementId)
    return statement && statementSheet(statement, await companyFacts(reader))
  })
  expect(sheet?.tables[0]?.rows.map(({ cells }) => cells.slice(2))).toEqual([
    ['$35,000.00', '$250.25', '$34,749.75'],
    ['$35,000.00', '$250.25', '$34,749.75'],
  ])
  expect(sheet?.tables[1]?.rows.map(({ cells }) => cells)).toEqual([
    ['1 Apr 2026', 'Paid before this period', '', '$250.25'],
    ['', 'No entries in this period', '', ''],
    ['30 Jun 2026', 'Paid to date', '', '$250.25'],
  ])
})

test('a statement whose lines were altered in the database is none of ours', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '500', '2026-04-02')
  const { statementId } = await issue(investor, '2026-Q2')
  const code = (await find(investor, statementId))?.code ?? ''
  const verify = () =>
    transact({ role: 'guest' }, (guest) => verifyDocument(guest, code, anAddress()))
  expect(await verify()).toMatchObject({ state: 'genuine' })
  await asSuperuser(async (client) => {
    await client.query('alter table app.statement_line disable trigger never_changes')
    await client.query('update app.statement_line set amount_cents = 7 where statement_id = $1', [
      statementId,
    ])
    await client.query('alter table app.statement_line enable trigger never_changes')
  })
  expect(await verify()).toBeNull()
})

test('asked for twice, or by two at the same time, a period has one statement; a further day of it has another', async () => {
  at('2026-05-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '500', '2026-04-02')
  const both = await Promise.all([
    issue(investor, '2026-Q2'),
    issue(investor, '2026-Q2'),
    issue(investor, '2026-Q2'),
  ])
  expect(new Set(both.map(({ statementId }) => statementId)).size).toBe(1)
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect((await issue(investor, '2026-Q2')).isNew).toBe(false)
  at('2026-05-11T09:00:00Z')
  expect((await issue(investor, '2026-Q2')).isNew).toBe(true)
  const all = await asPerson(investor, listStatements)
  expect(all.map(({ through, replacedBy }) => [through, replacedBy === null])).toEqual([
    ['2026-05-11', true],
    ['2026-05-10', false],
  ])
})

test('a period without entries states the balance that stands; before any entry, or in the future, nothing is issued', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '500', '2026-04-02')
  const statement = await find(investor, (await issue(investor, '2026-Q3')).statementId)
  expect(statement).toMatchObject({ opening: usd('500'), closing: usd('500'), lines: [] })
  await expect(issue(investor, '2025-Q4')).rejects.toThrow('nothing-received')
  await expect(issue(investor, '2026-Q4')).rejects.toThrow('not-begun')
  expect(await asPerson(investor, listStatements)).toHaveLength(1)
})

test('no one issues or finds the statement of another, and no one writes one by hand', async () => {
  at('2026-07-10T09:00:00Z')
  const { investor, investmentId } = await aHolding()
  await pay(investmentId, '500', '2026-04-02')
  const { statementId } = await issue(investor, '2026-Q2')
  const stranger = await anInvestor('Ben Otieno')
  expect(await find(stranger, statementId)).toBeNull()
  expect(await find(investor, 'nonsense')).toBeNull()
  const foreign = asPerson(stranger, (actor) =>
    issueStatement(actor, investor.investorId, period('2026-Q1')),
  )
  expect(await foreign).toEqual({ refused: 'nothing-received' })
  const forged = as(admin, ({ tx }) =>
    tx
      .updateTable('statement')
      .set({ closing_cents: usd('1') })
      .where('id', '=', statementId)
      .execute(),
  )
  await expect(forged).rejects.toThrow('permission denied')
})
