import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, aPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, day } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { recordPayment } from './record-payment.server.ts'

const admin = await anAdmin()
const other = await anAdmin('Hodan Warsame')

type Facts = Partial<Parameters<typeof recordPayment>[2]>
const pay = (investmentId: string, facts: Facts = {}, by = admin) =>
  as(by, (actor) =>
    recordPayment(actor, investmentId, {
      key: randomUUID(),
      amount: usd('1,200'),
      receivedOn: day('2026-03-20'),
      note: null,
      method: 'mobile-money',
      reference: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
      ...facts,
    }),
  )
const booked = (investmentId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      'select reference, repeats_reference as again from app.ledger_entry where investment_id = $1 order by id',
      [investmentId],
    )
    return rows.map(({ reference, again }) => (again ? `${reference} again` : reference))
  })

test('MIV-260 a reference that is recorded already is refused, with what for, until it is meant to be recorded again', async () => {
  const { investmentId, investor, projectId } = await aHolding('Sahra Jama')
  const first = await aPayment(admin, investmentId, ['1,200', '2026-03-20'], {
    method: 'mobile-money',
    reference: 'QWE7RT6YU1',
  })
  const elsewhere = await aHolding('Halima Osman')
  const same = {
    entryId: first.paymentId,
    investmentId,
    investor: investor.name,
    email: investor.email,
    project: 'Twin Towers Muthaiga',
    amount: usd('1,200'),
    receivedOn: '2026-03-20',
    receiptNumber: first.receiptNumber,
  }
  for (const reference of ['QWE7RT6YU1', 'qwe7rt6yu1', ' QWE7-RT6 YU1.', 'qwe7rt6yu１'])
    for (const [id, method] of [
      [investmentId, 'mobile-money'],
      [elsewhere.investmentId, 'bank-transfer'],
    ] as const)
      expect(await pay(id, { reference, method })).toMatchObject({
        refused: 'same-reference',
        same,
      })
  expect(await booked(investmentId)).toEqual(['QWE7RT6YU1'])
  const again = { reference: 'qwe7rt6yu1', repeats: first.paymentId }
  expect(await pay(elsewhere.investmentId, again)).toHaveProperty('paymentId')
  expect(await booked(elsewhere.investmentId)).toEqual(['qwe7rt6yu1 again'])
  // What was shown is not what is repeated now: it is shown, and asked, once more.
  expect(await pay(investmentId, again)).toMatchObject({
    refused: 'same-reference',
    same: { investor: 'Halima Osman' },
  })
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select actor_id, after from app.audit_log where subject = 'ledger_entry' and act = 'insert'
         and after ->> 'investment_id' = $1`,
      [elsewhere.investmentId],
    ),
  )
  expect(rows).toMatchObject([
    { actor_id: admin.userId, after: { repeats_reference: true, reference: 'qwe7rt6yu1' } },
  ])
  expect(projectId).not.toBe(elsewhere.projectId)
})

test('MIV-260 references of cash, cards and cheques repeat freely, and so do empty ones and those of voided payments', async () => {
  const { investmentId } = await aHolding('Sahra Jama')
  const voided = await aPayment(admin, investmentId, ['10', '2026-03-20'], {
    method: 'mobile-money',
    reference: 'VOID1',
  })
  await takeBack(admin, voided.paymentId, '2026-03-21')
  for (const facts of [
    { reference: 'VOID1' },
    { reference: null },
    { reference: null },
    { reference: '—' },
    { reference: '—' },
    { reference: '000417', method: 'cheque' },
    { reference: '000417', method: 'cheque' },
    { reference: '000417' },
    { reference: '000417', method: 'cash' },
  ] as const)
    expect(await pay(investmentId, { ...facts, amount: usd('1') })).toHaveProperty('paymentId')
})

test('MIV-261 of two administrators who record one reference at the same time one is asked, and the database holds it too', async () => {
  const [first, two] = [await aHolding('Sahra Jama'), await aHolding('Halima Osman')]
  const answers = await Promise.all([
    pay(first.investmentId, { reference: 'RACE 1' }),
    pay(two.investmentId, { reference: 'race1' }, other),
    pay(first.investmentId, { reference: 'Race-1' }, other),
  ])
  expect(answers.filter((answer) => 'paymentId' in answer)).toHaveLength(1)
  expect(
    answers.filter((answer) => 'refused' in answer && answer.refused === 'same-reference'),
  ).toHaveLength(2)
  const insert = `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, method, reference)
    values ($1, 'payment', 100, '2026-03-20', 'bank-transfer', 'RACE1')`
  await expect(change(insert, [two.investmentId])).rejects.toThrow('recorded already')
})
