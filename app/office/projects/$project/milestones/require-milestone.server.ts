import { findMilestone } from '../../../../domain/projects/milestones.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'

/** Throws a 404 when the project has no such milestone. */
export async function requireMilestone(
  context: Context,
  { projectId, milestoneId }: { projectId: string; milestoneId: string },
) {
  return adminQuery(context, async (admin) => {
    const known = isId(projectId) && isId(milestoneId)
    const milestone = known ? await findMilestone(admin, projectId, milestoneId) : null
    if (!milestone) throw notFound()
    return milestone
  })
}
