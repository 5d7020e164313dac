import { projectFilter } from '../../domain/projects/project-names.server.ts'
import type { ReceivableSearch } from '../../domain/receivables/receivables.server.ts'
import type { AdminWork } from '../../platform/session/session.server.ts'
import { receivableListParams } from '../list-params.ts'

/** The filters of the list's address; an unknown project limits nothing. */
export function receivableSearch(url: URL): AdminWork<ReceivableSearch> {
  const { q, order, scope, inProject } = receivableListParams(url)
  return async (admin) => {
    const { project } = await projectFilter(admin, inProject)
    return { q, order, scope, projectId: project?.id ?? null }
  }
}
