import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aDeclared, sendAll } from '../../../tests/distributions.ts'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import { find, issue } from '../../../tests/statements.ts'
import { setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { reissueStatements } from '../statements/issue-statement.server.ts'
import { statementSheet } from '../statements/print-statement.server.ts'
import { findDistribution } from './distributions.server.ts'
import { chartsOf } from './my-charts.server.ts'
import { mySharesOf, returnsOf } from './my-returns.server.ts'
import { unsentShares } from './send-distribution.server.ts'
import { sendingsOf } from './sendings.server.ts'
import { voidDistribution } from './void-distribution.server.ts'

const admin = await anAdmin()
beforeEach(() => setClock(() => new Date('2026-11-20T09:00:00Z')))

const takeBack = (distributionId: string) =>
  as(admin, (actor) =>
    voidDistribution(actor, { key: randomUUID(), distributionId, reason: 'Counted twice' }),
  )
const returns = (person: Parameters<typeof asPerson>[0]) => asPerson(person, returnsOf)
test('SENT-001 SENT-002 a declared distribution is no return; each share is one on the day it is sent, and exceptions are sent later', async () => {
  const { larger, smaller, distributionId } = await aDeclared(admin)
  expect(await returns(larger.person)).toMatchObject({ total: 0n, last: null, declared: usd('30') })
  const left = [smaller.investmentId]
  expect(await sendAll(admin, distributionId, '2026-04-07', { left })).toMatchObject({
    shares: 1,
    left: 1,
  })
  expect(await returns(larger.person)).toMatchObject({
    total: usd('30'),
    declared: 0n,
    last: { on: '2026-04-07', amount: usd('30') },
  })
  expect(await returns(smaller.person)).toMatchObject({ total: 0n, declared: usd('10') })
  const shares = (person: typeof larger) =>
    asPerson(person.person, (reader) => mySharesOf(reader, person.investmentId))
  expect(await shares(larger)).toMatchObject([{ on: '2026-03-31', sentOn: '2026-04-07' }])
  expect(await shares(smaller)).toMatchObject([{ sentOn: null, voidedBecause: null }])
  expect(await as(admin, (actor) => findDistribution(actor, distributionId))).toMatchObject({
    total: usd('40'),
    sent: usd('30'),
    shares: 2,
    sentShares: 1,
  })
  await sendAll(admin, distributionId, '2026-05-02', { reference: 'TT-9', method: 'mobile-money' })
  expect((await returns(smaller.person)).total).toBe(usd('10'))
  const sendings = await as(admin, (actor) => sendingsOf(actor, distributionId))
  expect(sendings).toMatchObject([
    { on: '2026-05-02', method: 'mobile-money', reference: 'TT-9', amount: usd('10'), shares: 1 },
    { on: '2026-04-07', method: 'bank-transfer', reference: null, amount: usd('30'), shares: 1 },
  ])
  const { quarters } = await asPerson(larger.person, async (reader) =>
    chartsOf(reader, await returnsOf(reader)),
  )
  expect(quarters[0]).toEqual({ quarter: '2026-04-01', returned: usd('30') })
})

test('SENT-003 sending is refused before the record date, in the future, twice, without shares, of a void, and of shares that someone else has just sent', async () => {
  const { larger, smaller, distributionId } = await aDeclared(admin)
  const both = [larger.investmentId, smaller.investmentId]
  const refused = async (on: string, changes: Parameters<typeof sendAll>[3] = {}) =>
    sendAll(admin, distributionId, on, changes)
  expect(await refused('2026-03-30')).toEqual({
    refused: 'before-record-date',
    datedOn: '2026-03-31',
  })
  expect(await refused('2026-11-21')).toEqual({ refused: 'in-the-future', today: '2026-11-20' })
  expect(await refused('2026-04-01', { left: both })).toEqual({ refused: 'none-chosen' })
  expect(await refused('2026-04-01', { left: [randomUUID()] })).toEqual({ refused: 'sent-since' })
  expect(await refused('2026-04-01', { distributionId: randomUUID() })).toEqual({
    refused: 'not-found',
  })
  await refused('2026-04-01', { left: [smaller.investmentId] })
  expect(await refused('2026-04-01', { seen: 2 })).toEqual({ refused: 'sent-since' })
  await refused('2026-04-01')
  expect(await refused('2026-04-01')).toEqual({ refused: 'all-sent' })
  const other = await aDeclared(admin)
  await takeBack(other.distributionId)
  expect(await sendAll(admin, other.distributionId, '2026-04-01')).toEqual({ refused: 'voided' })
})

test('SENT-004 of two concurrent sends of the same shares one succeeds; the same key sends once', async () => {
  const { larger, distributionId } = await aDeclared(admin)
  const answers = await Promise.all(
    [1, 2, 3].map(() => sendAll(admin, distributionId, '2026-04-01', { seen: 2 })),
  )
  expect(answers.filter((answer) => 'sendingId' in answer)).toHaveLength(1)
  expect((await returns(larger.person)).total).toBe(usd('30'))
  const again = await aDeclared(admin)
  const key = randomUUID()
  const send = (changes = {}) =>
    sendAll(admin, again.distributionId, '2026-04-01', { key, seen: 2, ...changes })
  const first = await send()
  expect(await send()).toEqual(first)
  expect(await send({ reference: 'Another' })).toEqual({ refused: 'key-reused' })
})

test('SENT-005 of a concurrent send and void one may be refused, and the database sends no share after the void', async () => {
  for (let times = 0; times < 4; times += 1) {
    const { distributionId } = await aDeclared(admin)
    const [sent, voided] = await Promise.all([
      sendAll(admin, distributionId, '2026-04-01', { seen: 2 }),
      takeBack(distributionId),
    ])
    expect(voided).toEqual({ distributionId })
    if (!('sendingId' in sent)) expect(sent).toEqual({ refused: 'voided' })
  }
  const { distributionId } = await aDeclared(admin)
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('begin')
    await client.query(
      `insert into app.distribution_void (distribution_id, reason) values ($1, 'Twice')`,
      [distributionId],
    )
    const late = expect(sendAll(admin, distributionId, '2026-04-01', { seen: 2 })).rejects.toThrow(
      /was voided/,
    )
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select from pg_stat_activity where wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    await client.query('commit')
    await late
  })
})

