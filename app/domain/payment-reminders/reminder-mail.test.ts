import { randomUUID } from 'node:crypto'
import { render } from 'react-email'
import { afterEach, expect, test } from 'vitest'
import { aPaymentAccount, aRate } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { aHolding, aPayment } from '../../../tests/ledger.ts'
import { aMilestone, aPlan, aReachedMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { findMyInvestment, nextPayments } from '../investments/portfolio.server.ts'
import { howToPayNext } from '../payments/how-to-pay-next.server.ts'
import { voidEntry } from '../payments/void-entry.server.ts'
import { queueReminders } from './queue-reminders.server.ts'
import { composeReminder } from './reminder-mail.server.tsx'

const admin = await anAdmin()

/** Nine in the morning in Nairobi. */
const morningOf = (on: string) => setClock(() => new Date(`${on}T06:00:00Z`))
afterEach(() => setClock())

test('REM-007 the email names day, amounts, reference and milestone; it is withdrawn once that is paid or too late', async () => {
  const { investor, investmentId, projectId } = await aHolding()
  const milestone = await aMilestone(projectId, 'Roof')
  await aPlan(investmentId, [
    { amount: usd('1,000'), dueOn: '2027-02-01' },
    { amount: usd('2,500'), milestoneId: milestone, days: 10 },
  ])
  await aReachedMilestone(milestone, '2027-03-01')
  await aPaymentAccount()
  await change(
    `update app.company set facts = facts || '{"reminders": {"before": "1", "after": ""}}'`,
  )
  morningOf('2027-03-10')
  await queueReminders(workerCommand)
  const { rows: reminders } = await change<{ id: string }>(
    'select id from app.reminder where investment_id = $1',
    [investmentId],
  )
  const compose = () =>
    workerCommand((worker) =>
      composeReminder(worker, {
        template: 'payment-reminder',
        userId: investor.userId,
        subjectId: reminders[0]?.id ?? null,
      }),
    )
  const composed = await compose()
  const text = composed ? await render(composed.body, { plainText: true }) : ''
  expect(composed?.subject).toMatch(/^Payment due tomorrow: \$2,500 of \$3,500 due by then for /)
  expect(text.replace(/\s+/g, ' ')).toMatch(/ is due on 11 Mar 2027 \(tomorrow\)/)
  expect(text).toContain('$1,000.00')
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Roof, reached on 1 Mar 2027, certified by Amina Yusuf, Architect',
  )
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [investmentId],
  )
  expect(text).toContain(rows[0]?.code)
  const { paymentId } = await aPayment(admin, investmentId, ['3,500', '2027-03-10'])
  expect(await compose()).toBeNull()
  await as(admin, (actor) =>
    voidEntry(actor, {
      key: randomUUID(),
      entryId: paymentId,
      reason: 'Bounced',
      voidedOn: clock.today(),
    }),
  )
  morningOf('2027-03-11')
  expect((await compose())?.subject).toMatch(/^Payment due today: /)
  morningOf('2027-03-12')
  expect(await compose()).toBeNull()
})

/** Queues the reminders of the day, and composes the one of this investment. */
async function composeDue(investmentId: string, { userId }: { userId: string }) {
  await queueReminders(workerCommand)
  const { rows } = await change<{ id: string }>(
    'select id from app.reminder where investment_id = $1',
    [investmentId],
  )
  const subjectId = rows[0]?.id ?? null
  return workerCommand((worker) =>
    composeReminder(worker, { template: 'payment-reminder', userId, subjectId }),
  )
}

test('PLAN-134 an overdue payment was due, and the limits of M-Pesa need no name of the only account', async () => {
  const { investor, investmentId } = await aHolding()
  await aPlan(investmentId, [{ amount: usd('5,000'), dueOn: '2027-04-01' }])
  await change(
    `update app.company set facts = facts || '{"reminders": {"before": "", "after": "7"}}'`,
  )
  await aRate('KES', '129.24')
  morningOf('2027-04-08')
  const composed = await composeDue(investmentId, investor)
  const text = composed ? await render(composed.body, { plainText: true }) : ''
  expect(text.replace(/\s+/g, ' ')).toMatch(/ was due on 1 Apr 2027 \(7 days overdue\)/)
  expect(text).toMatch(/\nBy M-Pesa, pay in 3 payments, over 2 days: \d of KES 250,000/)
})

