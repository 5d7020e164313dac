import { listMyProjects } from '../../domain/investments/my-projects.server.ts'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { counted } from '../../values/counted.ts'
import { listQuery } from '../../values/list-query.ts'
import { viewerQuery } from '../guard.server.ts'
import { SeeProjects } from '../parts/see-projects.tsx'
import { portalHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { MyProjectCard } from './my-project-card.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  return viewerQuery(context, (reader) => listMyProjects(reader, listQuery(url)))
}

export const meta: Route.MetaFunction = (args) => pageTitle('My Projects', args)

export default function MyProjects({
  loaderData: { projects, total, page, pageSize },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="My Projects" lead={total > 0 ? leadFor(total) : undefined} />
      {total === 0 ? (
        <Panel flush>
          <EmptyState icon="projects" title="No projects yet" action={<SeeProjects />}>
            Your projects appear here, with their building progress.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-(--gap)">
            {projects.map((project) => (
              <li key={project.id} className="grid">
                <MyProjectCard project={project} />
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
    </>
  )
}

function leadFor(total: number) {
  return total === 1
    ? 'The project you are invested in.'
    : `The ${counted(total, 'project')} you are invested in.`
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={portalHome} title="Your projects could not be loaded" />
}
