import { Link } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import { filters, listAddress } from './filters.ts'

type Props = { chosen: ProjectStatus | null; counts: Record<ProjectStatus, number> }

/** Filters are links, so that a filtered list has its own address. */
export function FilterBar({ chosen, counts }: Props) {
  const all = counts.planned + counts.ongoing + counts.completed
  return (
    <nav aria-label="Show" className="filters">
      <div className="site-wrap">
        <ul>
          {filters.map(({ label, status }) => (
            <li key={label}>
              <Link
                to={listAddress(status)}
                preventScrollReset
                aria-current={status === chosen ? 'true' : undefined}
              >
                {label} <span className="num">{status === null ? all : counts[status]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
