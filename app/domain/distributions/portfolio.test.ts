import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { markSent } from '../../../tests/distributions.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  day,
} from '../../../tests/people.ts'
import { type Cents, usd, zero } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import {
  firstInvestments,
  listMyInvestments,
  nextPayments,
  portfolioOf,
} from '../investments/portfolio.server.ts'
import { paymentsOf } from '../payments/my-payments.server.ts'
import { recordPayment } from '../payments/record-payment.server.ts'
import { returnsOf } from './my-returns.server.ts'

const admin = await anAdmin()

function pay(investmentId: string, amount: Cents, receivedOn = '2026-03-31') {
  return as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      key: randomUUID(),
      amount,
      receivedOn: day(receivedOn),
      method: 'bank-transfer',
      reference: null,
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
}

async function aProjectWith({
  status = 'ongoing',
  rate = null as number | null,
  name = 'Twin Towers Muthaiga',
}) {
  const projectId = await aProject(name)
  await change('update app.project set status = $2, annual_return_bp = $3 where id = $1', [
    projectId,
    status,
    rate,
  ])
  return projectId
}

const cancel = (investmentId: string) =>
  change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-05-01' where id = $1",
    [investmentId],
  )

async function distribute(
  projectId: string,
  on: string,
  shares: [investmentId: string, amount: Cents][],
) {
  const total = shares.reduce((sum, [, amount]) => sum + amount, 0n)
  const { rows } = await change(
    `with made as (insert into app.distribution (project_id, total_cents, dated_on) values ($1, $2, $3) returning id)
     insert into app.distribution_share
     select made.id, part.* from made, unnest($4::uuid[], $5::bigint[]) as part returning distribution_id as id`,
    [
      projectId,
      total,
      on,
      shares.map(([investmentId]) => investmentId),
      shares.map(([, amount]) => String(amount)),
    ],
  )
  const id = rows[0]?.id ?? ''
  await markSent(id, on)
  return id
}

test('the total is paid plus remaining, pending included; what a cancelled one still holds is to refund', async () => {
  const investor = await anInvestor()
  const project = await aProject()
  const half = await anInvestment(investor.investorId, project, usd('1,000.50'))
  await anInvestment(investor.investorId, project, usd('200'))
  const cancelled = await anInvestment(investor.investorId, project, usd('5,000'))
  await pay(half, usd('400.25'))
  await pay(cancelled, usd('50'))
  await cancel(cancelled)
  expect(await asPerson(investor, portfolioOf)).toMatchObject({
    invested: usd('1,200.50'),
    received: usd('400.25'),
    remaining: usd('800.25'),
    toRefund: usd('50'),
    since: '2026-02-01',
    investments: { active: 1, completed: 0 },
  })
})

test('projects are counted once each, by whether they are completed; a cancelled investment gives none', async () => {
  const investor = await anInvestor()
  const [ongoing, completed, left] = [
    await aProjectWith({}),
    await aProjectWith({ status: 'completed' }),
    await aProjectWith({}),
  ]
  for (const project of [ongoing, ongoing, completed])
    await anInvestment(investor.investorId, project, usd('100'))
  await cancel(await anInvestment(investor.investorId, left, usd('100')))
  const { projects } = await asPerson(investor, portfolioOf)
  expect(projects).toEqual({ all: 2, active: 1, completed: 1 })
})

test('the expected return is the mean rate weighted by amount, of running projects with a rate, or none', async () => {
  const investor = await anInvestor()
  const invest = async (amount: string, project: string, paid: boolean) => {
    const id = await anInvestment(investor.investorId, project, usd(amount))
    if (paid) await pay(id, usd('1'))
  }
  await invest('999', await aProjectWith({ rate: 2000 }), false)
  await invest('999', await aProjectWith({ rate: 2000, status: 'completed' }), true)
  await invest('999', await aProjectWith({}), true)
  expect((await asPerson(investor, portfolioOf)).expectedReturn).toBeNull()
  await invest('35,000', await aProjectWith({ rate: 900 }), true)
  await invest('5,000', await aProjectWith({ rate: 1300, status: 'planned' }), true)
  expect((await asPerson(investor, portfolioOf)).expectedReturn).toEqual({
    rate: basisPoints(950),
    over: 2,
  })
})

test('someone without investments has zeros and no date', async () => {
  const investor = await anInvestor()
  expect(await asPerson(investor, portfolioOf)).toMatchObject({
    invested: zero,
    since: null,
    expectedReturn: null,
  })
  expect(await asPerson(investor, returnsOf)).toMatchObject({ total: zero, last: null })
})

