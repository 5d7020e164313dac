import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aMilestone, aPlan, aReachedMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { type ImportList, importLists } from '../../domain/imports/import-list.ts'
import { checkImport, readImport } from '../../domain/imports/imports.server.ts'
import { usd } from '../../values/money.ts'
import { loader as exchangeRates } from '../exchange-rates/export/route.ts'
import { loader as investments } from '../investments/export/route.ts'
import { loader as payments } from '../investments/export-payments/route.ts'
import { loader as plans } from '../investments/export-plans/route.ts'
import { loader as investors } from '../investors/export/route.ts'
import { loader as projects } from '../projects/export/route.ts'

const admin = await anAdmin()
const exports = {
  investors,
  projects,
  investments,
  payments,
  'payment-plans': plans,
  'exchange-rates': exchangeRates,
}

async function exported(list: ImportList): Promise<string> {
  const paths: Partial<Record<ImportList, string>> = {
    payments: 'investments/export-payments',
    'payment-plans': 'investments/export-plans',
  }
  const path = paths[list] ?? `${list}/export`
  return (await exports[list](requestBy(admin, `/admin-dashboard/${path}`) as never)).text()
}
const check = (list: ImportList, content: string) =>
  as(admin, (actor) => checkImport(actor, list, content))

const entry = async (
  investmentId: string,
  kind: string,
  amount: string,
  voids: string | null = null,
) => {
  const { rows } = await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
     values ($1, $2, $3, '2026-03-15', $4, $5) returning id`,
    [investmentId, kind, amount, voids, kind === 'payment' ? null : 'Booked in error.'],
  )
  return rows[0]?.id ?? ''
}

/** Replaced, with a label that a spreadsheet would execute, of a cancelled investment, and lines that wait for milestones. */
async function aPlanOfEachKind(investorId: string, projectId: string) {
  const [built, roof] = [await aMilestone(projectId, 'Built'), await aMilestone(projectId)]
  await aReachedMilestone(built, '2026-03-10')
  const milestones = [
    { amount: usd('1,000.00'), milestoneId: roof, days: 0, label: '=SUM(A1)' },
    { amount: usd('1,000.00'), milestoneId: built, days: 30, label: 'Walls, "North"' },
  ]
  const planned = await anInvestment(investorId, projectId, usd('3,000.00'))
  const dated = [{ amount: usd('1,000.00'), dueOn: '2026-03-31' }]
  await aPlan(planned, [...dated, ...dated, ...dated])
  await aPlan(planned, [...milestones, ...dated], '2026-03-01')
  const cancelled = await anInvestment(investorId, projectId, usd('1,500.00'))
  await aPlan(cancelled, [{ amount: usd('1,500.00'), dueOn: '2026-03-31' }])
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [cancelled],
  )
}

async function somethingOfEach() {
  const projectId = await aProject('Quay, "North"')
  const [formula, old] = [await anInvestor('Sum'), await anInvestor('Old Hand')]
  await change("update app.investor set full_name = '=SUM(A1)' where id = $1", [formula.investorId])
  const paid = await anInvestment(formula.investorId, projectId, usd('1,000.00'))
  await entry(paid, 'payment', '100000')
  const partly = await anInvestment(formula.investorId, projectId, usd('2,000.00'))
  for (const _ of 'ab') await entry(partly, 'void', '-5000', await entry(partly, 'payment', '5000'))
  await entry(partly, 'payment', '5000')
  await entry(partly, 'refund', '-2500')
  await entry(partly, 'adjustment', '1000')
  const gone = await anInvestment(old.investorId, projectId, usd('3,000.00'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [gone],
  )
  await aPlanOfEachKind(formula.investorId, projectId)
  await change('update app.investor set archived_at = now() where id = $1', [old.investorId])
  await change(
    `insert into app.exchange_rate (currency, rate, dated_on, source)
     values ('KES', 129.24, '2026-02-01', 'company'), ('KES', 128.9, '2026-02-01', 'cbk')`,
  )
  return { email: formula.email, paid }
}

test('DATA-030 our own exports of all lists read back: everything in them is there already', async () => {
  const { email, paid } = await somethingOfEach()
  for (const list of importLists) {
    const content = await exported(list)
    const read = await readImport(list, content)
    const rows = read.ok ? read.table.rows.length : 0
    const { problems, ready, here } = await check(list, content)
    expect({ list, problems, ready }).toEqual({ list, problems: [], ready: [] })
    expect(here).toHaveLength(rows)
    expect(rows).toBeGreaterThan(0)
  }
  const file = await exported('investments')
  const lines = file.split('\r\n')
  expect(lines[0]).toContain(',Investment date,Fully paid on,Cancelled on,Next payment date,')
  expect(lines.find((line) => line.includes(paid))).toContain(
    ',1000.00,0.00,Completed,2026-02-01,2026-03-15,,',
  )
  // Without ids, rows match by content, including archived people.
  const nameless = file.replaceAll(/,[0-9a-f-]{36}(?=\r\n)/g, ',')
  expect(await check('investments', nameless)).toMatchObject({ problems: [], ready: [] })
  const row = (amount: string, id: string) =>
    `${email},"Quay, ""North""",${amount},Pending,2026-02-01,${id}`
  const head = 'Investor email,Project,Amount (USD),Status,Investment date,Id'
  const { problems, ready } = await check(
    'investments',
    [head, row('7', paid), row('1000', paid), row('8', '')].join('\n'),
  )
  expect(problems.map(({ row: at, column, says }) => `${at} ${column}: ${says}`)).toEqual([
    '2 Amount (USD): Recorded as $1,000.00.',
    '3 Id: It is already in row 2.',
  ])
  expect(ready.map(({ row: at }) => at)).toEqual([4])
})
