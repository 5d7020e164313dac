import type { MouseEvent } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import { listMilestones } from '../../domain/projects/milestones.server.ts'
import { listPublicUpdates } from '../../domain/projects/progress-updates.server.ts'
import { previewProject } from '../../domain/projects/published-projects.server.ts'
import { freeUnits } from '../../domain/projects/units.server.ts'
import { listVerification } from '../../domain/verification/verification-items.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { adminQuery, notFound, requirePermission } from '../../platform/session/session.server.ts'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { isId } from '../../values/id.ts'
import { WholeListing } from '../listing/whole-listing.tsx'
import { NotFound } from '../parts/not-found.ts'
import projectsSheet from '../projects.css?url'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: projectsSheet }]

/** The public page of any project, published or not, for administrators only. */
export async function loader({ context, params: { projectId } }: Route.LoaderArgs) {
  await requirePermission(context, 'read-money')
  const { shown, milestones, verification, updates, units, riskWarning } = await adminQuery(
    context,
    async (admin) => ({
      shown: isId(projectId) ? await previewProject(admin, projectId) : null,
      milestones: isId(projectId) ? await listMilestones(admin, projectId) : [],
      verification: isId(projectId)
        ? await listVerification(admin, projectId, { publicOnly: true })
        : [],
      units: isId(projectId) ? await freeUnits(admin, projectId) : [],
      updates: isId(projectId) ? await listPublicUpdates(admin, projectId) : [],
      riskWarning: (await companyFacts(admin)).riskWarning,
    }),
  )
  if (!shown) throw notFound()
  return {
    ...shown,
    milestones,
    verification,
    updates,
    units,
    projectId,
    riskWarning,
    today: clock.today(),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) => [
  ...pageTitle(`Preview of ${loaderData?.project.name ?? 'a project'}`, args),
  { name: 'robots', content: 'noindex' },
]

export default function Preview({ loaderData }: Route.ComponentProps) {
  const {
    project,
    milestones,
    verification,
    updates,
    units,
    today,
    projectId,
    isPublic,
    riskWarning,
  } = loaderData
  return (
    <main id="main" tabIndex={-1} className="site-page bg-page">
      <aside aria-label="Preview" className="site-wrap mt-3 mb-5">
        <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card border border-line bg-tint-warning px-4 py-3 text-sm">
          <span>
            <b className="font-[580]">Preview.</b>{' '}
            {isPublic
              ? 'This is the public page.'
              : 'Only administrators see this. The project is not published, so its links are disabled.'}
          </span>
          <Link to={`/admin-dashboard/projects/${projectId}`} className="text-link underline">
            Edit Project
          </Link>
        </p>
      </aside>
      <div onClickCapture={isPublic ? undefined : holdLink}>
        <WholeListing
          project={project}
          milestones={milestones}
          verification={verification}
          updates={updates}
          units={units}
          today={today}
          riskWarning={riskWarning}
        />
      </div>
    </main>
  )
}

/** The links of an unpublished page have no targets yet. */
function holdLink(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
