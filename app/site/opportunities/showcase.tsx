import { Link } from 'react-router'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { Picture } from '../../ui/picture.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'

/** A plate shows the middle of a picture; on phones in the file that the cards below use too. */
const sizes = '(width >= 60rem) 48vw, 92vw'

/** Tall plates of the projects featured first; a glare runs over the one under the pointer. On phones a strip. */
export function Showcase({ projects }: { projects: PublishedProject[] }) {
  if (projects.length === 0) return null
  return (
    <section className="showcase" aria-label="Showcase">
      <ul className="showcase__track" data-count={projects.length}>
        {projects.map(({ slug, name, location, status, cover }, index) => (
          <li key={slug}>
            <Link to={`/investment/${slug}`} className="glare">
              {cover ? (
                <Picture source={cover} alt={cover.alt} sizes={sizes} eager={index === 0} />
              ) : (
                <NoPicture />
              )}
              <StatusBadge status={status} />
              <span className="glare__words">
                <b>{name}</b>
                <span>{location}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
