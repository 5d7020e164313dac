import type { ProjectStatus } from '../../domain/projects/project.ts'

/** Filters by `?status=`; completed projects are labelled Closed here. */
export const filters: { value: string | null; label: string; status: ProjectStatus | null }[] = [
  { value: null, label: 'All', status: null },
  { value: 'upcoming', label: 'Upcoming', status: 'planned' },
  { value: 'ongoing', label: 'Ongoing', status: 'ongoing' },
  { value: 'closed', label: 'Closed', status: 'completed' },
]

/** An unknown status is ignored. */
export function statusFilter(url: URL): ProjectStatus | null {
  const text = url.searchParams.get('status')
  return filters.find(({ value }) => value === text)?.status ?? null
}

export function listAddress(status: ProjectStatus | null, page = 1): string {
  const query = new URLSearchParams()
  const value = filters.find((filter) => filter.status === status)?.value
  if (value) query.set('status', value)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/investments' : `/investments?${query}`
}
