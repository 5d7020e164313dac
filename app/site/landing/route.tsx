import { companyFacts } from '../../domain/company/company.server.ts'
import { listPublishedProjects } from '../../domain/projects/published-projects.server.ts'
import { asGuest } from '../../platform/session.server.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import type { Route } from './+types/route.ts'
import { About } from './about.tsx'
import { ChatLink } from './chat-link.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { Opportunities } from './opportunities.tsx'
import { Reasons } from './reasons.tsx'

const projectsShown = 3

export async function loader({ context }: Route.LoaderArgs) {
  const { company, projects } = await asGuest(context, async (guest) => ({
    company: await companyFacts(guest),
    projects: await listPublishedProjects(guest, { most: projectsShown }),
  }))
  return {
    company,
    projects,
    hero: suppliedPicture('hero-1'),
    heroUpright: suppliedPicture('hero-1-upright'),
    balcony: suppliedPicture('balcony-view'),
    seafront: suppliedPicture('hero-2'),
    lobby: suppliedPicture('lobby'),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { brand, tagline } = loaderData.company
  return [{ title: `${brand}. Real estate investment in Kenya and Somalia` }, { name: 'description', content: tagline }]
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { company, projects, hero, heroUpright, balcony, seafront, lobby } = loaderData
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero company={company} picture={hero} upright={heroUpright} />
      <Opportunities projects={projects} />
      <Reasons picture={balcony} />
      <About company={company} picture={seafront} />
      <Contact company={company} picture={lobby} />
      {company.whatsapp === null ? null : <ChatLink whatsapp={company.whatsapp} />}
    </main>
  )
}
