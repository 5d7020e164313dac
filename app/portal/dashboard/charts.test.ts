import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { markSent } from '../../../tests/distributions.ts'
import { anInvestment, anInvestor, aProject, asPerson } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { chartsOf } from '../../domain/distributions/my-charts.server.ts'
import { returnsOf } from '../../domain/distributions/my-returns.server.ts'
import { portfolioOf } from '../../domain/investments/portfolio.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import { usd } from '../../values/money.ts'

/**
 * Two projects, a cancelled investment, payments in three months with one voided later, and two
 * distributions.
 */
async function someHistory() {
  const person = await anInvestor()
  const [towers, shop] = [await aProject('Acacia Towers'), await aProject('Baobab Shop')]
  await change('update app.project set annual_return_bp = 900 where id = $1', [towers])
  const large = await anInvestment(person.investorId, towers, usd('3,000'))
  await anInvestment(person.investorId, shop, usd('1,000'))
  const cancelled = await anInvestment(person.investorId, shop, usd('9,000'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-05-01' where id = $1",
    [cancelled],
  )
  const pay = (cents: number, on: string) =>
    change(
      "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, $3) returning id",
      [large, cents, on],
    )
  await pay(50_000, '2026-02-02')
  const wrong = await pay(20_000, '2026-04-30')
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
     values ($1, 'void', -20000, '2026-06-01', $2, 'Booked twice')`,
    [large, wrong.rows[0]?.id],
  )
  for (const [on, cents] of [
    ['2026-01-15', 6_000],
    ['2026-09-30', 4_050],
  ] as const) {
    const { rows } = await change(
      `with made as (insert into app.distribution (project_id, total_cents, dated_on) values ($1, $2, $3) returning id)
       insert into app.distribution_share select id, $4, $2 from made returning distribution_id as id`,
      [towers, cents, on, large],
    )
    await markSent(rows[0]?.id ?? '', on)
  }
  return person
}

const charts = async (reader: InvestorReader) => chartsOf(reader, await returnsOf(reader))

test('the months add up by business dates, a void from its own day, and the last month is what the cards say', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const person = await someHistory()
  const { months } = await asPerson(person, charts)
  const { invested, received, remaining } = await asPerson(person, portfolioOf)
  expect(months).toHaveLength(12)
  const at = (month: string) => months.find((entry) => entry.month.startsWith(month))
  expect(at('2026-01')).toEqual({ month: '2026-01-01', paid: 0n, remaining: 0n })
  expect(at('2026-02')).toMatchObject({ paid: 50_000n, remaining: 350_000n })
  expect(at('2026-04')).toMatchObject({ paid: 70_000n, remaining: 330_000n })
  expect(at('2026-06')).toMatchObject({ paid: 50_000n, remaining: 350_000n })
  expect(months.at(-1)).toEqual({ month: '2026-11-01', paid: received, remaining })
  expect(received + remaining).toBe(invested)
})

test('a month that has passed keeps the amounts that held then, whatever was corrected since', async () => {
  const person = await anInvestor()
  const id = await anInvestment(person.investorId, await aProject(), usd('3,000'))
  for (const [cents, at] of [
    [250_000, '2026-04-10T09:00:00Z'],
    [280_000, '2026-08-31T22:00:00Z'],
  ] as const) {
    await change('update app.investment set amount_cents = $2 where id = $1', [id, cents])
    await asSuperuser((client) =>
      client.query(
        `set session_replication_role = replica; update app.amendment set amended_at = '${at}' where amount_cents = ${cents}`,
      ),
    )
  }
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const { months } = await asPerson(person, charts)
  const remaining = months.map((entry) => [entry.month.slice(0, 7), entry.remaining])
  expect(Object.fromEntries(remaining)).toMatchObject({
    ...{
      '2026-01': 0n,
      '2026-02': 300_000n,
      '2026-03': 300_000n,
      '2026-04': 250_000n,
      '2026-08': 250_000n,
    },
    // 1 September in Nairobi.
    ...{ '2026-09': 280_000n, '2026-11': 280_000n },
  })
})

test('each project has its part, without cancelled investments; a quarter that brought nothing stands as nothing', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const { allocation, quarters } = await asPerson(await someHistory(), charts)
  expect(allocation.map(({ project, amount }) => [project, amount])).toEqual([
    ['Acacia Towers', usd('3,000')],
    ['Baobab Shop', usd('1,000')],
  ])
  expect(quarters.map(({ quarter, returned }) => [quarter, returned])).toEqual([
    ['2026-01-01', usd('60')],
    ['2026-04-01', 0n],
    ['2026-07-01', usd('40.50')],
    ['2026-10-01', 0n],
  ])
})

test('every chart has its sentence and its table in the page itself; expected returns carry the warning', async () => {
  setClock()
  const cookie = await cookiesOf(await someHistory())
  const { html } = await ask('/investment-dashboard', { cookie })
  const words = wordsOf(html)
  expect(words).toContain('Paid and remaining')
  expect(words).toMatch(/\$500 is paid and \$3,500 remains\./)
  expect(words).toContain('Over 2 projects, with the most in Acacia Towers: 75.0%.')
  expect(words).toMatch(/\$101 in \d quarters, the most in Q1 2026: \$60\./)
  for (const caption of [
    'Paid and remaining at the end of each month',
    'Invested in each project',
    'Returns received in each quarter',
  ]) {
    expect(html).toMatch(new RegExp(`<caption[^>]*>${caption}`))
  }
  expect(words).toContain(
    'Expected returns are an estimate, never a promise. Your capital is at risk.',
  )
})

test('without an investment there are no charts, and no warning of what is not expected', async () => {
  const { html } = await ask('/investment-dashboard', {
    cookie: await cookiesOf(await anInvestor()),
  })
  expect(html).not.toContain('<caption')
  expect(wordsOf(html)).not.toContain('capital is at risk')
})
