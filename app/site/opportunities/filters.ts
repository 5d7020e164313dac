import type { ProjectStatus } from '../../domain/projects/project.ts'

/** The filters of the page by their `?status=`; what is completed is called Closed here (decisions §3, PUB-056). */
export const filters: { value: string | null; label: string; status: ProjectStatus | null }[] = [
  { value: null, label: 'All', status: null },
  { value: 'upcoming', label: 'Upcoming', status: 'planned' },
  { value: 'ongoing', label: 'Ongoing', status: 'ongoing' },
  { value: 'closed', label: 'Closed', status: 'completed' },
]

/** The status asked for; one that no filter has is left out, as if nothing had been asked. */
export function statusAsked(url: URL): ProjectStatus | null {
  const asked = url.searchParams.get('status')
  return filters.find(({ value }) => value === asked)?.status ?? null
}

/** The address of a page of the list. */
export function listAddress(status: ProjectStatus | null, page = 1): string {
  const query = new URLSearchParams()
  const value = filters.find((filter) => filter.status === status)?.value
  if (value) query.set('status', value)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/investments' : `/investments?${query}`
}
