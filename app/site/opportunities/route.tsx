import { companyFacts } from '../../domain/company/company.server.ts'
import { listPublishedProjects, pageOfPublishedProjects } from '../../domain/projects/published-projects.server.ts'
import { config } from '../../platform/config.server.ts'
import { asGuest } from '../../platform/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { listQuery } from '../../values/list-query.ts'
import { pageHead } from '../parts/head.ts'
import { ProjectCard } from '../parts/project-card.tsx'
import type { Route } from './+types/route.ts'
import { FilterBar } from './filter-bar.tsx'
import { statusAsked } from './filters.ts'
import { NothingToShow } from './nothing-to-show.tsx'
import { Pages } from './pages.tsx'
import { Showcase } from './showcase.tsx'
import { useListInView } from './use-list-in-view.ts'
import '../parts/words.css'
import './opportunities.css'

const platesShown = 3
const lead = 'Homes, shops and offices, with the price, the stage and the funded share of each one in view.'

export async function loader({ context, url }: Route.LoaderArgs) {
  const status = statusAsked(url)
  return asGuest(context, async (guest) => ({
    origin: config.origin,
    brand: (await companyFacts(guest)).brand,
    status,
    showcase: await listPublishedProjects(guest, { most: platesShown }),
    list: await pageOfPublishedProjects(guest, { status, page: listQuery(url).page }),
  }))
}

export function meta({ loaderData: { origin, brand } }: Route.MetaArgs) {
  return pageHead({ title: `Investments · ${brand}`, description: lead, path: '/investments', origin, brand })
}

export default function Opportunities({ loaderData: { status, showcase, list } }: Route.ComponentProps) {
  const listInView = useListInView()
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap opening">
        <h1 className="site-display">Invest in places you can walk into.</h1>
        <p className="site-lead">{lead}</p>
      </div>
      <Showcase projects={showcase} />
      <section ref={listInView} className="listings" aria-labelledby="opportunities-title">
        <h2 className="sr-only" id="opportunities-title">
          Opportunities
        </h2>
        {showcase.length > 0 && <FilterBar chosen={status} counts={list.counts} />}
        <div className="site-wrap">
          {list.total === 0 ? (
            <NothingToShow status={status} />
          ) : (
            <div className="listings__cards">
              {list.projects.map((project) => (
                <ProjectCard key={project.slug} project={project} look="detailed" />
              ))}
            </div>
          )}
          <Pages status={status} {...list} />
        </div>
      </section>
      <AskForAdvice />
    </main>
  )
}

function AskForAdvice() {
  return (
    <section className="site-section" aria-labelledby="ask-title">
      <div className="site-wrap grid gap-6 min-[60rem]:grid-cols-[1fr_auto] min-[60rem]:items-center">
        <div>
          <h2 className="site-subtitle" id="ask-title">
            Not sure which one fits?
          </h2>
          <p className="site-lead pt-2.5">Tell us what you can set aside and for how long.</p>
        </div>
        <ButtonLink to="/contact" look="primary" className="sm:justify-self-start">
          Ask for advice
        </ButtonLink>
      </div>
    </section>
  )
}
