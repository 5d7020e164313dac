import { Outlet } from 'react-router'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { listUpdates } from '../../../../domain/projects/progress-updates.server.ts'
import {
  findUpdatePromise,
  promiseUpdates,
} from '../../../../domain/projects/update-promise.server.ts'
import { UpdatePromiseSchema } from '../../../../domain/projects/update-schema.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { Pagination } from '../../../../ui/layout/pagination.tsx'
import { isId } from '../../../../values/id.ts'
import { listQuery } from '../../../../values/list-query.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { PromiseForm } from './promise-form.tsx'
import { UpdateEntry } from './update-entry.tsx'

export async function loader({ params: { projectId }, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    const promise = await findUpdatePromise(admin, project.id)
    return { project, promise, ...(await listUpdates(admin, project.id, listQuery(url).page)) }
  })
}

/** Sets how often the project reports. */
export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: UpdatePromiseSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => {
        if (!isId(projectId)) throw notFound()
        return promiseUpdates(admin, projectId, value.every)
      }),
    refusals: {},
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/updates`,
      toast: { title: 'Update promise saved', kind: 'success' },
    }),
    failed: 'Failed to save the update promise',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Progress Updates', args)

export default function ProgressUpdates({ loaderData, actionData }: Route.ComponentProps) {
  const { project, promise, updates, total, page, pageSize } = loaderData
  return (
    <ProjectFrame project={project}>
      <div className="mb-4 flex items-center max-[19em]:flex-wrap justify-between gap-4">
        <p className="text-muted">
          What has been built, by date. For investors of this project only.
        </p>
        <ReportProgress projectId={project.id} look="primary" />
      </div>
      <PromiseForm project={project} promise={promise} latest={actionData} />
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
      {actionData?.toast && <Toaster toast={actionData.toast} />}
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
