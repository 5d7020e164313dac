import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { searchWith } from './search-with.ts'

type Choice = {
  /** What stands in the address; empty for all. */
  value: string
  label: string
  count?: ReactNode
}

/** Filters of a list as links: `?status=active`. Search and sort stay, the page starts again. No row of zeros. */
export function Chips({ label, name, choices }: { label: string; name: string; choices: readonly Choice[] }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const current = params.get(name) ?? ''
  const found = choices.some(({ count }) => count !== undefined && count !== 0)
  return (
    <nav aria-label={label} className="chips">
      {choices.map((choice) => (
        <Link
          key={choice.value}
          to={`${pathname}${searchWith(params, name, choice.value)}`}
          replace
          preventScrollReset
          aria-current={choice.value === current ? 'true' : undefined}
          className="chip"
        >
          {choice.label}
          {found && choice.count !== undefined && <span className="num opacity-85">{choice.count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Search, chips and sort of a list in one line that stays in sight; it wraps in a narrow container. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="toolbar">{children}</div>
}
