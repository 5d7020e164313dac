import { projectStatuses } from '../../domain/projects/project.ts'
import { listQuery } from '../../values/list-query.ts'

const kinds = [...projectStatuses, 'archived'] as const

export function parseListParams(url: URL) {
  return {
    ...listQuery(url),
    status: kinds.find((known) => known === url.searchParams.get('status')) ?? null,
  }
}
