import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anOpenedEdit, aPayment, investmentInFull } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import type { EditInvestmentInput } from '../investment-changes/edit-investment-schema.ts'

const admin = await anAdmin()

const inFull = (id: string) => investmentInFull(admin, id)

const opened = (id: string) => anOpenedEdit(admin, id)

const save = (id: string, input: EditInvestmentInput) =>
  as(admin, (actor) => editInvestment(actor, id, input))

const edit = async (id: string, changes: Partial<EditInvestmentInput>) =>
  save(id, { ...(await opened(id)), ...changes })

const pay = (id: string, amount: string) => aPayment(admin, id, [amount, '2026-03-31'])

test('MIV-046 the investor is notified of a cancellation, with what is to be refunded, and when it is taken back, once each', async () => {
  const owner = await anInvestor()
  const project = await aProject('Harbour Row')
  const [paid, unpaid] = [
    await anInvestment(owner.investorId, project, usd('1,000')),
    await anInvestment(owner.investorId, project, usd('500')),
  ]
  await pay(paid, '400.50')
  await edit(paid, { status: 'cancelled' })
  await edit(paid, { amount: usd('800') })
  await edit(paid, { status: 'active' })
  await edit(unpaid, { status: 'cancelled' })
  // Anyone who never had it, or has it no more, is told nothing.
  const moved = await anInvestment(owner.investorId, project, usd('700'))
  const other = await anInvestor()
  await edit(moved, { status: 'cancelled', investorId: other.investorId })
  const { rows } = await change<{ told: string }>(
    `select n.title || ': ' || n.message as told from app.notification n
     join app.notification_recipient r on r.notification_id = n.id
     where r.investor_id = any($1) and n.title like 'Investment %' order by n.id`,
    [[owner.investorId, other.investorId]],
  )
  const mails = await change<{ template: string; user_id: string }>(
    `select template, user_id from app.outbox where template like 'investment-%' and user_id = any($1) order by created_at`,
    [[owner.userId, other.userId]],
  )
  expect(mails.rows).toEqual(
    ['investment-cancelled', 'investment-resumed', 'investment-cancelled'].map((template) => ({
      template,
      user_id: owner.userId,
    })),
  )
  expect(rows.map(({ told }) => told)).toEqual([
    'Investment Cancelled: Your investment of $1,000 in the Harbour Row project has been cancelled. $400.50 that you had paid in is to be refunded.',
    'Investment Resumed: Your investment of $800 in the Harbour Row project is no longer cancelled.',
    'Investment Cancelled: Your investment of $500 in the Harbour Row project has been cancelled. No refund is due.',
  ])
})

test('OWN-012 a person who gets someone else’s investment is notified of no amendment, not even in the same act', async () => {
  const [former, next] = [await anInvestor(), await anInvestor()]
  const [project, other] = [await aProject('Harbour Row'), await aProject('Quay Row')]
  const id = await anInvestment(former.investorId, project, usd('5,000'))
  const amended = async () =>
    (
      await change<{ kind: string; amount_cents: string }>(
        'select kind, amount_cents from app.amendment where investment_id = $1',
        [id],
      )
    ).rows
  await edit(id, { amount: usd('4,500') })
  expect(await amended()).toEqual([{ kind: 'amount', amount_cents: '450000' }])
  for (const amount of ['4,000', '6,000']) {
    await edit(id, { investorId: next.investorId, amount: usd(amount), status: 'cancelled' })
    expect(await amended()).toEqual([])
    await edit(id, { investorId: former.investorId, status: 'active' })
    expect(await inFull(id)).toMatchObject({
      status: 'active',
      amount: usd(amount),
      cancelledOn: null,
    })
    expect(await amended()).toEqual([])
  }
  await edit(id, { amount: usd('5,000') })
  await edit(id, { projectId: other })
  expect(await amended()).toEqual([])
})

test('an adjustment tells the investor nothing: only payments, refunds and voids do', async () => {
  const person = await anInvestor('Sahra Jama')
  const id = await anInvestment(person.investorId, await aProject(), usd('1,000'))
  await edit(id, { received: usd('10'), reason: 'Found' })
  const recipients = await change('select from app.notification_recipient where investor_id = $1', [
    person.investorId,
  ])
  expect(recipients.rows).toEqual([])
})
