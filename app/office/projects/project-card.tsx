import { Link, useFetcher, useLocation } from 'react-router'
import { type ProjectStatus, projectStatusLabels } from '../../domain/projects/project.ts'
import type { ListedProject } from '../../domain/projects/projects.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card, CardBody, CardFoot, CardPhoto } from '../../ui/layout/card.tsx'
import { Facts } from '../../ui/layout/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import { basisPoints } from '../../values/percent.ts'
import { IconLink } from '../parts/icon-link.tsx'
import { projectsHome } from '../paths.ts'

const tones: Record<ProjectStatus, BadgeTone> = {
  planned: 'amber',
  ongoing: 'blue',
  completed: 'green',
}

export function ProjectCard({
  project,
  isOpen = false,
}: {
  project: ListedProject
  isOpen?: boolean
}) {
  const {
    id,
    name,
    location,
    status,
    cover,
    progressPercent,
    totalValue,
    startedOn,
    completionOn,
    published,
    isArchived,
  } = project
  return (
    <Card aria-labelledby={`project-${id}`} className={isOpen ? 'border-primary!' : ''}>
      <CardPhoto
        badge={
          <Badge tone={tones[status]} onPhoto>
            {projectStatusLabels[status]}
          </Badge>
        }
      >
        <Cover cover={cover} />
      </CardPhoto>
      <CardBody>
        <h2 id={`project-${id}`} className="text-md font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <p className="mb-2.5 text-xs text-muted wrap-anywhere">
          <bdi>{location}</bdi>
          {isArchived ? ' · archived' : published ? null : ' · not published'}
        </p>
        <Progress
          value={basisPoints(progressPercent * 100)}
          label={`Building progress of ${name}`}
          decimals={0}
        >
          Progress
        </Progress>
        <Facts>
          <dt>Total value</dt>
          <dd>
            <Amount cents={totalValue} className="font-[560]" />
          </dd>
          <dt>Start date</dt>
          <dd>
            <BritishDay on={startedOn} />
          </dd>
          <dt>End date</dt>
          <dd>
            <BritishDay on={completionOn} />
          </dd>
        </Facts>
      </CardBody>
      <CardFoot>
        <InvestorsLink id={id} name={name} isOpen={isOpen} />
        <IconLink to={`${projectsHome}/${id}`} icon="edit" label={`Edit ${name}`} />
        {isArchived ? <RestoreButton id={id} name={name} /> : <DeleteLink id={id} name={name} />}
      </CardFoot>
    </Card>
  )
}

function InvestorsLink({ id, name, isOpen }: { id: string; name: string; isOpen: boolean }) {
  const { search } = useLocation()
  const pathname = isOpen ? projectsHome : `${projectsHome}/${id}/investors`
  return (
    <Link
      to={{ pathname, search }}
      preventScrollReset
      aria-expanded={isOpen}
      className="me-auto -ms-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-control px-1.5 text-xs font-[560] text-text no-underline hover:bg-hover max-md:min-h-11"
    >
      Project Investors<span className="sr-only"> of {name}</span>
      <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="small" />
    </Link>
  )
}

/** The dialog decides between deleting and archiving. */
function DeleteLink({ id, name }: { id: string; name: string }) {
  const { search } = useLocation()
  const to = { pathname: `${projectsHome}/${id}/delete`, search }
  return <IconLink to={to} icon="trash" label={`Delete or archive ${name}`} preventScrollReset />
}

function RestoreButton({ id, name }: { id: string; name: string }) {
  const fetcher = useFetcher()
  const { search } = useLocation()
  return (
    <ActionForm
      reply={undefined}
      fetcher={fetcher}
      action={`${projectsHome}/${id}/restore${search}`}
    >
      <SubmitButton look="secondary" size="small">
        Restore<span className="sr-only"> {name}</span>
      </SubmitButton>
    </ActionForm>
  )
}

/** The specification fixes the text for a missing date. */
function BritishDay({ on }: { on: CalendarDate | null }) {
  return on === null ? 'N/A' : <time dateTime={on}>{formatDay(on)}</time>
}

function Cover({ cover }: { cover: ListedProject['cover'] }) {
  if (!cover) {
    return (
      <div className="grid aspect-video place-items-center text-muted">
        <Icon name="image" size="large" />
        <span className="sr-only">No picture yet</span>
      </div>
    )
  }
  return (
    <Picture
      source={cover}
      alt={cover.alt}
      sizes="(width >= 80rem) 24rem, (width >= 48rem) 45vw, 92vw"
      className="aspect-video w-full object-cover"
    />
  )
}
