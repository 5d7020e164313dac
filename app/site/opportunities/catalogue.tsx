import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { ProjectCard } from '../parts/project-card.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Pages } from './pages.tsx'

/** Crops the picture's centre; phones reuse the file of the cards below. */
const sizes = '(width >= 60rem) 48vw, 92vw'

const columns = [
  'min-[60rem]:grid-cols-[1fr]',
  'min-[60rem]:grid-cols-[5fr_4fr]',
  'min-[60rem]:grid-cols-[5fr_4fr_4fr]',
]

function Showcase({ projects }: { projects: PublishedProject[] }) {
  if (projects.length === 0) return null
  return (
    <section className="pb-(--section)" aria-label="Showcase">
      <ul
        className={`flex snap-x snap-mandatory scroll-px-(--gutter) gap-3 overflow-x-auto overscroll-x-contain px-[max(var(--gutter),(100vw-84rem)/2)] [scrollbar-width:none] min-[60rem]:grid min-[60rem]:gap-6 min-[60rem]:overflow-visible ${columns[projects.length - 1]}`}
      >
        {projects.map(({ slug, name, location, status, cover }, index) => (
          <li key={slug} className="w-[min(78vw,24rem)] flex-none snap-start min-[60rem]:w-auto">
            <Link to={`/investment/${slug}`} className="glare">
              {cover ? (
                <Picture source={cover} alt={cover.alt} sizes={sizes} eager={index === 0} />
              ) : (
                <NoPicture />
              )}
              <StatusBadge status={status} className="absolute top-4 left-4 z-3" />
              <span className="absolute inset-x-0 bottom-0 z-3 grid gap-0.5 p-5.5 wrap-anywhere">
                <b className="font-display text-[1.75rem] leading-[1.1] font-normal tracking-[-0.02em]">
                  {name}
                </b>
                <span className="text-md text-[oklch(0.93_0.012_100)]">{location}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sentences: Record<ProjectStatus, string> = {
  planned: 'No upcoming projects at the moment.',
  ongoing: 'No ongoing projects at the moment.',
  completed: 'No closed projects yet.',
}

/** For an empty filter or a company without projects. */
function NoOpportunities({ status }: { status: ProjectStatus | null }) {
  return (
    <div className="grid max-w-[38rem] gap-3 py-[clamp(3rem,2rem+4vw,6rem)]">
      <p className="site-subtitle">
        {status === null ? 'The next projects will be shown here.' : sentences[status]}
      </p>
      <p className="site-lead">
        {status === null ? (
          'Ask us about them until then.'
        ) : (
          <Link to="/investments" preventScrollReset className="site-underlined text-text">
            See all of them
          </Link>
        )}
      </p>
    </div>
  )
}

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
      <section
        ref={listInView}
        className="-scroll-mt-4 bg-warm pb-(--section)"
        aria-labelledby="opportunities-title"
      >
        <h2 className="sr-only" id="opportunities-title">
          Opportunities
        </h2>
        {showcase.length > 0 && <FilterBar chosen={status} counts={list.counts} />}
        <div className="site-wrap">
          {list.total === 0 ? (
            <NoOpportunities status={status} />
          ) : (
            <div className="grid gap-x-[clamp(1.5rem,4vw,4rem)] gap-y-[clamp(3.5rem,2.5rem+3vw,5.5rem)] pt-[clamp(2rem,1.5rem+2vw,3.5rem)] sm:grid-cols-2">
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

/** Another filter or page scrolls to the start of the list, which may be shorter. Going back restores the position. */
function useListInView() {
  const { search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const list = useRef<HTMLElement>(null)
  const shown = useRef(search)

  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    const section = list.current
    if (section && !isBack && section.getBoundingClientRect().top < 0) section.scrollIntoView()
  }, [search, isBack])

  return list
}
