import { Link, useLocation, useSearchParams } from 'react-router'
import { countLimit } from '../../values/capped-count.ts'
import { grouped } from '../../values/grouped.ts'
import { withSearchParam } from '../fields/search-params.ts'
import { Icon } from '../icon.tsx'

type Props = {
  page: number
  pageSize: number
  total: number
  /** The total was counted up to a limit, so the last page is unknown. */
  capped?: boolean
}

/** The shown range and links `?page=`: the first, the last and those near the current page. */
export function Pagination({ page, pageSize, total, capped = false }: Props) {
  const known = Math.ceil(total / pageSize)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  const isOpen = capped && total > countLimit && last < total
  const pages = isOpen ? page + 1 : known
  const shownTotal = isOpen ? `${grouped(Math.max(countLimit, last))}+` : grouped(total)
  return (
    <div className="flex items-center justify-between gap-4 pt-3.5 text-xs text-muted">
      <p className="num">{`${grouped(first)}–${grouped(last)} of ${shownTotal}`}</p>
      {pages > 1 && (
        <nav aria-label="Pages">
          <ol className="flex gap-0.5">
            <Step page={page} pages={pages} by={-1} />
            {pagesShown(page, pages).map((pageNumber, index) => (
              <li
                key={pageNumber ?? `gap-${index}`}
                className={pageNumber === page ? '' : 'max-md:hidden'}
              >
                {pageNumber === null ? (
                  <span className={pageLinkClass}>…</span>
                ) : (
                  <PageLink to={pageNumber} current={pageNumber === page} />
                )}
              </li>
            ))}
            <Step page={page} pages={pages} by={1} />
          </ol>
        </nav>
      )}
    </div>
  )
}

const pageLinkClass =
  'grid h-8 min-w-8 place-items-center rounded-small px-1.5 aria-[current]:bg-tint-neutral aria-[current]:font-semibold aria-[current]:text-text max-md:h-11 max-md:min-w-11 [a&]:hover:bg-hover [a&]:hover:text-text'

function PageLink({ to, current }: { to: number; current: boolean }) {
  const address = usePageAddress()
  return (
    <Link
      to={address(to)}
      aria-current={current ? 'page' : undefined}
      aria-label={`Page ${to}`}
      className={`num ${pageLinkClass}`}
    >
      {grouped(to)}
    </Link>
  )
}

function Step({ page, pages, by }: { page: number; pages: number; by: 1 | -1 }) {
  const address = usePageAddress()
  const to = page + by
  const icon = <Icon name={by === 1 ? 'chevron-right' : 'chevron-left'} size="small" />
  if (to < 1 || to > pages) {
    return (
      <li>
        <span aria-hidden="true" className={`opacity-40 ${pageLinkClass}`}>
          {icon}
        </span>
      </li>
    )
  }
  return (
    <li>
      <Link
        to={address(to)}
        aria-label={by === 1 ? 'Next page' : 'Previous page'}
        className={pageLinkClass}
      >
        {icon}
      </Link>
    </li>
  )
}

function usePageAddress() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  return (page: number) =>
    `${pathname}${withSearchParam(params, 'page', page === 1 ? '' : String(page))}`
}

/** The page numbers to show, `null` for a gap: 1 … 4 5 6 … 20. @internal */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter(
    (pageNumber) => pageNumber >= 1 && pageNumber <= pages,
  )
  const shown = [...new Set(near)].toSorted((left, right) => left - right)
  return shown.flatMap((pageNumber, index) => {
    const before = shown[index - 1]
    if (before === undefined || pageNumber - before === 1) return [pageNumber]
    return pageNumber - before === 2 ? [pageNumber - 1, pageNumber] : [null, pageNumber]
  })
}