const sending = (changes: { on?: string; total?: number; shares?: string }) => ({
  on: '2026-04-01',
  total: 4_000,
  shares: 'true',
  ...changes,
})

test.each([
  ['before the record date', sending({ on: '2026-03-30' }), /before its record date/],
  ['in the future', sending({ on: '2099-01-01' }), /in the future/],
  ['a total that is not its shares', sending({ total: 3_999 }), /total exactly/],
  ['without shares', sending({ shares: 'false', total: 0 }), /has shares/],
])('SENT-006 the database refuses a sending %s', async (_, { on, total, shares }, message) => {
  const { distributionId } = await aDeclared(admin)
  await expect(
    change(
      `with made as (insert into app.distribution_sending (distribution_id, sent_on, method, total_cents)
         values ($1, $2, 'cash', $3) returning id)
       insert into app.sent_share select s.distribution_id, s.investment_id, made.id
         from app.distribution_share s, made where s.distribution_id = $1 and ${shares}`,
      [distributionId, on, total],
    ),
  ).rejects.toThrow(message)
})

test('SENT-006 the database refuses a share that is sent twice, one of another distribution, one of a void, and any change', async () => {
  const { larger, smaller, distributionId } = await aDeclared(admin)
  const other = await aDeclared(admin)
  await sendAll(admin, distributionId, '2026-04-01', { left: [smaller.investmentId] })
  const insert = (investmentId: string, of: string, cents: number) =>
    change(
      `with made as (insert into app.distribution_sending (distribution_id, sent_on, method, total_cents)
         values ($1, '2026-04-01', 'cash', $3) returning id)
       insert into app.sent_share select $1, $2, made.id from made`,
      [of, investmentId, cents],
    )
  await expect(insert(larger.investmentId, distributionId, 3_000)).rejects.toThrow(/duplicate key/)
  await expect(insert(other.larger.investmentId, distributionId, 3_000)).rejects.toThrow(
    /foreign key|total exactly/,
  )
  const { rows } = await change(
    'select id from app.distribution_sending where distribution_id = $1',
    [distributionId],
  )
  await expect(
    change('insert into app.sent_share values ($1, $2, $3)', [
      ...[distributionId, smaller.investmentId, rows[0]?.id],
    ]),
  ).rejects.toThrow(/total exactly/)
  await takeBack(distributionId)
  await expect(insert(smaller.investmentId, distributionId, 1_000)).rejects.toThrow(/voided/)
  for (const table of ['distribution_sending', 'sent_share'])
    await expect(
      change(`delete from app.${table} where distribution_id = $1`, [distributionId]),
    ).rejects.toThrow(/append-only/)
})

