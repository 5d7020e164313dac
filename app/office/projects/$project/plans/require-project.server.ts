import {
  type MilestoneChoice,
  milestoneChoices,
} from '../../../../domain/payment-plans/plan-templates.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { notFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'

type Admin = Parameters<typeof findProject>[0]

/** The project of a page with what lines of its plans may wait for. Throws a 404 for an unknown id. */
export async function projectWithMilestones(admin: Admin, projectId: string) {
  const project = isId(projectId) ? await findProject(admin, projectId) : null
  if (!project) throw notFound()
  const milestones: MilestoneChoice[] = await milestoneChoices(admin, project.id)
  return { project, milestones }
}
