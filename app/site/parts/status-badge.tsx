import type { ProjectStatus } from '../../domain/projects/project.ts'
import { publicStatusLabels } from '../../domain/projects/published-project.ts'

const colours: Record<ProjectStatus, string> = {
  planned: 'bg-(--sky)',
  ongoing: 'bg-[color-mix(in_oklch,var(--fern)_92%,black)]',
  completed: 'bg-(--badge-closed)',
}

export function StatusBadge({
  status,
  className = '',
}: {
  status: ProjectStatus
  className?: string
}) {
  return (
    <span
      className={`inline-flex min-h-7 items-center rounded-small px-2.5 py-0.5 text-xs leading-[1.3] font-semibold text-[oklch(0.99_0.004_100)] forced-colors:border ${colours[status]} ${className}`}
    >
      {publicStatusLabels[status]}
    </span>
  )
}