test('SENT-007 what was voided after it was sent counts no more from the day of the void, and the statements say so', async () => {
  const { larger, distributionId } = await aDeclared(admin)
  await sendAll(admin, distributionId, '2026-04-07')
  const issued = await issue(larger.person, '2026-Q2')
  expect(await find(larger.person, issued.statementId)).toMatchObject({ distributed: usd('30') })
  await takeBack(distributionId)
  setClock()
  expect(await returns(larger.person)).toMatchObject({ total: 0n, last: null, declared: 0n })
  const { quarters } = await asPerson(larger.person, async (reader) =>
    chartsOf(reader, await returnsOf(reader)),
  )
  expect(quarters.map(({ returned }) => returned)).toEqual([usd('30'), 0n, -usd('30')])
  await reissueStatements({ investorId: larger.person.investorId }, workerCommand)
  const old = await find(larger.person, issued.statementId)
  const fresh = await find(larger.person, old?.replacedBy?.id ?? '')
  if (!fresh) throw new Error('the period was not stated again')
  expect(fresh).toMatchObject({ distributed: usd('30') })
  const rowsOf = async (statement: typeof fresh) =>
    statementSheet(statement, await as(admin, companyFacts)).tables[2]?.rows
  expect(await rowsOf(fresh)).toMatchObject([
    {
      cells: ['7 Apr 2026', expect.any(String), '$30.00'],
      note: expect.stringMatching(/^Voided on .*: Counted twice$/),
    },
  ])
  const later = await find(larger.person, (await issue(larger.person, '2026')).statementId)
  if (!later) throw new Error('the year was not stated')
  expect(later.distributed).toBe(0n)
  expect((await rowsOf(later))?.map(({ cells, note }) => [cells.at(-1), note])).toEqual([
    ['$30.00', expect.stringMatching(/^Voided on/)],
    ['-$30.00', 'Counted twice'],
  ])
})

test('SENT-008 an investor sees what was sent of their own shares only', async () => {
  const { larger, smaller, distributionId } = await aDeclared(admin)
  await sendAll(admin, distributionId, '2026-04-07', { left: [smaller.investmentId] })
  const seen = (person: typeof larger) =>
    asPerson(person.person, async ({ tx }) => [
      await tx.selectFrom('sent_share').select('investment_id').execute(),
      await tx.selectFrom('distribution_sending').select('sent_on').execute(),
    ])
  expect(await seen(larger)).toEqual([
    [{ investment_id: larger.investmentId }],
    [{ sent_on: '2026-04-07' }],
  ])
  expect(await seen(smaller)).toEqual([[], []])
  await expect(
    asPerson(larger.person, ({ tx }) =>
      tx.selectFrom('distribution_sending').select('total_cents').execute(),
    ),
  ).rejects.toThrow(/permission denied/)
  const unsent = await as(admin, (actor) => unsentShares(actor, distributionId))
  expect(unsent.map(({ investmentId }) => investmentId)).toEqual([smaller.investmentId])
})
