import { Outlet, redirect } from 'react-router'
import { moveMilestone } from '../../../../domain/projects/change-milestones.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { MoveMilestoneSchema } from '../../../../domain/projects/milestone-schema.ts'
import { listOfficeMilestones } from '../../../../domain/projects/milestones.server.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { isId } from '../../../../values/id.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { MilestoneEntry } from './milestone-entry.tsx'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    const milestones = await listOfficeMilestones(admin, project.id)
    return { project, milestones, today: clock.today() }
  })
}

/** Moves a milestone; places are counted from 1. */
export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const to = `/admin-dashboard/projects/${params.projectId}/milestones`
  const title = 'Failed to move the milestone'
  const text = 'The order was not changed. Reload the page and try again.'
  return formAction(args, {
    guard: requireAdmin,
    schema: MoveMilestoneSchema,
    unreadable: () => ({ to, toast: { title, text, kind: 'error' } }),
    run: ({ value }) =>
      adminCommand(context, (admin) => moveMilestone(admin, params.projectId, value)),
    refusals: {},
    done: () => redirect(to, 303),
    failed: { title, text: 'The order was not changed. Please try again later.', to },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Milestones', args)

export default function Milestones({ loaderData }: Route.ComponentProps) {
  const { project, milestones, today } = loaderData
  return (
    <ProjectFrame project={project}>
      <div className="mb-4 flex items-center justify-between gap-4 max-[19em]:flex-wrap">
        <p className="text-muted">
          What is built, and in what order. Shown on the public page and to investors.
        </p>
        <AddMilestone projectId={project.id} look="primary" />
      </div>
      {milestones.length === 0 ? (
        <EmptyState
          icon="check-circle"
          title="No milestones yet"
          action={<AddMilestone projectId={project.id} look="secondary" />}
        >
          Milestones appear here in their order, with the day and the proof that each was reached.
        </EmptyState>
      ) : (
        <ol className="grid max-w-[52rem] gap-3">
          {milestones.map((milestone, index) => (
            <MilestoneEntry
              key={milestone.id}
              milestone={milestone}
              projectId={project.id}
              place={index + 1}
              count={milestones.length}
              today={today}
            />
          ))}
        </ol>
      )}
      <Outlet />
    </ProjectFrame>
  )
}

function AddMilestone({ projectId, look }: { projectId: string; look: 'primary' | 'secondary' }) {
  return (
    <DialogLink
      to={`/admin-dashboard/projects/${projectId}/milestones/new`}
      look={look}
      icon="plus"
    >
      Add milestone
    </DialogLink>
  )
}
