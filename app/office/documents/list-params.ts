import { documentTypeOf } from '../../domain/documents/document.ts'
import { listQuery } from '../../values/list-query.ts'

/** What the address asks of Manage Documents, the list and its file; `of` is the only investor they are for, if any. */
export function parseListParams(url: URL) {
  const asked = url.searchParams.get('type')
  const type = asked === 'archived' ? ('archived' as const) : documentTypeOf(asked)
  return { ...listQuery(url), type, of: url.searchParams.get('investor') ?? '' }
}