test('PLAN-112 PLAN-137 the email, the instructions and the portal name all that is due, also what became due since', async () => {
  const { investor, investmentId } = await aHolding()
  await aPlan(investmentId, [
    { amount: usd('1,000'), dueOn: '2027-06-01' },
    { amount: usd('2,000'), dueOn: '2027-06-05' },
    { amount: usd('4,000'), dueOn: '2027-09-01' },
  ])
  await change(
    `update app.company set facts = facts || '{"reminders": {"before": "", "after": "7"}}'`,
  )
  morningOf('2027-06-08')
  const composed = await composeDue(investmentId, investor)
  expect(composed?.subject).toMatch(/7 days overdue: \$1,000 of \$3,000 due for /)
  const text = composed ? await render(composed.body, { plainText: true }) : ''
  expect(text.replace(/\s+/g, ' ')).toContain('Also overdue: $2,000.00')
  expect(text).toContain('$3,000.00')
  const toPay = async () => {
    const facts = { id: investmentId, status: 'active', paymentReference: 'M', remaining } as const
    return (await workerCommand((worker) => howToPayNext(worker, facts)))?.amount
  }
  const remaining = usd('7,000')
  expect(await toPay()).toBe(usd('3,000'))
  const inPortal = await asPerson(investor, async (reader) => [
    ...(await nextPayments(reader, 1)).payments,
    (await findMyInvestment(reader, investmentId))?.nextPayment,
  ])
  const first = { on: '2027-06-01', amount: usd('1,000'), due: usd('3,000') }
  expect(inPortal).toMatchObject([first, first])
  morningOf('2027-06-03')
  expect(await toPay()).toBe(usd('1,000'))
})

type Line = [amount: string, dueOn: string]
type Reminded = { lines: Line[]; paid?: string; subject: string; facts: string[] }

test.each<[string, Reminded]>([
  [
    'overdue ones and ones due until then',
    {
      lines: [
        ['1,000', '2027-05-21'],
        ['2,000', '2027-05-28'],
        ['3,000', '2027-05-29'],
        ['4,000', '2027-06-04'],
      ],
      subject: 'Payment due in 7 days: $4,000 of $10,000 due by then for ',
      facts: [
        'Amount: $4,000.00',
        'Already overdue: $1,000.00',
        'Also due before then: $5,000.00',
        '$10,000.00',
      ],
    },
  ],
  [
    'what a nearly paid line lacks',
    {
      lines: [
        ['1,000', '2027-05-21'],
        ['4,000', '2027-06-04'],
      ],
      paid: '995.01',
      subject: 'Payment due in 7 days: $4,000 for ',
      facts: ['Amount: $4,000.00', 'Left from earlier instalments: $4.99', '$4,004.99'],
    },
  ],
])('PLAN-150 the email a week before a payment names %s', async (_, reminded) => {
  const { lines, paid, subject, facts } = reminded
  const { investor, investmentId } = await aHolding()
  const planned = lines.map(([amount, dueOn]) => ({ amount: usd(amount), dueOn }))
  await aPlan(investmentId, planned)
  await change(
    `update app.company set facts = facts || '{"reminders": {"before": "7", "after": ""}}'`,
  )
  morningOf('2027-05-28')
  if (paid) await aPayment(admin, investmentId, [paid, '2027-05-20'])
  const composed = await composeDue(investmentId, investor)
  expect(composed?.subject.startsWith(subject)).toBe(true)
  const body = composed ? await render(composed.body, { plainText: true }) : ''
  const text = body.replace(/\s+/g, ' ')
  for (const fact of facts) expect(text).toContain(fact)
  const labels = ['Already overdue', 'Also overdue', 'Also due before then', 'Left from earlier']
  for (const label of labels)
    expect(text.includes(label)).toBe(facts.some((fact) => fact.startsWith(label)))
})
