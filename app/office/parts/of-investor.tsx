import { Link, useLocation, useSearchParams } from 'react-router'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Icon } from '../../ui/icon.tsx'

/** Says that the list is limited to one investor, with a link to show all. */
export function OfInvestor({ id, name, word }: { id: string; name: string; word: 'Of' | 'For' }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  return (
    <span className="inline-flex min-w-0 items-center gap-1 rounded-full bg-tint-neutral ps-3 text-xs font-[550]">
      <Link to={`/admin-dashboard/investors/${id}`} className="min-w-0 truncate hover:underline">
        {word} <bdi>{name}</bdi>
      </Link>
      <Link
        to={`${pathname}${withSearchParam(params, 'investor', '')}`}
        replace
        preventScrollReset
        aria-label="Show all investors"
        title="Show all investors"
        className="grid size-8 flex-none place-items-center rounded-full text-muted hover:bg-hover hover:text-text max-md:size-11"
      >
        <Icon name="close" size="small" />
      </Link>
    </span>
  )
}
