import { Link, useLocation, useSearchParams } from 'react-router'
import { searchWith } from '../../ui/fields/search-with.ts'
import { Icon } from '../../ui/icon.tsx'

/** Keyset pagination. Null: there is no such page. */
export function OlderNewer({ older, newer }: { older: string | null; newer: string | null }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const address = (page: string) => `${pathname}${searchWith(params, 'page', page)}`
  if (older === null && newer === null) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 pt-3.5 text-xs">
      {params.has('page') && (
        <Link to={address('')} className="page-link">
          Newest
        </Link>
      )}
      {newer !== null && (
        <Link to={address(`newer-${newer}`)} className="page-link grid-flow-col gap-1">
          <Icon name="chevron-left" size="small" />
          Newer
        </Link>
      )}
      {older !== null && (
        <Link to={address(`older-${older}`)} className="page-link grid-flow-col gap-1">
          Older
          <Icon name="chevron-right" size="small" />
        </Link>
      )}
    </nav>
  )
}
