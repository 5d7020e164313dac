import { documentTypeOf } from '../../domain/documents/document.ts'
import { listQuery } from '../../values/list-query.ts'

/** List parameters of Manage Documents and its export; `of` is the investor the list is limited to, if any. */
export function parseListParams(url: URL) {
  const text = url.searchParams.get('type')
  const type = text === 'archived' ? ('archived' as const) : documentTypeOf(text)
  return { ...listQuery(url), type, of: url.searchParams.get('investor') ?? '' }
}
