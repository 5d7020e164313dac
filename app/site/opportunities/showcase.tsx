import { Link } from 'react-router'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { Picture } from '../../ui/picture.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'

/** Crops the picture's centre; phones reuse the file of the cards below. */
const sizes = '(width >= 60rem) 48vw, 92vw'

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
