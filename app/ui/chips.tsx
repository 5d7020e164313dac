import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { grouped } from '../values/grouped.ts'
import { moveIntoSight } from './move-into-sight.ts'
import { searchWith } from './search-with.ts'

type Props<Kind extends string> = {
  label: string
  /** What the address calls it: `?status=active`. */
  name: string
  /** The words of the first chip, which takes the filter away. */
  all?: string
  kinds: readonly Kind[]
  labels: Record<Kind, string>
  /** How many the search leaves of each kind. */
  counts: Record<Kind, number>
  /** How a count is written. */
  shown?: (count: number) => string
  /** A last chip for what the others, the first among them, leave out: what is archived. */
  apart?: { kind: string; label: string; count: number }
  /** Where the list is, when one of it is open below its address; else the page itself. */
  home?: string
}

/**
 * Filters of a list as links: `?status=active`. Search and sort stay, the page starts again. No row of zeros. An unknown
 * kind in the address is All, as the list takes it.
 */
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
    <nav aria-label={label} className="chips">
      {chips.map(({ value, words, count }) => (
        <Link
          key={value}
          to={`${home ?? pathname}${searchWith(params, name, value)}`}
          replace
          preventScrollReset
          ref={value === current ? moveIntoSight : undefined}
          aria-current={value === current ? 'true' : undefined}
          className="chip"
        >
          {words}
          {found > 0 && <span className="num opacity-85">{shown(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Search, chips and sort of a list in one line that stays in sight; it wraps in a narrow container. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="toolbar">{children}</div>
}
