import {
  dueKinds,
  investmentOrders,
  investmentStatuses,
} from '../../domain/investments/investment.ts'
import { listQuery } from '../../values/list-query.ts'

const statuses = [...investmentStatuses, 'archived'] as const

/** What the address asks of Manage Investments, the list and its files; `of` is the investor whose alone are shown, if there is one. */
export function parseListParams(url: URL) {
  const status = statuses.find((one) => one === url.searchParams.get('status')) ?? null
  const due = dueKinds.find((one) => one === url.searchParams.get('due')) ?? null
  const order = investmentOrders.find((one) => one === url.searchParams.get('sort')) ?? 'newest'
  return { ...listQuery(url), status, due, order, of: url.searchParams.get('investor') ?? '' }
}
