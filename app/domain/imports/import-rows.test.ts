import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import type { ImportList } from './import-list.ts'
import { checkImport } from './imports.server.ts'

const admin = await anAdmin()
const check = (list: ImportList, content: string) =>
  as(admin, (actor) => checkImport(actor, list, content))
const problemsOf = async (list: ImportList, content: string) =>
  (await check(list, content)).problems.map(({ row, column, says }) => `${row} ${column}: ${says}`)

async function aHouse() {
  const projectId = await aProject()
  const { rows } = await change('select slug as id from app.project where id = $1', [projectId])
  return { projectId, slug: rows[0]?.id ?? '' }
}

test('DATA-027 whom and what a row names is looked up even where another cell of it is wrong', async () => {
  const { slug } = await aHouse()
  const { email } = await anInvestor('Dahabo Named')
  expect(
    await problemsOf(
      'investments',
      `Investor;Project;Amount (USD);Status;Investment date\n${email};no-such-house;12,50;active;2026-02-01\nNobody Such;${slug};1;odd;2026-02-01\n;${slug};1;odd;2026-02-01`,
    ),
  ).toEqual([
    '2 Amount (USD): Use a point before the cents: 12.50.',
    '2 Project slug: No project found.',
    '3 Status: Not an investment status.',
    '3 Investor email: No investor found.',
    '4 Investor email: Enter the investor.',
    '4 Status: Not an investment status.',
  ])
  expect(
    await problemsOf(
      'payments',
      `Investment;Investor;Project;Amount (USD);Received on\n;${email};no-such-house;12,50;2026-02-01\nodd;;;1;2026-02-31\n;${email};;1;2026-02-31\n;Nobody;;1;2026-02-01\n;Nobody;nowhere;1;2199-01-01`,
    ),
  ).toEqual([
    '2 Amount (USD): Use a point before the cents: 12.50.',
    '2 Project slug: No project found.',
    '3 Date: This date does not exist.',
    '3 Investment: Not an investment ID.',
    '4 Date: This date does not exist.',
    '4 Project slug: Enter the project.',
    '5 Investor email: No investor found.',
    '5 Project slug: Enter the project.',
    '6 Investor email: No investor found.',
    '6 Project slug: No project found.',
    '6 Date: This day is in the future.',
  ])
})

test('DATA-027 a cell that reads well is judged by what is there, whatever is wrong with the others of its row', async () => {
  const { projectId, slug } = await aHouse()
  const { investorId, email } = await anInvestor('Ebla Judged')
  const investments = [
    'Investor;Project;Amount;Status;Investment date;Fully paid on;Next payment date;Next payment (USD)',
    'nobody@example.com;nosuch;0;weird;2199-01-01;;;',
    `${email};${slug};5;Completed;2026-02-31;;;`,
    `${email};${slug};1,5;Pending;2026-02-01;2026-01-01;;`,
    `${email};${slug};5;weird;2026-02-01;;;`,
    `${email};${slug};5;Active;2026-02-01;2026-02-31;;7`,
  ]
  expect(await problemsOf('investments', investments.join('\n'))).toEqual([
    '2 Amount (USD): Amount must be greater than zero.',
    '2 Status: Not an investment status.',
    '2 Investor email: No investor found.',
    '2 Project slug: No project found.',
    '2 Investment date: This day is in the future.',
    '3 Investment date: This date does not exist.',
    '3 Fully paid on: A completed investment must be fully paid.',
    '4 Amount (USD): Use a point before the cents: 1.5.',
    '4 Fully paid on: A pending investment cannot have payments.',
    '5 Status: Not an investment status.',
    '6 Fully paid on: This date does not exist.',
    '6 Next payment date: Enter the day of the next payment.',
    '6 Next payment (USD): This is more than the amount.',
    '6 Amount (USD): The same investment is in row 5.',
  ])
  const id = await anInvestment(investorId, projectId, usd('100.00'))
  const payments = [
    'Investment;Amount;Date;Method;Reference',
    `${id};90;2026-03-01;barter;`,
    `${id};20;2026-01-01;barter;`,
    `${id};0;2199-01-01;;`,
    `${id};90;2026-03-01;;`,
  ]
  expect(await problemsOf('payments', payments.join('\n'))).toEqual([
    '2 Method: Not a payment method.',
    '3 Method: Not a payment method.',
    '3 Amount (USD): Payment cannot exceed the remaining $10.',
    '3 Date: The investment began on 1 Feb 2026.',
    '4 Amount (USD): Payment must be greater than zero.',
    '4 Date: This day is in the future.',
    '5 Amount (USD): The same payment is in row 2.',
  ])
})

