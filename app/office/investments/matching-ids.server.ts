import { investmentIds } from '../../domain/investments/investments.server.ts'
import { findInvestor } from '../../domain/investors/find-investor.server.ts'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import type { AdminWork } from '../../platform/session/session.server.ts'
import { investmentListParams } from '../list-params.ts'

/** Ids of all investments the list shows, on all its pages. */
export function matchingInvestmentIds(url: URL): AdminWork<string[]> {
  const { of, inProject, page: _, ...search } = investmentListParams(url)
  return async (admin) =>
    investmentIds(admin, {
      ...search,
      investorId: (await findInvestor(admin, of))?.id ?? null,
      projectId: (await projectFilter(admin, inProject)).project?.id ?? null,
    })
}
