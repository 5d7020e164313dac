import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Gallery } from '../parts/gallery.tsx'
import type { GalleryPicture } from '../parts/gallery-picture.ts'
import { MoreLink } from '../parts/more-link.tsx'
import { ProjectCard } from '../parts/project-card.tsx'

const eachShownMs = 5000

type Props = { projects: PublishedProject[]; pictures: readonly GalleryPicture[] }

/** Hidden while nothing is published. */
export function Featured({ projects, pictures }: Props) {
  if (projects.length === 0) return null
  return (
    <section className="site-section" aria-labelledby="featured-title">
      <div className="site-wrap site-head">
        <h2 className="site-title" id="featured-title">
          Featured Investment Opportunities
        </h2>
        <p>
          <ButtonLink to="#all-properties" look="outline">
            View All Properties
          </ButtonLink>
        </p>
      </div>
      <Gallery
        label="Featured pictures"
        pictures={pictures}
        sizes="(width >= 84rem) 60rem, (width >= 48rem) 72vw, 84vw"
        autoplayMs={eachShownMs}
        look="featured"
      />
      <div className="site-wrap featured__all" id="all-properties">
        <h3 className="featured__title">All properties</h3>
        <div className={`featured__cards ${projects.length === 3 ? 'featured__cards--three' : ''}`}>
          {projects.map((project) => (
            <ProjectCard key={project.slug} project={project} look="compact" />
          ))}
        </div>
        <p className="featured__foot">
          <MoreLink to="/investments">See every opportunity</MoreLink>
        </p>
      </div>
    </section>
  )
}
