import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anInvestment, anInvestor, aProject, type Person } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import type { Route } from './+types/route.ts'
import Investments, { loader } from './route.tsx'

async function wordsFor(person: Person, search = '') {
  const path = `/investment-dashboard/investments${search}`
  const loaderData = await loader(requestBy(person, path) as unknown as Route.LoaderArgs)
  return wordsOf(htmlOf(Investments, path, loaderData))
}

test('INV-032 without investments the page says so', async () => {
  expect(await wordsFor(await anInvestor())).toMatch(/No investments yet .* See our projects/)
})

test('INV-028 INV-030 INV-031 totals, and each line with its facts; the next payment only when there is one', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const investor = await anInvestor()
  const id = await anInvestment(
    investor.investorId,
    await aProject('Corner Plaza'),
    usd('1,250.50'),
  )
  await change(
    "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 25050, '2026-02-02')",
    [id],
  )
  const before = await wordsFor(investor)
  expect(before).toMatch(/Total Invested \$1,251 .*Total Returns \$0 .*Active Investments 1 /)
  expect(before).toContain(
    'Corner Plaza Nairobi Active Amount $1,250.50 $1,000 remaining Returns received $0 None yet Investment date 1 Feb 2026',
  )
  expect(before).toContain('2 Feb 2026 Payment $250.50')
  expect(before).not.toContain('Next payment')
  await change("update app.investment set next_payment_on = '2026-11-19' where id = $1", [id])
  expect(await wordsFor(investor)).toContain(
    'Next payment 19 Nov 2026 Overdue by 1 day $1,000 to pay',
  )
})

test('the payments counted are those that stand, here as on the page of the investment', async () => {
  const investor = await anInvestor()
  const id = await anInvestment(investor.investorId, await aProject('Corner Plaza'), usd('5,000'))
  for (const [kind, cents] of [
    ['payment', 100000],
    ['payment', 50000],
    ['refund', -20000],
    ['adjustment', -10000],
  ]) {
    await change(
      "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason) values ($1, $2, $3, '2026-02-02', 'Agreed')",
      [id, kind, cents],
    )
  }
  expect(await wordsFor(investor)).toContain('Payments 2 of Corner Plaza')
  const page = await ask(`/investment-dashboard/investments/${id}`, {
    cookie: await cookiesOf(investor),
  })
  expect(wordsOf(page.html)).toContain('2 payments')
})

test('more than twelve investments stand on pages; a page past the last is the last', async () => {
  const investor = await anInvestor()
  const project = await aProject()
  for (let count = 1; count <= 13; count += 1) {
    await anInvestment(investor.investorId, project, usd(String(count)))
  }
  expect(await wordsFor(investor)).toContain('1–12 of 13')
  expect(await wordsFor(investor, '?page=99')).toContain('13–13 of 13')
})
