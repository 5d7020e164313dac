import { requestStatuses } from '../../domain/investment-requests/request.ts'
import { listQuery } from '../../values/list-query.ts'

/** What the address asks of Requests, the list and its file. */
export function parseListParams(url: URL) {
  const status = requestStatuses.find((one) => one === url.searchParams.get('status')) ?? null
  return { ...listQuery(url), status, oldestFirst: url.searchParams.get('sort') === 'oldest' }
}
