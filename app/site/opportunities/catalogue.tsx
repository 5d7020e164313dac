import type { ProjectStatus } from '../../domain/projects/project.ts'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ProjectCard } from '../parts/project-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NoOpportunities } from './no-opportunities.tsx'
import { Pages } from './pages.tsx'
import { Showcase } from './showcase.tsx'
import { useListInView } from './use-list-in-view.ts'

type Props = {
  status: ProjectStatus | null
  showcase: PublishedProject[]
  list: {
    projects: PublishedProject[]
    counts: Record<ProjectStatus, number>
    total: number
    page: number
    pageSize: number
  }
}

/** A few large projects, then the filtered list. */
export function Catalogue({ status, showcase, list }: Props) {
  const listInView = useListInView()
  return (
    <>
      <Showcase projects={showcase} />
      <section ref={listInView} className="listings" aria-labelledby="opportunities-title">
        <h2 className="sr-only" id="opportunities-title">
          Opportunities
        </h2>
        {showcase.length > 0 && <FilterBar chosen={status} counts={list.counts} />}
        <div className="site-wrap">
          {list.total === 0 ? (
            <NoOpportunities status={status} />
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
    </>
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
          <p className="site-lead pt-2.5">Tell us how much you can invest and for how long.</p>
        </div>
        <ButtonLink to="/contact" look="primary" className="sm:justify-self-start">
          Ask for advice
        </ButtonLink>
      </div>
    </section>
  )
}
