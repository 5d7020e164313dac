import { Link } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import { listAddress } from './filters.ts'

type Props = { status: ProjectStatus | null; page: number; pageSize: number; total: number }

export function Pages({ status, page, pageSize, total }: Props) {
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1) return null
  const step = 'inline-flex min-h-11 items-center font-[550]'
  return (
    <nav
      aria-label="Pages"
      className="num mt-16 flex items-center justify-between border-t border-line pt-3"
    >
      {page > 1 ? (
        <Link to={listAddress(status, page - 1)} className={step} rel="prev" preventScrollReset>
          <span className="site-underlined">Previous</span>
        </Link>
      ) : (
        <span />
      )}
      <span className="text-sm text-muted">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link to={listAddress(status, page + 1)} className={step} rel="next" preventScrollReset>
          <span className="site-underlined">Next</span>
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