test('DATA-034 a payment that was voided is known as that, by its entry or by what it says, and is not booked again', async () => {
  const { projectId } = await aHouse()
  const anna = await anInvestor('Anna Voided')
  const id = await anInvestment(anna.investorId, projectId, usd('1,000.00'))
  const book = async (
    kind: string,
    amount: string,
    reference: string,
    voids: string | null = null,
  ) => {
    const { rows } = await change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reference, voids_id, reason)
       values ($1, $2, $3, '2026-03-15', nullif($4, ''), $5, $6) returning id`,
      [id, kind, amount, reference, voids, kind === 'payment' ? null : 'Recorded twice.'],
    )
    return rows[0]?.id ?? ''
  }
  const twice = [await book('payment', '10000', 'T-1'), await book('payment', '10000', 'T-1')]
  const lone = await book('payment', '20000', 'T-2')
  const refund = await book('refund', '-5000', 'T-3')
  const voids = [await book('void', '-10000', '', twice[1]), await book('void', '-20000', '', lone)]
  const head = 'Date,Kind,Amount (USD),Reference,Entry,Investment'
  const line = (kind: string, amount: string, reference: string, entry: string) =>
    `2026-03-15,${kind},${amount},${reference},${entry},${id}`
  const content = [
    head,
    ...twice.map((entry) => line('payment', '100.00', 'T-1', entry)),
    line('payment', '200.00', 'T-2', lone),
    line('refund', '-50.00', 'T-3', refund),
    line('void', '-100', '', voids[0] ?? ''),
    line('Void', '-200.00', '', voids[1] ?? ''),
  ]
  const known = await check('payments', content.join('\n'))
  expect([known.problems, known.ready]).toEqual([[], []])
  expect(known.here.map(({ row, about }) => `${row} ${about}`)).toEqual([
    '2 $100, 15 Mar 2026, T-1',
    '3 $100, 15 Mar 2026, T-1, voided on 15 Mar 2026',
    '4 $200, 15 Mar 2026, T-2, voided on 15 Mar 2026',
    '5 Refund, -$50, 15 Mar 2026, T-3',
    '6 Void, -$100, 15 Mar 2026',
    '7 Void, -$200, 15 Mar 2026',
  ])
  const unnamed = [
    head,
    line('payment', '100', 'T-1', ''),
    line('payment', '200', 'T-2', ''),
    line('', '200', 'T-4', ''),
  ]
  const looked = await check('payments', unnamed.join('\n'))
  expect(looked.here.map(({ about }) => about)).toEqual([
    '$100, 15 Mar 2026, T-1',
    '$200, 15 Mar 2026, T-2, voided on 15 Mar 2026: write yes under Record again to record it once more',
  ])
  expect(looked.ready.map(({ row }) => row)).toEqual([4])
  const copied = [
    head,
    line('payment', '100', 'T-1', twice[0] ?? ''),
    line('payment', '100', 'T-1', twice[0] ?? ''),
    line('payment', '300', 'T-2', lone),
    line('payment', '100', 'T-1', ''),
    line('refund', '-1', '', ''),
  ]
  expect(await problemsOf('payments', copied.join('\n'))).toEqual([
    '3 Entry: It is already in row 2.',
    '4 Amount (USD): Recorded as $200.00.',
    '5 Amount (USD): The same payment is in row 2.',
    '6 Amount (USD): Reversals are not imported: record a refund or a void on the investment.',
    '6 Kind: Only payments are imported: refunds, adjustments and voids are recorded by hand.',
  ])
})
