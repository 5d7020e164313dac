import { isRouteErrorResponse, Link, redirect } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { config } from '../../platform/config.server.ts'
import { asGuest, notFound } from '../../platform/session.server.ts'
import { NotFound } from '../../ui/not-found-page.tsx'
import { Gallery } from '../parts/gallery.tsx'
import { pageHead } from '../parts/head.ts'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { breadcrumbsJsonLd, listingJsonLd } from '../seo/json-ld.ts'
import type { Route } from './+types/route.ts'
import { Features, InShort, RiskWarning, Stages } from './facts.tsx'
import { PriceBar, PricePanel } from './price.tsx'
import '../parts/words.css'
import './listing.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { project, company } = await asGuest(context, async (guest) => ({
    project: await findPublishedProject(guest, params.slug),
    company: await companyFacts(guest),
  }))
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
  return { project, brand: company.brand, riskWarning: company.riskWarning, origin, jsonLd }
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

/** On phones the picture is as wide as the screen; a little less than that spares most of them the next larger file. */
const sizes = '(width >= 84rem) 80rem, (width >= 48rem) 90vw, 98vw'

export default function Listing({ loaderData: { project, riskWarning } }: Route.ComponentProps) {
  const { name, location, projectType, status, stageText, pictures } = project
  return (
    <main id="main" tabIndex={-1} className="site-page listing">
      <div className="site-wrap">
        <Crumbs name={name} />
        <header className="listing__head">
          <h1 className="site-display">{name}</h1>
          <p className="listing__place">
            <StatusBadge status={status} />
            {stageText !== null && <b className="font-[550] text-text">{stageText}</b>}
            <span>{projectType === null ? location : `${location} · ${projectType}`}</span>
          </p>
        </header>
        {pictures.length === 0 ? (
          <div className="listing__blank">
            <NoPicture />
          </div>
        ) : (
          <Gallery label={`Pictures of ${name}`} pictures={pictures} sizes={sizes} look="listing" />
        )}
      </div>
      <div className="site-wrap listing__page">
        <div className="listing__main">
          <InShort project={project} />
          <Stages project={project} />
          <Features features={project.features} />
          <RiskWarning text={riskWarning} />
        </div>
        <PricePanel project={project} />
      </div>
      <PriceBar project={project} />
    </main>
  )
}

function Crumbs({ name }: { name: string }) {
  return (
    <nav aria-label="You are here">
      <ol className="listing__crumbs">
        <li>
          <Link to="/investments">Investments</Link>
        </li>
        <li aria-current="page" className="listing__here">
          {name}
        </li>
      </ol>
    </nav>
  )
}

/** An unknown project keeps the header and the footer of the site around the words for it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
