import { Link } from 'react-router'
import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Funded } from './funded.tsx'
import { NoPicture } from './no-picture.tsx'
import { StatusBadge } from './status-badge.tsx'

const sizes = {
  compact: '(width >= 64rem) 30vw, (width >= 40rem) 45vw, 92vw',
  detailed: '(width >= 40rem) 44vw, 92vw',
}

/** View Details covers the whole card; Invest Now lies above it and is hidden when nothing is available. */
export function ProjectCard({
  project,
  look,
}: {
  project: PublishedProject
  look: 'compact' | 'detailed'
}) {
  const { slug, name, location, projectType, status, priceText, funded, invest, cover } = project
  const isDetailed = look === 'detailed'
  // On the landing page the cards are below a section heading.
  const Name = isDetailed ? 'h3' : 'h4'
  return (
    <article className={`project-card project-card--${look}`}>
      <div className="project-card__picture">
        {cover ? <Picture source={cover} alt={cover.alt} sizes={sizes[look]} /> : <NoPicture />}
        <StatusBadge status={status} />
      </div>
      <div className="project-card__body">
        <Name className="site-name">{name}</Name>
        <p className="project-card__place">
          {location}
          {isDetailed && projectType !== null && ` · ${projectType}`}
        </p>
        {priceText !== null && <p className="project-card__price site-capital">{priceText}</p>}
        {isDetailed && <Details project={project} />}
        <div className="mt-auto">
          {funded !== null && (
            <div className="pt-4">
              <Funded funded={funded} />
            </div>
          )}
          <div className="project-card__actions">
            <Link to={`/investment/${slug}`} className="project-card__link">
              <span className="site-underlined">
                View Details<span className="sr-only"> of {name}</span>
              </span>
              <Icon name="arrow-right" size="small" />
            </Link>
            {invest && (
              <ButtonLink to={invest.to} look="primary" size="small">
                {invest.words}
                <span className="sr-only"> in {name}</span>
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

const featuresShown = 3

function Details({
  project: { status, description, tagline, features, completion },
}: {
  project: PublishedProject
}) {
  const text = description === '' ? tagline : description
  return (
    <>
      {text !== null && <p className="project-card__text">{text}</p>}
      {features.length > 0 && (
        <ul className="project-card__features site-ticked">
          {features.slice(0, featuresShown).map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      {completion !== null && (
        <p className="pt-3 text-sm text-muted">
          {status === 'completed' ? 'Completed' : 'Completion'}: {completion}
        </p>
      )}
    </>
  )
}
