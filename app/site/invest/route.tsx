import { isRouteErrorResponse, redirect } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { asGuest, notFound } from '../../platform/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { unlistedHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import { StatusBadge } from '../parts/status-badge.tsx'
import type { Route } from './+types/route.ts'
import '../parts/words.css'

/** Where Invest Now leads: to the contact page, which is told the project; a completed project says that it is closed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { project, company } = await asGuest(context, async (guest) => ({
    project: await findPublishedProject(guest, params.slug),
    company: await companyFacts(guest),
  }))
  if (!project) throw notFound()
  if ('movedTo' in project) throw redirect(`/investment/${project.movedTo}/invest`, 308)
  if (project.status !== 'completed') throw redirect(`/contact?project=${project.slug}`)
  const { slug, name, status } = project
  return { slug, name, status, brand: company.brand }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? unlistedHead(`${loaderData.name} is closed · ${loaderData.brand}`) : []
}

export default function InvestmentClosed({ loaderData: { slug, name, status } }: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1} className="site-page bg-warm">
      <div className="site-wrap grid min-h-[70svh] content-center justify-items-start gap-5 py-24">
        <StatusBadge status={status} />
        <h1 className="site-display">{name} is closed</h1>
        <p className="site-lead">It is completed and takes no new investments.</p>
        <div className="flex flex-wrap gap-3 pt-3">
          <ButtonLink to="/investments" look="primary">
            See what is open
          </ButtonLink>
          <ButtonLink to={`/investment/${slug}`}>Look at {name}</ButtonLink>
        </div>
      </div>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
