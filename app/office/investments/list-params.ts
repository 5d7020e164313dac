import {
  dueKinds,
  investmentOrders,
  investmentStatuses,
} from '../../domain/investments/investment.ts'
import { listQuery } from '../../values/list-query.ts'

const statuses = [...investmentStatuses, 'archived'] as const

/** `of` is the investor the list is limited to, if any. */
export function parseListParams(url: URL) {
  const status = statuses.find((known) => known === url.searchParams.get('status')) ?? null
  const due = dueKinds.find((known) => known === url.searchParams.get('due')) ?? null
  const order = investmentOrders.find((known) => known === url.searchParams.get('sort')) ?? 'newest'
  return { ...listQuery(url), status, due, order, of: url.searchParams.get('investor') ?? '' }
}
