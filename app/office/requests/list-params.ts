import { requestStatuses } from '../../domain/investment-requests/request.ts'
import { listQuery } from '../../values/list-query.ts'

export function parseListParams(url: URL) {
  const status = requestStatuses.find((known) => known === url.searchParams.get('status')) ?? null
  return { ...listQuery(url), status, oldestFirst: url.searchParams.get('sort') === 'oldest' }
}
