import { Link } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import { filters, listAddress } from './filters.ts'

type Props = { chosen: ProjectStatus | null; counts: Record<ProjectStatus, number> }

/** Filters are links, so that a filtered list has its own address. */
export function FilterBar({ chosen, counts }: Props) {
  const all = counts.planned + counts.ongoing + counts.completed
  return (
    <nav aria-label="Show" className="sticky top-(--header) z-20 border-b border-line bg-warm">
      <div className="site-wrap">
        <ul className="flex gap-[clamp(1.25rem,5vw,2.5rem)] overflow-x-auto [scrollbar-width:none]">
          {filters.map(({ label, status }) => (
            <li key={label}>
              <Link
                className="relative inline-flex min-h-15 min-w-11 items-center gap-1.5 font-[550] whitespace-nowrap text-muted after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-text focus-visible:-outline-offset-4 aria-[current]:text-text aria-[current]:after:bg-text"
                to={listAddress(status)}
                preventScrollReset
                aria-current={status === chosen ? 'true' : undefined}
              >
                {label}{' '}
                <span className="num text-xs font-medium">
                  {status === null ? all : counts[status]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
