import type { InvitationScope } from '../../../domain/investors/invite-many.server.ts'
import { isId } from '../../../values/id.ts'
import { parseListParams } from '../list-params.ts'

/** `?select=` names investors, `?import=` an import; otherwise everyone in the list. */
export function scopeOf(url: URL): InvitationScope {
  const selected = url.searchParams.getAll('select')
  if (selected.length > 0) return { ids: selected.filter(isId) }
  const importId = url.searchParams.get('import')
  if (importId !== null) return isId(importId) ? { importId } : { ids: [] }
  const { page: _, ...search } = parseListParams(url)
  return { search }
}

/** The list's address without the dialog's own parameters. */
export function listBehindDialog(url: URL): string {
  const params = new URLSearchParams(url.search)
  params.delete('select')
  params.delete('import')
  return `/admin-dashboard/investors${params.size > 0 ? `?${params}` : ''}`
}
