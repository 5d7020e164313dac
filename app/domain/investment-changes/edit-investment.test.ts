import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anOpenedEdit, aPayment, investmentInFull } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd, zero } from '../../values/money.ts'
import { ledgerOf } from '../payments/ledger.server.ts'
import { editInvestment } from './edit-investment.server.ts'
import type { EditInvestmentInput } from './edit-investment-schema.ts'

const admin = await anAdmin()

const investor = await anInvestor('Hodan Abdi')

async function anOpenOne(amount = '1,000') {
  return anInvestment(investor.investorId, await aProject(), usd(amount))
}

const inFull = (id: string) => investmentInFull(admin, id)

const opened = (id: string) => anOpenedEdit(admin, id)

const save = (id: string, input: EditInvestmentInput) =>
  as(admin, (actor) => editInvestment(actor, id, input))

const edit = async (id: string, changes: Partial<EditInvestmentInput>) =>
  save(id, { ...(await opened(id)), ...changes })

const pay = (id: string, amount: string) => aPayment(admin, id, [amount, '2026-03-31'])

const ledger = (id: string) => as(admin, (actor) => ledgerOf(actor, id))

test('MIV-029 (W-22) the edit saves project, investor, amount, date, status, received and next payment, which is an adjustment', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const id = await anOpenOne()
  const [project, other] = [await aProject('Coastal Villas'), await anInvestor('Ubah Nur')]
  const changes = {
    projectId: project,
    investorId: other.investorId,
    amount: usd('2,000.50'),
    investedOn: day('2026-01-15'),
    status: 'active' as const,
    received: usd('500.25'),
    reason: 'Paid before we kept this ledger',
    nextPaymentOn: day('2026-08-01'),
    nextPaymentAmount: usd('100'),
  }
  expect(await edit(id, changes)).toEqual({ investmentId: id })
  expect(await inFull(id)).toMatchObject({
    project: { id: project },
    investor: { id: other.investorId },
    ...{
      amount: changes.amount,
      received: changes.received,
      status: 'active',
      investedOn: changes.investedOn,
    },
    nextPaymentOn: changes.nextPaymentOn,
    nextPaymentAmount: changes.nextPaymentAmount,
  })
  expect(await ledger(id)).toMatchObject([
    {
      kind: 'adjustment',
      amount: usd('500.25'),
      reason: changes.reason,
      datedOn: '2026-06-30',
      recordedBy: admin.name,
    },
  ])
})

