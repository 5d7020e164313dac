import { Fragment } from 'react'
import { Outlet, useMatch } from 'react-router'
import { projectStatuses, projectStatusLabels } from '../../domain/projects/project.ts'
import { listProjects } from '../../domain/projects/projects.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { CardGrid, CardOpened } from '../../ui/layout/card.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { projectListParams } from '../list-params.ts'
import { ExportLink, ImportLink } from '../parts/export-link.tsx'
import type { Route } from './+types/route.ts'
import { ProjectCard } from './project-card.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = projectListParams(url)
  return {
    ...(await adminQuery(context, (admin) => listProjects(admin, query))),
    q: query.q,
    status: query.status,
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Manage Projects', args)

export default function ManageProjects({ loaderData }: Route.ComponentProps) {
  const { projects, total, counts, page, pageSize, q, status } = loaderData
  // Of the child routes only this panel renders inside the grid; the others are dialogs.
  const open = useMatch('/admin-dashboard/projects/:projectId/investors/*')?.params.projectId
  const below = <Outlet />
  return (
    <>
      <PageHead title="Manage Projects" count={total} actions={<Actions />} />
      <Toolbar>
        <SearchForm label="Search projects..." />
        <Chips
          label="Status"
          name="status"
          kinds={projectStatuses}
          labels={projectStatusLabels}
          counts={counts}
          apart={{ kind: 'archived', label: 'Archived', count: counts.archived }}
        />
      </Toolbar>
      {total === 0 ? (
        <NoProjects filtered={q !== '' || status !== null} archived={status === 'archived'} />
      ) : (
        <>
          <CardGrid>
            {projects.map((project) => (
              <Fragment key={project.id}>
                <ProjectCard project={project} isOpen={project.id === open} />
                {project.id === open && <CardOpened>{below}</CardOpened>}
              </Fragment>
            ))}
          </CardGrid>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      {projects.some(({ id }) => id === open) ? null : below}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Failed to load projects" />
}

function Actions() {
  return (
    <div className="flex items-center gap-2">
      <ImportLink to="/admin-dashboard/import/projects" />
      <ExportLink to="/admin-dashboard/projects/export" />
      <AddProject />
    </div>
  )
}

function AddProject() {
  return (
    <ButtonLink to="/admin-dashboard/projects/new" {...opensWithN} look="primary" icon="plus">
      Add Project
    </ButtonLink>
  )
}

function NoProjects({ filtered, archived }: { filtered: boolean; archived: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No projects found matching your search">
        <SearchAdvice>
          {archived
            ? 'Archived entries appear here until they are restored.'
            : 'Search covers names. Try fewer letters or another status.'}
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="projects" title="No projects yet" action={<AddProject />}>
      Projects you add appear here. Published ones appear on the public site too.
    </EmptyState>
  )
}
