import { Outlet } from 'react-router'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { listUpdates } from '../../../../domain/projects/progress-updates.server.ts'
import { adminQuery, notFound } from '../../../../platform/session/session.server.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { Pagination } from '../../../../ui/layout/pagination.tsx'
import { isId } from '../../../../values/id.ts'
import { listQuery } from '../../../../values/list-query.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { UpdateEntry } from './update-entry.tsx'

export async function loader({ params: { projectId }, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return { project, ...(await listUpdates(admin, project.id, listQuery(url).page)) }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Progress Updates', args)

export default function ProgressUpdates({ loaderData }: Route.ComponentProps) {
  const { project, updates, total, page, pageSize } = loaderData
  return (
    <ProjectFrame project={project}>
      <div className="mb-4 flex items-center max-[19em]:flex-wrap justify-between gap-4">
        <p className="text-muted">
          What has been built, by date. For investors of this project only.
        </p>
        <ReportProgress projectId={project.id} look="primary" />
      </div>
      {total === 0 ? (
        <EmptyState
          icon="megaphone"
          title="No updates yet"
          action={<ReportProgress projectId={project.id} look="secondary" />}
        >
          Reported progress appears here with its date.
        </EmptyState>
      ) : (
        <>
          <ol className="grid max-w-[52rem] gap-3">
            {updates.map((update) => (
              <UpdateEntry key={update.id} update={update} />
            ))}
          </ol>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </ProjectFrame>
  )
}

function ReportProgress({ projectId, look }: { projectId: string; look: 'primary' | 'secondary' }) {
  return (
    <DialogLink to={`/admin-dashboard/projects/${projectId}/updates/new`} look={look} icon="plus">
      Report Progress
    </DialogLink>
  )
}
