import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aDeclared, sendAll } from '../../../tests/distributions.ts'
import { anAdmin, anInvestment, anInvestor, as, asPerson, day } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { listMyNotifications } from '../notifications/my-notifications.server.ts'
import { recordDistribution } from './record-distribution.server.ts'
import { voidDistribution } from './void-distribution.server.ts'

const admin = await anAdmin()

const takeBack = (distributionId: string) =>
  as(admin, (actor) =>
    voidDistribution(actor, { key: randomUUID(), distributionId, reason: 'Counted twice' }),
  )
const messages = async (person: Parameters<typeof asPerson>[0]) =>
  (await asPerson(person, (reader) => listMyNotifications(reader, { page: 1 }))).notifications.map(
    ({ title, message }) => [title, message],
  )

test('SENT-020 notices say each person’s own amount: declared, sent, and voided after or before it was sent', async () => {
  const { larger, smaller, distributionId } = await aDeclared(admin, 'Harbour Lofts')
  expect(await messages(larger.person)).toMatchObject([
    ['Distribution for Harbour Lofts', expect.stringMatching(/declared.* Your share: \$30\.$/)],
  ])
  expect((await messages(smaller.person))[0]?.[1]).toMatch(/ Your share: \$10\.$/)
  await sendAll(admin, distributionId, '2026-04-07', { left: [smaller.investmentId] })
  expect((await messages(larger.person))[0]).toEqual([
    'Distribution Sent',
    'Your share of the distribution dated 31 Mar 2026 for the Harbour Lofts project was sent on 7 Apr 2026 (bank transfer). Your share: $30.',
  ])
  expect(await messages(smaller.person)).toHaveLength(1)
  await takeBack(distributionId)
  expect((await messages(larger.person))[0]?.[1]).toMatch(
    /Reason: Counted twice\. Your share: \$30\. It had been sent, and no longer counts as a return received\.$/,
  )
  expect((await messages(smaller.person))[0]?.[1]).toMatch(
    /Your share: \$10\. It had not been sent\.$/,
  )
})

test('SENT-021 an investor without a share, or with one of zero, is not notified of a distribution', async () => {
  const { projectId } = await aDeclared(admin)
  const late = await anInvestor()
  await anInvestment(late.investorId, projectId, usd('1,000'))
  const recorded = await as(admin, (actor) =>
    recordDistribution(actor, {
      key: randomUUID(),
      projectId,
      total: usd('40'),
      datedOn: day('2026-03-31'),
      note: null,
      seen: null,
      again: true,
    }),
  )
  expect(recorded).toMatchObject({ shares: 2 })
  expect(await messages(late)).toEqual([])
})

test('SENT-020 of two shares of one person, the notice of a sending says what was sent in it', async () => {
  const { projectId, larger } = await aDeclared(admin)
  const second = await anInvestment(larger.person.investorId, projectId, usd('1,000'))
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 40000, '2026-03-01')`,
    [second],
  )
  const recorded = await as(admin, (actor) =>
    recordDistribution(actor, {
      key: randomUUID(),
      projectId,
      total: usd('80'),
      datedOn: day('2026-03-31'),
      note: null,
      seen: null,
      again: true,
    }),
  )
  const id = 'distributionId' in recorded ? recorded.distributionId : ''
  const newest = async () => (await messages(larger.person))[0]?.[1]
  expect(await newest()).toMatch(/Your share: \$70\.$/)
  await sendAll(admin, id, '2026-04-07', { left: [second] })
  expect(await newest()).toMatch(/Your share: \$30\.$/)
  await sendAll(admin, id, '2026-04-08')
  expect(await newest()).toMatch(/Your share: \$40\.$/)
})
