import { investorOrders, investorStatuses } from '../../domain/investors/investor.ts'
import { listQuery } from '../../values/list-query.ts'

const statuses = [...investorStatuses, 'archived'] as const

export function parseListParams(url: URL) {
  const status = statuses.find((known) => known === url.searchParams.get('status')) ?? null
  const order = investorOrders.find((known) => known === url.searchParams.get('sort')) ?? 'name'
  return { ...listQuery(url), status, order }
}
