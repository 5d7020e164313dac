import { isRouteErrorResponse, redirect } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import { listPublishedMilestones } from '../../domain/projects/milestones.server.ts'
import { listPublishedUpdates } from '../../domain/projects/progress-updates.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { freeUnitsOfSlug } from '../../domain/projects/units.server.ts'
import { listPublicVerification } from '../../domain/verification/verification-items.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { config } from '../../platform/config.server.ts'
import { guestQuery, notFound } from '../../platform/session/session.server.ts'
import { deferPart } from '../parts/defer-part.tsx'
import { pageHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import projectsSheet from '../projects.css?url'
import { breadcrumbsJsonLd, listingJsonLd } from '../seo/json-ld.ts'
import type { Route } from './+types/route.ts'

const WholeListing = deferPart('listing', () =>
  import('./whole-listing.tsx').then((part) => part.WholeListing),
)

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: projectsSheet }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { project, milestones, verification, updates, units, company } = await guestQuery(
    context,
    async (guest) => {
      const listing = await findPublishedProject(guest, params.slug)
      const isHere = listing !== null && !('movedTo' in listing)
      return {
        project: listing,
        milestones: isHere ? await listPublishedMilestones(guest, listing.slug) : [],
        verification: isHere ? await listPublicVerification(guest, listing.slug) : [],
        updates: isHere ? await listPublishedUpdates(guest, listing.slug) : [],
        units: isHere ? await freeUnitsOfSlug(guest, listing.slug) : [],
        company: await companyFacts(guest),
      }
    },
  )
  if (!project) throw notFound()
  if ('movedTo' in project) throw redirect(`/investment/${project.movedTo}`, 308)
  const { origin } = config
  const { slug, name } = project
  const trail = [
    { name: company.brand, path: '/' },
    { name: 'Investments', path: '/investments' },
    { name, path: `/investment/${slug}` },
  ]
  const jsonLd = [listingJsonLd(project, company, origin), breadcrumbsJsonLd(trail, origin)]
  const { brand, riskWarning } = company
  return {
    project,
    milestones,
    verification,
    updates,
    units,
    today: clock.today(),
    brand,
    riskWarning,
    origin,
    jsonLd,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { project, brand, origin, jsonLd } = loaderData
  const { slug, name, location, tagline, cover } = project
  return pageHead({
    title: `${name} · ${brand}`,
    description: tagline ?? `${name}, ${location}`,
    path: `/investment/${slug}`,
    origin,
    brand,
    picture: { path: `/share/${slug}.jpg`, alt: cover?.alt ?? name },
    jsonLd,
  })
}

export default function Listing({ loaderData }: Route.ComponentProps) {
  const { project, milestones, verification, updates, units, today, riskWarning } = loaderData
  return (
    <main id="main" tabIndex={-1} className="site-page bg-page">
      <WholeListing
        project={project}
        milestones={milestones}
        verification={verification}
        updates={updates}
        units={units}
        today={today}
        riskWarning={riskWarning}
      />
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