test('INV-022 INV-033 an investor lists only their own investments, latest first, and the dashboard the first three', async () => {
  const [investor, other] = [await anInvestor(), await anInvestor('Hodan Ali')]
  const project = await aProject()
  await anInvestment(other.investorId, project, usd('77'))
  for (const amount of ['1', '2', '3', '4']) {
    const id = await anInvestment(investor.investorId, project, usd(amount))
    await change('update app.investment set invested_on = $2 where id = $1', [
      id,
      `2026-01-0${amount}`,
    ])
  }
  const list = await asPerson(investor, (reader) => listMyInvestments(reader, { page: 1 }))
  expect(list.investments.map(({ amount }) => amount)).toEqual([
    usd('4'),
    usd('3'),
    usd('2'),
    usd('1'),
  ])
  expect(list.total).toBe(4)
  const first = await asPerson(investor, (reader) => firstInvestments(reader, 3))
  expect(first).toEqual(list.investments.slice(0, 3))
})

test('a cancelled investment in a project that is not public keeps its line and its project’s name', async () => {
  const investor = await anInvestor()
  const id = await anInvestment(
    investor.investorId,
    await aProject('Hidden House', { published: false }),
    usd('10'),
  )
  const project = async () =>
    (await asPerson(investor, (reader) => firstInvestments(reader, 1))).map(
      (investment) => investment.project?.name ?? null,
    )
  expect(await project()).toEqual(['Hidden House'])
  await cancel(id)
  expect(await project()).toEqual(['Hidden House'])
})

test('next payments come soonest first and ask for the agreed amount, never for more than remains', async () => {
  const investor = await anInvestor()
  const project = await aProject()
  const plan = async (amount: string, on: string, agreed: Cents | null) => {
    const id = await anInvestment(investor.investorId, project, usd(amount))
    await change(
      'update app.investment set next_payment_on = $2, next_payment_cents = $3 where id = $1',
      [id, on, agreed],
    )
    return id
  }
  await plan('900', '2026-12-15', usd('100'))
  await plan('80', '2026-12-01', usd('500'))
  await plan('70', '2026-11-01', null)
  await cancel(await plan('60', '2026-10-01', null))
  const due = await asPerson(investor, (reader) => nextPayments(reader, 2))
  expect(due.total).toBe(3)
  expect(due.payments.map(({ on, amount }) => [on, amount])).toEqual([
    ['2026-11-01', usd('70')],
    ['2026-12-01', usd('80')],
  ])
})

test('each payment is read with its receipt number; a voided one stays, with the reason', async () => {
  const [investor, other] = [await anInvestor(), await anInvestor('Hodan Ali')]
  const id = await anInvestment(investor.investorId, await aProject(), usd('1,000'))
  const earlier = await pay(id, usd('10.50'), '2026-03-01')
  const later = await pay(id, usd('20'), '2026-03-02')
  if (!('paymentId' in earlier) || !('paymentId' in later)) throw new Error('not recorded')
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
     values ($1, 'void', -2000, '2026-03-03', $2, 'Booked twice')`,
    [id, later.paymentId],
  )
  const read = await asPerson(investor, (reader) => paymentsOf(reader, [id]))
  expect(read.get(id)).toMatchObject([
    {
      kind: 'void',
      amount: -usd('20'),
      on: '2026-03-03',
      balance: usd('10.50'),
      receipt: later.receiptNumber,
    },
    {
      kind: 'payment',
      balance: usd('30.50'),
      amount: usd('20'),
      on: '2026-03-02',
      receipt: later.receiptNumber,
      voidedBecause: 'Booked twice',
    },
    {
      kind: 'payment',
      amount: usd('10.50'),
      on: '2026-03-01',
      receipt: earlier.receiptNumber,
      voidedBecause: null,
    },
  ])
  expect(await asPerson(other, (reader) => paymentsOf(reader, [id]))).toEqual(new Map())
})

test('INV-029 returns are the shares of distributions that were not voided, and never money that was paid in', async () => {
  const investor = await anInvestor()
  const project = await aProject()
  const [first, two] = [
    await anInvestment(investor.investorId, project, usd('1,000')),
    await anInvestment(investor.investorId, project, usd('500')),
  ]
  const others = await anInvestment(
    (await anInvestor('Hodan Ali')).investorId,
    project,
    usd('1,000'),
  )
  await pay(first, usd('1,000'))
  await distribute(project, '2026-04-01', [
    [first, usd('60.10')],
    [two, usd('30')],
    [others, usd('60')],
  ])
  const voided = await distribute(project, '2026-07-01', [[first, usd('999')]])
  await change(
    "insert into app.distribution_void (distribution_id, reason) values ($1, 'Wrong project')",
    [voided],
  )
  expect(await asPerson(investor, returnsOf)).toEqual({
    total: usd('90.10'),
    last: { on: '2026-04-01', amount: usd('90.10') },
    byInvestment: new Map([
      [first, usd('60.10')],
      [two, usd('30')],
    ]),
    declared: zero,
    movements: [
      { on: expect.any(String), amount: -usd('999') },
      { on: '2026-07-01', amount: usd('999') },
      { on: '2026-04-01', amount: usd('90.10') },
    ],
  })
})
