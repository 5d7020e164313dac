import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { galleryPictures, listOffers, listPublishedProjects } from '../../domain/projects/published-projects.server.ts'
import { config } from '../../platform/config.server.ts'
import { asGuest } from '../../platform/session.server.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { pageHead } from '../parts/head.ts'
import { companyJsonLd } from '../seo/json-ld.ts'
import type { Route } from './+types/route.ts'
import { About } from './about.tsx'
import { ChatLink } from './chat-link.tsx'
import { Contact } from './contact.tsx'
import { Featured } from './featured.tsx'
import { Hero } from './hero.tsx'
import { Offers } from './offers.tsx'
import { Reasons } from './reasons.tsx'
import { Testimonials } from './testimonials.tsx'
import { useHashScroll } from './use-hash-scroll.ts'

/** How many of each the page shows at most (decisions §3). */
const most = { projects: 3, offers: 2, pictures: 24 }

export async function loader({ context }: Route.LoaderArgs) {
  const facts = await asGuest(context, async (guest) => ({
    company: await companyFacts(guest),
    isDemo: (await findInstallation(guest)).demo,
    projects: await listPublishedProjects(guest, { most: most.projects }),
    offers: await listOffers(guest, most.offers),
    pictures: await galleryPictures(guest, most.pictures),
  }))
  return {
    ...facts,
    origin: config.origin,
    jsonLd: [companyJsonLd(facts.company, config.origin)],
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
  const { brand, tagline } = company
  const title = `${brand}. Real estate investment in Kenya and Somalia`
  return pageHead({ title, description: tagline, path: '/', origin, brand, jsonLd })
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { company, isDemo, projects, offers, pictures, hero, balcony, seafront } = loaderData
  useHashScroll()
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero company={company} pictures={hero} isDemo={isDemo} />
      <Featured projects={projects} pictures={pictures} />
      <Offers offers={offers} />
      <Reasons picture={balcony} />
      <Testimonials testimonials={company.testimonials} isDemo={isDemo} />
      <About company={company} picture={seafront} />
      <Contact company={company} />
      {company.whatsapp === null ? null : <ChatLink whatsapp={company.whatsapp} />}
    </main>
  )
}
