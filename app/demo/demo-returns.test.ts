import { randomUUID } from 'node:crypto'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../tests/database.ts'
import { sendAll } from '../../tests/distributions.ts'
import { anAdmin, as, asPerson, day, type Person } from '../../tests/people.ts'
import { ask } from '../../tests/product.tsx'
import { wordsOf } from '../../tests/screens.tsx'
import { issue } from '../../tests/statements.ts'
import { cookiesOf } from '../../tests/visits.ts'
import { companyFacts } from '../domain/company/company.server.ts'
import { chartsOf } from '../domain/distributions/my-charts.server.ts'
import { returnsOf } from '../domain/distributions/my-returns.server.ts'
import { recordDistribution } from '../domain/distributions/record-distribution.server.ts'
import { unsentShares } from '../domain/distributions/send-distribution.server.ts'
import { sharesOfInvestment } from '../domain/distributions/shares.server.ts'
import { voidDistribution } from '../domain/distributions/void-distribution.server.ts'
import { journalIds, readJournal } from '../domain/reports/journal.server.ts'
import { printStatement } from '../domain/statements/print-statement.server.ts'
import { findStatement } from '../domain/statements/statements.server.ts'
import { clock, setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { readInvestorExport } from '../portal/export/investor-export.server.ts'
import { distributionsTable, totalsTable } from '../portal/export/tables.ts'
import { csvAmount } from '../values/csv.ts'
import { type Cents, cents, formatAmount, sum, usd } from '../values/money.ts'
import { loadDemo } from './load-demo.server.ts'

setClock()
await terminalCommand(loadDemo)
const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const today = clock.today()

const rowsOf = <Row extends object>(text: string) =>
  asSuperuser(async (client) => (await client.query<Row>(text)).rows)

async function declare(projectId: string, total: string) {
  const recorded = await as(admin, (actor) =>
    recordDistribution(actor, {
      key: randomUUID(),
      projectId,
      total: usd(total),
      datedOn: today,
      note: null,
      seen: null,
      again: true,
    }),
  )
  if ('refused' in recorded) throw new Error(recorded.refused)
  return recorded.distributionId
}

/** One that is only declared, one that is partly sent, one that is sent, and one that was voided after that. */
async function distributeMore() {
  const projects = await rowsOf<{ id: string }>(`select distinct p.id from app.project p
    join app.investment i on i.project_id = p.id where i.received_cents > 0 and i.status <> 'cancelled'`)
  for (const { id } of projects) {
    await declare(id, '1,000.01')
    const partly = await declare(id, '2,000.03')
    const [largest] = await as(admin, (actor) => unsentShares(actor, partly))
    const unsent = await as(admin, (actor) => unsentShares(actor, partly))
    if (unsent.length > 1)
      await sendAll(admin, partly, today, { left: [largest?.investmentId ?? ''] })
    await sendAll(admin, await declare(id, '300.07'), today)
    const wrong = await declare(id, '4,000')
    await sendAll(admin, wrong, today)
    await as(admin, (actor) =>
      voidDistribution(actor, { key: randomUUID(), distributionId: wrong, reason: 'Twice' }),
    )
  }
}

await distributeMore()
const people = await rowsOf<Person>(`select i.id as "investorId", i.user_id as "userId", i.email
  from app.investor i where i.user_id is not null and exists (select from app.investment v where v.investor_id = i.id)`)

const sumOf = (csv: string, where: (cells: string[]) => boolean) =>
  sum(
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
      .filter(where)
      .map((cells) => usd(cells[2] ?? '')),
  )

/** What the statements of all years say was sent, as printed. */
async function statedFor(person: Person): Promise<Cents> {
  const years = await rowsOf<{ year: string }>(`select distinct to_char(y, 'YYYY') as year from (
      select g.sent_on as y from app.distribution_sending g union all select current_date) days`)
  const stated = []
  for (const { year } of years) {
    const { statementId } = await issue(person, year).catch(() => ({ statementId: '' }))
    const found = await asPerson(person, (reader) => findStatement(reader, statementId))
    if (!found) continue
    stated.push(found.distributed)
    const pdf = await printStatement(found, { ...(await as(admin, companyFacts)), logo: null })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
      mergePages: true,
    })
    expect(text).toContain(formatAmount(found.distributed, 'always'))
  }
  return sum(stated)
}

test('SENT-030 what was sent is the same on every screen, statement, PDF and export, for every investor of the demo', async () => {
  expect(people.length).toBeGreaterThan(3)
  expect((await rowsOf('select from app.distribution_void')).length).toBeGreaterThan(1)
  for (const person of people) {
    const { returns, charts, exported } = await asPerson(person, async (reader) => {
      const returns = await returnsOf(reader)
      const charts = await chartsOf(reader, returns)
      return { returns, charts, exported: await readInvestorExport(reader) }
    })
    const same: Record<string, Cents> = {
      'by investment': sum(returns.byInvestment.values()),
      charts: sum(charts.quarters.map(({ returned }) => returned)),
      'exported shares': sumOf(
        distributionsTable(exported),
        ([, sentOn, , , voided]) => sentOn !== '' && voided === '',
      ),
      statements: await statedFor(person),
    }
    const office = await Promise.all(
      exported.investments.map(({ id }) => as(admin, (actor) => sharesOfInvestment(actor, id))),
    )
    same.office = sum(office.map(({ total }) => total))
    expect(same).toEqual(Object.fromEntries(Object.keys(same).map((name) => [name, returns.total])))
    expect(sum(office.map(({ declared }) => declared))).toBe(returns.declared)
    expect(totalsTable(exported)).toContain(
      `Returns received,${csvAmount(returns.total)}\r\nReturns declared and not sent yet,${csvAmount(returns.declared)}\r\n`,
    )
    const { html } = await ask(`/investment-dashboard?investorId=${person.investorId}`, { cookie })
    expect(wordsOf(html)).toContain(`Returns received ${formatAmount(returns.total, 'whole')}`)
  }
})

test('SENT-031 the journal pays out what investors received, and the office what was declared and sent', async () => {
  const lines = await as(admin, async (actor) =>
    readJournal(actor, await journalIds(actor, { from: day('1900-01-01'), to: day('2199-12-31') })),
  )
  const paid = lines.filter(({ code }) => code === '3000')
  const journal = sum(paid.flatMap(({ debit, credit }) => [debit, cents(-credit)]))
  const [totals] = await rowsOf<{
    sent: string
  }>(`select sum(s.amount_cents)::text as sent from app.distribution_share s
    join app.sent_share using (distribution_id, investment_id)
    where not exists (select from app.distribution_void v where v.distribution_id = s.distribution_id)`)
  expect(String(journal)).toBe(totals?.sent)
  const { html } = await ask('/admin-dashboard/distributions', { cookie })
  expect(wordsOf(html)).toContain(`Sent ${formatAmount(journal, 'when-needed')}`)
})
