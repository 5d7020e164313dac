import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  type InvestmentTotals,
  investmentTotals,
} from '../../app/domain/investments/investment-totals.server.ts'
import { as } from '../people.ts'
import { type Books, receivedOn, totalsOf } from './model.ts'

export type World = { books: Books; projects: string[] }

/** The figures of the product: its totals over everything, and the rows of these projects. */
export function figuresOf(admin: Parameters<typeof as>[0], { projects }: World) {
  return as(admin, async (actor) => {
    const holdings = await sql<{
      id: string
      amount: string
      received: string
      status: string
      archived: boolean
    }>`
      select id, amount_cents::text as amount, received_cents::text as received, status,
        archived_at is not null as archived
      from investment where project_id = any(${projects}::uuid[]) order by id`.execute(actor.tx)
    const shares = await sql<{ line: string; counts: boolean; amount: string }>`
      select concat_ws(' ', s.distribution_id, s.investment_id, s.amount_cents) as line, s.amount_cents::text as amount,
        not exists (select from distribution_void v where v.distribution_id = d.id) and exists (select from sent_share t
          where (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id)) as counts
      from distribution_share s join distribution d on d.id = s.distribution_id
      where d.project_id = any(${projects}::uuid[]) order by 1`.execute(actor.tx)
    const counting = shares.rows.filter(({ counts }) => counts)
    return {
      totals: await investmentTotals(actor),
      holdings: holdings.rows,
      shares: shares.rows.map(({ line }) => line),
      returned: counting.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    }
  })
}

/** The same figures, as the model has them; of the totals what came on top of those there were before. */
export function expectSame(
  figures: Awaited<ReturnType<typeof figuresOf>>,
  before: InvestmentTotals,
  books: Books,
) {
  const { totals, holdings, shares, returned } = figures
  const grown = (name: 'total' | 'received' | 'remaining' | 'toRefund') =>
    totals[name] - before[name]
  expect({
    total: grown('total'),
    received: grown('received'),
    remaining: grown('remaining'),
    ...{
      toRefund: grown('toRefund'),
      investments: totals.investments - before.investments,
      returned,
    },
  }).toEqual(totalsOf(books))
  const rows = books.holdings.map((holding) => ({
    id: holding.id,
    amount: String(holding.amount),
    received: String(receivedOn(holding)),
    status: holding.status,
    archived: holding.archived,
  }))
  expect(holdings).toEqual(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  const lines = books.payouts.flatMap(({ id, shares }) =>
    [...shares].map(([of, amount]) => `${id} ${of} ${amount}`),
  )
  expect(shares).toEqual(lines.sort())
}
