import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Gallery } from '../parts/gallery.tsx'
import type { GalleryPicture } from '../parts/gallery-picture.ts'
import { MoreLink } from '../parts/more-link.tsx'
import { ProjectCard } from '../parts/project-card.tsx'

const eachShownMs = 5000

/** In two columns the third lies down, so that no cell stays empty. */
const lyingThird =
  'sm:max-lg:[&>:last-child]:col-span-full sm:max-lg:[&>:last-child]:flex-row sm:max-lg:[&>:last-child]:gap-(--gap) sm:max-lg:[&>:last-child>*]:flex-[1_1_0] sm:max-lg:[&>:last-child>:last-child]:pt-0'

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
      <div className="site-wrap pt-[clamp(3.5rem,2.6rem+4vw,6.5rem)]" id="all-properties">
        <h3 className="border-t border-line pt-5 pb-7 font-display text-step-3 leading-[1.14] font-normal tracking-[-0.018em]">
          All properties
        </h3>
        <div
          className={`grid gap-x-(--gap) gap-y-12 sm:grid-cols-2 lg:grid-cols-3 ${projects.length === 3 ? lyingThird : ''}`}
        >
          {projects.map((project) => (
            <ProjectCard key={project.slug} project={project} look="compact" />
          ))}
        </div>
        <p className="pt-10 min-[60rem]:flex min-[60rem]:justify-end">
          <MoreLink to="/investments">See every opportunity</MoreLink>
        </p>
      </div>
    </section>
  )
}
