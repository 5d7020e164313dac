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
    <article className="project-card group/card relative isolate flex min-w-0 flex-col wrap-anywhere">
      <div className="relative aspect-4/3 overflow-hidden rounded-card bg-(--card-ground)">
        {cover ? (
          <Picture
            source={cover}
            alt={cover.alt}
            sizes={sizes[look]}
            className="size-full object-cover"
          />
        ) : (
          <NoPicture />
        )}
        <StatusBadge status={status} className="absolute top-3.5 left-3.5" />
      </div>
      <div className="flex flex-1 flex-col pt-4.5">
        <Name
          className={`site-name${isDetailed ? ' text-[clamp(1.625rem,1.4rem+0.9vw,2.125rem)]' : ''}`}
        >
          {name}
        </Name>
        <p className="pt-0.5 text-md text-muted">
          {location}
          {isDetailed && projectType !== null && ` · ${projectType}`}
        </p>
        {priceText !== null && (
          <p data-price className="site-capital pt-3 text-[1.0625rem] font-[550]">
            {priceText}
          </p>
        )}
        {isDetailed && <Details project={project} />}
        <div className="mt-auto">
          {funded !== null && (
            <div className="pt-4">
              <Funded funded={funded} />
            </div>
          )}
          <div className="flex min-h-14 flex-wrap items-center justify-between gap-4 pt-3">
            <Link
              to={`/investment/${slug}`}
              className="covers inline-flex min-h-11 items-center gap-2 font-[550] after:z-1 after:rounded-card focus-visible:outline-none"
            >
              <span className="site-underlined">
                View Details<span className="sr-only"> of {name}</span>
              </span>
              <Icon
                name="arrow-right"
                size="small"
                className="transition-transform group-hover/card:translate-x-0.75"
              />
            </Link>
            {invest && (
              <ButtonLink to={invest.to} look="primary" size="small" className="relative z-2">
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
      {text !== null && <p className="mt-2.5 line-clamp-2 max-w-144 text-muted">{text}</p>}
      {features.length > 0 && (
        <ul className="site-ticked flex flex-wrap gap-x-5 gap-y-1 pt-3.5 text-md">
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
