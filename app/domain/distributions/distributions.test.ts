import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { sendAll } from '../../../tests/distributions.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
} from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import {
  findDistribution,
  listDistributions,
  sharesOfDistribution,
} from './distributions.server.ts'
import { returnsOf } from './my-returns.server.ts'
import { previewDistribution, recordDistribution } from './record-distribution.server.ts'
import { sharesOfInvestment } from './shares.server.ts'
import { voidDistribution } from './void-distribution.server.ts'

const admin = await anAdmin()

async function paidIn(projectId: string, received: number, name = 'Hodan Abdi') {
  const investor = await anInvestor(name)
  const id = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await pay(id, received)
  return { id, investor }
}

const pay = (id: string, amount: number) =>
  change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, '2026-03-01')`,
    [id, amount],
  )

const draft = (projectId: string) => ({ projectId, total: usd('100'), datedOn: day('2026-03-31') })
const preview = (projectId: string) =>
  as(admin, (actor) => previewDistribution(actor, { ...draft(projectId), paid: null }))
const distribute = (projectId: string, seen: string | null = null, note: string | null = null) =>
  as(admin, (actor) =>
    recordDistribution(actor, { ...draft(projectId), key: randomUUID(), note, seen, again: true }),
  )
const takeBack = (distributionId: string, key: string = randomUUID(), reason = 'Counted twice') =>
  as(admin, (actor) => voidDistribution(actor, { key, distributionId, reason }))

async function recorded(projectId: string, note: string | null = null) {
  const answer = await distribute(projectId, null, note)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.distributionId
}

test('what is previewed is what is recorded, and when it has moved in the meantime nothing is', async () => {
  const project = await aProject()
  const first = await paidIn(project, 30_000)
  const two = await paidIn(project, 10_000, 'Ubah Nur')
  const seen = await preview(project)
  expect(seen?.shares.map(({ investmentId, amount }) => [investmentId, amount]).sort()).toEqual(
    [
      [first.id, usd('75')],
      [two.id, usd('25')],
    ].sort(),
  )
  await pay(two.id, 20_000)
  expect(await distribute(project, seen?.mark)).toEqual({ refused: 'moved' })
  const again = await preview(project)
  expect(again?.mark).not.toBe(seen?.mark)
  expect(await distribute(project, again?.mark)).toMatchObject({ shares: 2 })
  expect((await as(admin, (actor) => sharesOfInvestment(actor, two.id))).declared).toBe(usd('50'))
})

test('without anything received there is no preview', async () => {
  expect(await preview(await aProject())).toBeNull()
})

test('a void takes all shares back together, is done once, and the investor has them no longer as returns', async () => {
  const project = await aProject()
  const { id, investor } = await paidIn(project, 10_000)
  const kept = await recorded(project)
  const wrong = await recorded(project)
  for (const id of [kept, wrong]) await sendAll(admin, id, '2026-04-02')
  expect((await asPerson(investor, returnsOf)).total).toBe(usd('200'))
  const answers = await Promise.all([takeBack(wrong), takeBack(wrong)])
  expect(answers).toContainEqual({ distributionId: wrong })
  expect(answers).toContainEqual({ refused: 'already-voided' })
  expect((await asPerson(investor, returnsOf)).total).toBe(usd('100'))
  const { shares, total } = await as(admin, (actor) => sharesOfInvestment(actor, id))
  expect(total).toBe(usd('100'))
  expect(shares).toMatchObject([
    { distributionId: wrong, voidedBecause: 'Counted twice' },
    { distributionId: kept, voidedBecause: null },
  ])
  expect(await as(admin, (actor) => findDistribution(actor, wrong))).toMatchObject({
    voidedBecause: 'Counted twice',
  })
  expect(await takeBack(randomUUID())).toEqual({ refused: 'not-found' })
})

test('the same key voids once, and with another reason it is refused', async () => {
  const project = await aProject()
  await paidIn(project, 10_000)
  const [id, key] = [await recorded(project), randomUUID()]
  expect(await takeBack(id, key)).toEqual(await takeBack(id, key))
  expect(await takeBack(id, key, 'Another')).toEqual({ refused: 'key-reused' })
})

test('the list is narrowed by project, newest first, with how many shared and what was voided', async () => {
  const project = await aProject('Harbour Lofts')
  await paidIn(project, 10_000)
  await paidIn(project, 30_000, 'Ubah Nur')
  const wrong = await recorded(project)
  const id = await recorded(project, 'Rent of the quarter')
  await takeBack(wrong)
  const found = await as(admin, (actor) => listDistributions(actor, { q: 'harbour', page: 7 }))
  expect(found).toMatchObject({ total: 2, page: 1 })
  expect(found.distributions).toMatchObject([
    {
      id,
      project: 'Harbour Lofts',
      total: usd('100'),
      shares: 2,
      note: 'Rent of the quarter',
      voidedBecause: null,
    },
    { id: wrong, voidedBecause: 'Counted twice' },
  ])
  const { paid } = await as(admin, (actor) => sharesOfDistribution(actor, { id, shares: 2 }, 1))
  expect(paid).toMatchObject([
    { investor: { name: 'Ubah Nur' }, amount: usd('75') },
    { investor: { name: 'Hodan Abdi' }, amount: usd('25') },
  ])
  expect(
    await as(admin, (actor) => listDistributions(actor, { q: 'nowhere', page: 1 })),
  ).toMatchObject({ total: 0 })
})

async function toldTo(investorId: string) {
  const { rows } = await change(
    `select n.title, n.message, n.notification_type as type from app.notification_recipient copy
     join app.notification n on n.id = copy.notification_id where copy.investor_id = $1 order by n.sent_at, n.id`,
    [investorId],
  )
  return rows
}

test('SENT-020 everyone with a share is notified of a distribution and, with the reason, of its void; others are not', async () => {
  const project = await aProject('Harbour Lofts')
  const { investor: first } = await paidIn(project, 30_000)
  const { investor: cancelled, id } = await paidIn(project, 10_000, 'Ubah Nur')
  await change(
    `update app.investment set status = 'cancelled', cancelled_on = '2026-03-02' where id = $1`,
    [id],
  )
  const stranger = await paidIn(await aProject(), 10_000)
  const leaver = await paidIn(project, 10_000, 'Leyla Warsame')
  await change(
    `update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1`,
    [leaver.id],
  )
  const recordedOnce = await recorded(project)
  await takeBack(recordedOnce)
  const notices = await toldTo(first.investorId)
  expect(await toldTo(leaver.investor.investorId)).toEqual(notices)
  expect(notices).toEqual([
    {
      title: 'Distribution for Harbour Lofts',
      message:
        'A distribution dated 31 Mar 2026 has been declared for the Harbour Lofts project. You will be notified when your share is sent.',
      type: 'investment',
    },
    {
      title: 'Distribution Voided',
      message:
        'The distribution dated 31 Mar 2026 for the Harbour Lofts project has been voided. Its payouts no longer count. Reason: Counted twice.',
      type: 'alert',
    },
  ])
  for (const { investorId } of [cancelled, stranger.investor])
    expect(await toldTo(investorId)).toEqual([])
})
