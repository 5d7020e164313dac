import { Link } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import { filters, listAddress } from './filters.ts'

type Props = { chosen: ProjectStatus | null; counts: Record<ProjectStatus, number> }

/** Words on a hairline that stays under the header; each is a link, so that a filtered list can be kept and sent on. */
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
