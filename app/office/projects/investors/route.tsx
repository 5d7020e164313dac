import { Outlet } from 'react-router'
import { listProjectInvestors } from '../../../domain/investments/project-investors.server.ts'
import { findRemovable } from '../../../domain/projects/remove-project.server.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { isId } from '../../../values/id.ts'
import type { Route } from './+types/route.ts'
import { InvestorsPanel } from './investors-panel.tsx'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findRemovable(admin, projectId) : null
    if (!project) throw notFound()
    return { project, ...(await listProjectInvestors(admin, project.id)) }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Project Investors', args)

export default function ProjectInvestors({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <InvestorsPanel {...loaderData} />
      <Outlet />
    </>
  )
}
