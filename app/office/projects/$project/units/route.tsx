import { Outlet } from 'react-router'
import { countOnWaitingList } from '../../../../domain/inquiries/waiting-list.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { listShareOwners, listUnits } from '../../../../domain/projects/units.server.ts'
import { adminQuery, notFound } from '../../../../platform/session/session.server.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { isId } from '../../../../values/id.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { SharesPanel } from './shares-panel.tsx'
import { UnitsTable } from './units-table.tsx'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return {
      project,
      units: await listUnits(admin, project.id),
      owners: await listShareOwners(admin, project.id),
      waiting: await countOnWaitingList(admin, project.id),
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Units and Shares', args)

export default function Units({ loaderData }: Route.ComponentProps) {
  const { project, units, owners, waiting } = loaderData
  const named = units.filter(({ share }) => share === null)
  const shares = units.filter(({ share }) => share !== null)
  const isEmpty = units.length + owners.length === 0
  return (
    <ProjectFrame project={project}>
      <div className="mb-4 flex items-center justify-between gap-4 max-[19em]:flex-wrap">
        <p className="text-muted">
          What investors own of this project. A unit is sold once, and shares never exceed 100%.
          {waiting > 0 && ` On the waiting list: ${waiting}.`}
        </p>
        <AddUnits projectId={project.id} look="primary" />
      </div>
      {isEmpty && (
        <EmptyState
          icon="projects"
          title="No units or shares yet"
          action={<AddUnits projectId={project.id} look="secondary" />}
        >
          Apartments, shops and plots appear here with who owns them and which are available.
        </EmptyState>
      )}
      <div className="grid gap-(--gap)">
        {named.length > 0 && <UnitsTable projectId={project.id} units={named} />}
        {(shares.length > 0 || owners.length > 0) && (
          <SharesPanel projectId={project.id} shares={shares} owners={owners} />
        )}
      </div>
      <Outlet />
    </ProjectFrame>
  )
}

function AddUnits({ projectId, look }: { projectId: string; look: 'primary' | 'secondary' }) {
  return (
    <DialogLink to={`/admin-dashboard/projects/${projectId}/units/new`} look={look} icon="plus">
      Add units
    </DialogLink>
  )
}
