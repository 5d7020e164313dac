import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { grouped } from '../../values/grouped.ts'
import { withSearchParam } from '../fields/search-params.ts'
import { scrollIntoView } from './scroll-into-view.ts'

type Props<Kind extends string> = {
  label: string
  /** The parameter: `?status=active`. */
  name: string
  /** The label of the first chip, which removes the filter. */
  all?: string
  kinds: readonly Kind[]
  labels: Record<Kind, string>
  /** Counts by kind within the search. */
  counts: Record<Kind, number>
  shown?: (count: number) => string
  /** A last chip for what all others exclude, such as archived entries. */
  apart?: { kind: string; label: string; count: number }
  /** The list's address while a dialog is open below it. */
  home?: string
}

/** Filters as links that keep search and sort. Kinds without entries are hidden. An unknown kind counts as All. */
export function Chips<Kind extends string>({
  label,
  name,
  all = 'All',
  kinds,
  labels,
  counts,
  shown = grouped,
  apart,
  home,
}: Props<Kind>) {
  const found = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  const chips = [
    { value: '', words: all, count: found },
    ...kinds.map((kind) => ({ value: kind, words: labels[kind], count: counts[kind] })),
    ...(apart ? [{ value: apart.kind, words: apart.label, count: apart.count }] : []),
  ]
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const current = chips.find(({ value }) => value === params.get(name))?.value ?? ''
  return (
    <ChipRow label={label}>
      {chips.map(({ value, words, count }) => (
        <Chip
          key={value}
          to={`${home ?? pathname}${withSearchParam(params, name, value)}`}
          isCurrent={value === current}
        >
          {words}
          {found > 0 && <span className="num opacity-85">{shown(count)}</span>}
        </Chip>
      ))}
    </ChipRow>
  )
}

/** Scrolls sideways where the chips do not fit. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex min-w-0 gap-1.5 @max-[80.01rem]/main:in-[.toolbar:has(select:not([aria-label='Sort_by']))]:order-3 @max-[80.01rem]/main:in-[.toolbar:has(select:not([aria-label='Sort_by']))]:basis-full @max-[60rem]/main:order-3 @max-[60rem]/main:-m-[2px] @max-[60rem]/main:shrink-0 @max-[60rem]/main:grow @max-[60rem]/main:basis-full @max-[60rem]/main:overflow-x-auto @max-[60rem]/main:p-[2px] @max-[60rem]/main:[scrollbar-width:none] @max-[60rem]/main:max-md:-mx-4 @max-[60rem]/main:max-md:basis-[calc(100%+2rem)] @max-[60rem]/main:max-md:px-4"
    >
      {children}
    </nav>
  )
}

export function Chip({
  to,
  isCurrent,
  children,
}: {
  to: string
  isCurrent: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      ref={isCurrent ? scrollIntoView : undefined}
      aria-current={isCurrent ? 'true' : undefined}
      className="relative inline-flex min-h-8 items-center gap-1.5 rounded-full border border-transparent px-3 text-xs font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text focus-visible:rounded-full max-md:min-h-9 max-md:border-line max-md:bg-surface max-md:after:absolute max-md:after:-inset-y-[0.3rem] max-md:after:inset-x-0 aria-[current]:border-[color-mix(in_oklab,var(--primary)_34%,var(--surface))] aria-[current]:bg-[color-mix(in_oklab,var(--primary)_10%,var(--surface))] aria-[current]:font-[560] aria-[current]:text-text"
    >
      {children}
    </Link>
  )
}

/** Search, chips and sort in one sticky line that wraps when narrow. */
export function Toolbar({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`toolbar sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 bg-ground py-3 max-md:top-14 max-md:-mx-4 max-md:px-4 max-md:py-2.5 ${className}`}
    >
      {children}
    </div>
  )
}