test('an adjustment is the difference to what the form was opened with, and is written only when that was changed', async () => {
  const id = await anOpenOne()
  await pay(id, '400')
  await edit(id, { amount: usd('900') })
  expect(await ledger(id)).toHaveLength(1)
  expect(await edit(id, { received: usd('350') })).toEqual({ refused: 'reason-missing' })
  await edit(id, { received: usd('350'), reason: 'The bank took 50' })
  expect((await ledger(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', usd('400')],
    ['adjustment', -5000n],
  ])
  expect(await edit(id, { received: usd('900.01'), reason: 'More' })).toEqual({
    refused: 'received-above-amount',
  })
})

test('MIV-044 an edit opened before a payment changes nothing and is refused, with what is stored now', async () => {
  const id = await anOpenOne()
  const form = await opened(id)
  await pay(id, '400')
  const answer = await save(id, { ...form, amount: usd('2,000') })
  expect(answer).toMatchObject({
    refused: 'version-conflict',
    now: { received: usd('400'), status: 'active' },
  })
  expect(await inFull(id)).toMatchObject({ amount: usd('1,000'), received: usd('400') })
  expect(await ledger(id)).toHaveLength(1)
})

test('of two who save at the same time the second is refused', async () => {
  const id = await anOpenOne()
  const form = await opened(id)
  const answers = await Promise.all([
    save(id, { ...form, amount: usd('2,000') }),
    save(id, { ...form, key: randomUUID(), amount: usd('3,000') }),
  ])
  expect(answers.filter((answer) => 'refused' in answer)).toMatchObject([
    { refused: 'version-conflict' },
  ])
})

test('MIV-045 with a ledger the parties are fixed, and the amount stays at what was received', async () => {
  const id = await anOpenOne()
  await pay(id, '400')
  const other = await anInvestor('Ubah Nur')
  expect(await edit(id, { investorId: other.investorId })).toEqual({ refused: 'parties-fixed' })
  expect(await edit(id, { projectId: await aProject() })).toEqual({ refused: 'parties-fixed' })
  expect(await edit(id, { amount: usd('399.99') })).toEqual({ refused: 'amount-below-received' })
  expect(await edit(id, { amount: usd('400') })).toEqual({ investmentId: id })
})

test('another project or investor has to be there, and a further part in one project is asked about', async () => {
  const id = await anOpenOne()
  const elsewhere = await aProject()
  await change('update app.project set archived_at = now() where id = $1', [elsewhere])
  expect(await edit(id, { projectId: elsewhere })).toEqual({
    refused: 'unavailable',
    party: 'project',
  })
  expect(await edit(id, { investorId: randomUUID() })).toEqual({
    refused: 'unavailable',
    party: 'investor',
  })
  const second = await aProject()
  await anInvestment(investor.investorId, second, usd('700'))
  expect(await edit(id, { projectId: second })).toEqual({
    refused: 'already-invested',
    count: 1,
    amount: usd('700'),
  })
  expect(await edit(id, { projectId: second, furtherTranche: true })).toEqual({ investmentId: id })
})

test('a status that was left alone follows the figures', async () => {
  const id = await anOpenOne()
  await pay(id, '400')
  await edit(id, { amount: usd('400') })
  expect(await inFull(id)).toMatchObject({ status: 'completed' })
  await edit(id, { amount: usd('500') })
  expect(await inFull(id)).toMatchObject({ status: 'active' })
  await edit(id, { received: zero, reason: 'It was for another investment' })
  expect(await inFull(id)).toMatchObject({ status: 'pending' })
  await edit(id, { amount: usd('900'), received: usd('900'), reason: 'It was for this one' })
  expect(await inFull(id)).toMatchObject({ status: 'completed', remaining: zero })
  await edit(id, { amount: usd('300'), received: usd('100'), reason: 'Not all of it' })
  expect(await inFull(id)).toMatchObject({
    status: 'active',
    amount: usd('300'),
    received: usd('100'),
  })
})

test.each([
  ['another day alone', { nextPaymentOn: day('2026-12-01') }, '2026-12-01 30000'],
  ['another amount alone', { nextPaymentAmount: usd('250') }, '2026-11-01 25000'],
])('MIV-264 an edit with %s takes the place of what was due', async (_, changes, due) => {
  const id = await anOpenOne()
  await change(
    "update app.investment set next_payment_on = '2026-11-01', next_payment_cents = 30000 where id = $1",
    [id],
  )
  const received = { received: usd('100'), reason: 'It came in by hand' }
  await edit(id, { status: 'active', ...received, ...changes })
  const { rows } = await change<{ id: string }>(
    "select concat_ws(' ', next_payment_on, next_payment_cents) as id from app.investment where id = $1",
    [id],
  )
  expect(rows[0]?.id).toBe(due)
})

test('a completed investment whose received is corrected to nothing is active again', async () => {
  const id = await anOpenOne()
  await pay(id, '1,000')
  expect(await inFull(id)).toMatchObject({ status: 'completed' })
  await edit(id, { received: zero, reason: 'It was somebody else’s' })
  expect((await inFull(id)).status).not.toBe('completed')
})

test('a status that is chosen must not contradict the figures', async () => {
  const id = await anOpenOne()
  expect(await edit(id, { status: 'completed' })).toEqual({ refused: 'not-fully-paid' })
  await edit(id, { status: 'active' })
  await edit(id, { status: 'pending' })
  await pay(id, '400')
  expect(await edit(id, { status: 'pending' })).toEqual({ refused: 'pending-with-payments' })
  await edit(id, { amount: usd('400') })
  expect(await edit(id, { status: 'active' })).toEqual({ refused: 'fully-paid' })
})

test('completed with "Fully paid" records what remains as a payment of today, with its receipt', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const id = await anOpenOne()
  await pay(id, '400')
  expect(await edit(id, { status: 'completed', fullyPaid: true })).toEqual({ investmentId: id })
  expect(await inFull(id)).toMatchObject({ status: 'completed', remaining: zero })
  expect((await ledger(id)).at(-1)).toMatchObject({
    kind: 'payment',
    amount: usd('600'),
    datedOn: '2026-06-30',
  })
  expect((await ledger(id)).at(-1)?.receiptNumber).toMatch(/^R-2026-/)
})

test('a cancelled investment keeps its day and its money, loses its next payment, and can be taken up again', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const id = await anOpenOne()
  await pay(id, '400')
  await edit(id, { nextPaymentOn: day('2026-07-15') })
  await edit(id, { status: 'cancelled' })
  expect(await inFull(id)).toMatchObject({
    status: 'cancelled',
    cancelledOn: '2026-06-30',
    nextPaymentOn: null,
  })
  setClock(() => new Date('2026-07-10T09:00:00Z'))
  await edit(id, { amount: usd('800') })
  expect(await inFull(id)).toMatchObject({
    status: 'cancelled',
    cancelledOn: '2026-06-30',
    received: usd('400'),
  })
  await edit(id, { status: 'active' })
  expect(await inFull(id)).toMatchObject({ status: 'active', cancelledOn: null })
})

test('the investment begins neither later than its ledger nor in the future, and the next payment asks for no more than remains', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const id = await anOpenOne()
  await pay(id, '400')
  expect(await edit(id, { investedOn: day('2026-04-01') })).toEqual({
    refused: 'after-first-entry',
    firstOn: '2026-03-31',
  })
  expect(await edit(id, { investedOn: day('2026-07-02') })).toEqual({
    refused: 'in-the-future',
    today: '2026-07-01',
  })
  expect(
    await edit(id, { nextPaymentOn: day('2026-08-01'), nextPaymentAmount: usd('600.01') }),
  ).toEqual({
    refused: 'next-exceeds-remaining',
    remaining: usd('600'),
  })
})

test('an archived or unknown investment is not edited, and the same form sent twice is saved once', async () => {
  const id = await anOpenOne()
  const form = { ...(await opened(id)), received: usd('10'), reason: 'Found' }
  expect(await Promise.all([save(id, form), save(id, form)])).toEqual([
    { investmentId: id },
    { investmentId: id },
  ])
  expect(await ledger(id)).toHaveLength(1)
  expect(await save(id, { ...form, reason: 'Found again' })).toEqual({ refused: 'key-reused' })
  expect(await save(randomUUID(), { ...form, key: randomUUID() })).toEqual({ refused: 'not-found' })
  await edit(id, { status: 'cancelled' })
  await change('update app.investment set archived_at = now() where id = $1', [id])
  expect(await edit(id, { amount: usd('5') })).toEqual({ refused: 'archived' })
})
