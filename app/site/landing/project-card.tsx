import type { PublishedProject } from '../../domain/projects/published-project.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatDay } from '../../values/calendar-date.ts'
import { formatPercent, hundredPercent } from '../../values/percent.ts'

const statusWords = { planned: 'Upcoming', ongoing: 'Ongoing', completed: 'Completed' }
const statusGrounds = {
  planned: 'bg-(--sky)',
  ongoing: 'bg-[color-mix(in_oklch,var(--fern)_92%,black)]',
  completed: 'bg-(--badge-closed)',
}

/** One project of the public lists. Invest Now is absent once there is nothing left to invest in. */
export function ProjectCard({ project }: { project: PublishedProject }) {
  return (
    <article className="flex flex-col">
      <div className="relative aspect-4/3 overflow-hidden rounded-card bg-surface-2">
        {project.cover ? (
          <Picture
            source={project.cover}
            alt={project.cover.alt}
            sizes="(width >= 64rem) 30vw, (width >= 40rem) 45vw, 92vw"
            className="size-full object-cover"
          />
        ) : null}
        <span
          className={`absolute top-3.5 left-3.5 rounded-small px-2.5 py-1 text-xs font-semibold text-on-forest ${statusGrounds[project.status]}`}
        >
          {statusWords[project.status]}
        </span>
      </div>
      <div className="flex flex-1 flex-col pt-4.5">
        <h3 className="site-name">{project.name}</h3>
        <p className="pt-0.5 text-md text-muted">{project.location}</p>
        {project.priceText === null ? null : <p className="pt-3 text-[1.0625rem] font-[550]">{project.priceText}</p>}
        {project.funded === null ? null : <Funded funded={project.funded} />}
        {project.status === 'completed' ? null : (
          <div className="pt-5">
            <ButtonLink to="#contact" look="primary" size="small">
              Invest Now<span className="sr-only"> in {project.name}</span>
            </ButtonLink>
          </div>
        )}
      </div>
    </article>
  )
}

function Funded({ funded: { share, asOf } }: { funded: NonNullable<PublishedProject['funded']> }) {
  const filled = Math.min(share, hundredPercent) / 100
  return (
    <div className="grid gap-2 pt-4">
      <p className="num flex justify-between gap-4 text-sm text-muted">
        <span>
          <b className="font-semibold text-text">{formatPercent(share, 0)}</b> funded
        </span>
        {asOf !== null && <span>as of {formatDay(asOf)}</span>}
      </p>
      <div
        aria-hidden="true"
        className="h-0.75 bg-[linear-gradient(var(--line),var(--line))] bg-size-[100%_1px] bg-bottom bg-no-repeat"
      >
        <div className="h-full rounded-t-[2px] bg-positive" style={{ inlineSize: `${filled}%` }} />
      </div>
    </div>
  )
}
