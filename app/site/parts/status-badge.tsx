import type { ProjectStatus } from '../../domain/projects/project.ts'
import { publicStatusLabels } from '../../domain/projects/published-project.ts'

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return <span className={`site-badge site-badge--${status}`}>{publicStatusLabels[status]}</span>
}
