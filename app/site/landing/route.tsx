import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { companyBranding } from '../../domain/company/company-branding.server.ts'
import {
  galleryPictures,
  listOffers,
  listPublishedProjects,
} from '../../domain/projects/published-projects.server.ts'
import { config } from '../../platform/config.server.ts'
import { guestQuery } from '../../platform/session/session.server.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { deferPart } from '../parts/defer-part.tsx'
import { pageHead } from '../parts/head.ts'
import { companyJsonLd } from '../seo/json-ld.ts'
import type { Route } from './+types/route.ts'
import { Hero } from './hero.tsx'
import landingSheet from './landing.css?url'

const Below = deferPart('below', () => import('./below-fold.tsx').then((part) => part.BelowFold))

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: landingSheet }]

/** Maximum number of each. */
const most = { projects: 3, offers: 2, pictures: 24 }

export async function loader({ context }: Route.LoaderArgs) {
  const facts = await guestQuery(context, async (guest) => ({
    company: await companyFacts(guest),
    isDemo: (await findInstallation(guest)).demo,
    projects: await listPublishedProjects(guest, { most: most.projects }),
    offers: await listOffers(guest, most.offers),
    pictures: await galleryPictures(guest, most.pictures),
  }))
  const { logo } = await companyBranding((work) => guestQuery(context, work))
  return {
    ...facts,
    origin: config.origin,
    jsonLd: [companyJsonLd(facts.company, config.origin, logo)],
    hero: [
      { picture: suppliedPicture('hero-1'), upright: suppliedPicture('hero-1-upright') },
      { picture: suppliedPicture('hero-3'), upright: suppliedPicture('hero-3-upright') },
      { picture: suppliedPicture('hero-2'), upright: suppliedPicture('hero-2-upright') },
    ],
    balcony: suppliedPicture('balcony-view'),
    seafront: suppliedPicture('hero-2'),
  }
}

export function meta({ loaderData: { company, origin, jsonLd } }: Route.MetaArgs) {
  const { brand, headline, tagline } = company
  const title = headline === '' ? brand : `${brand}. ${headline.replace(/\.$/, '')}`
  return pageHead({ title, description: tagline || company.name, path: '/', origin, brand, jsonLd })
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { company, isDemo, projects, offers, pictures, hero, balcony, seafront } = loaderData
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero company={company} pictures={hero} isDemo={isDemo} />
      <Below
        company={company}
        isDemo={isDemo}
        projects={projects}
        offers={offers}
        pictures={pictures}
        balcony={balcony}
        testimonials={company.testimonials}
        picture={seafront}
      />
    </main>
  )
}
