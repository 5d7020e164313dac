import { inquiryStatuses } from '../../domain/inquiries/inquiry.ts'
import { listQuery } from '../../values/list-query.ts'

const standings = [...inquiryStatuses, 'spam'] as const

export function parseListParams(url: URL) {
  const status = standings.find((known) => known === url.searchParams.get('status')) ?? null
  return { ...listQuery(url), status, oldestFirst: url.searchParams.get('sort') === 'oldest' }
}
