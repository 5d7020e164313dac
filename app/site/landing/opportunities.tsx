import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ProjectCard } from '../parts/project-card.tsx'

/** The first published projects. Without any the section stays, because the header leads to it, and says who to ask. */
export function Opportunities({ projects }: { projects: PublishedProject[] }) {
  return (
    <section className="site-section" id="investments" aria-labelledby="opportunities-title">
      <div className="site-wrap" id="all-properties">
        <div className="site-head">
          <h2 className="site-title" id="opportunities-title">
            Featured Investment Opportunities
          </h2>
          {projects.length === 0 ? (
            <p className="site-lead">The next projects will be shown here. Ask us about them in the meantime.</p>
          ) : null}
        </div>
        {projects.length === 0 ? null : (
          <div className="grid gap-x-(--gap) gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {projects.map((project) => (
              <ProjectCard key={project.slug} project={project} look="compact" />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
