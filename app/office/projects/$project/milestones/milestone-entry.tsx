import { Form, Link } from 'react-router'
import { plannedWords } from '../../../../domain/projects/milestone.ts'
import type { OfficeMilestone } from '../../../../domain/projects/milestones.server.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Day } from '../../../../ui/day.tsx'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { type CalendarDate, dayOf, formatDay } from '../../../../values/calendar-date.ts'
import { useMaySend } from '../../../parts/use-access.ts'

type Props = {
  milestone: OfficeMilestone
  projectId: string
  place: number
  count: number
  today: CalendarDate
}

export function MilestoneEntry({ milestone, projectId, place, count, today }: Props) {
  const { id, name, plannedOn, reached } = milestone
  const at = `/admin-dashboard/projects/${projectId}/milestones/${id}`
  return (
    <li className="min-w-0 rounded-card border border-line bg-surface px-(--pad) pt-3 pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-md font-semibold wrap-anywhere">
            <span className="num me-1.5 text-muted">{place}.</span>
            <bdi>{name}</bdi>
          </h2>
          {reached ? (
            <Badge tone="green">Reached</Badge>
          ) : (
            <p className="text-xs text-muted">{plannedWords(plannedOn, today)}</p>
          )}
        </div>
        <div className="ms-auto flex flex-wrap items-center">
          <Moves id={id} name={name} place={place} count={count} />
          <IconDialog to={`${at}/edit`} icon="edit" label={`Edit ${name}`} />
          {!reached && milestone.voided.length === 0 && (
            <IconDialog to={`${at}/remove`} icon="trash" label={`Remove ${name}`} />
          )}
        </div>
      </div>
      {reached ? (
        <Proof milestone={milestone} reached={reached} at={at} />
      ) : (
        <p className="mt-2">
          <ButtonLink to={`${at}/reached`} size="small" icon="check-circle">
            Mark as reached<span className="sr-only">: {name}</span>
          </ButtonLink>
        </p>
      )}
      <Voided voided={milestone.voided} />
    </li>
  )
}

type ProofProps = {
  milestone: OfficeMilestone
  reached: NonNullable<OfficeMilestone['reached']>
  at: string
}

function Proof({ milestone, reached, at }: ProofProps) {
  const { name, plannedOn, note, document } = milestone
  const { on, certifier, pictures } = reached
  return (
    <div className="mt-1 grid gap-2">
      <p className="text-sm">
        Reached on <Day on={on} />
        {plannedOn && (
          <span className="text-muted">
            , planned for <Day on={plannedOn} />
          </span>
        )}
        . Certified by <bdi>{certifier.name}</bdi>, <bdi>{certifier.profession}</bdi>, licence{' '}
        <bdi>{certifier.licence}</bdi>.
      </p>
      {note !== null && (
        <p className="max-w-[72ch] text-sm whitespace-pre-line text-muted wrap-anywhere">
          <bdi>{note}</bdi>
        </p>
      )}
      {document && (
        <p className="text-sm">
          <Link
            to={`/admin-dashboard/documents/${document.id}`}
            className="tall-target text-link underline underline-offset-2"
          >
            <bdi>{document.title}</bdi>
          </Link>
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-2">
          {pictures.map((picture) => (
            <li key={picture.id}>
              <Picture
                source={picture}
                alt={picture.alt}
                sizes="12rem"
                className="aspect-3/2 w-full rounded-control object-cover"
              />
              <p className="text-2xs text-muted">
                Taken on <Day on={picture.takenOn} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p>
        <DialogLink
          to={`${at}/void`}
          look="secondary"
          size="small"
          aria-label={`Void that ${name} was reached`}
        >
          Void
        </DialogLink>
      </p>
    </div>
  )
}

function Voided({ voided }: Pick<OfficeMilestone, 'voided'>) {
  if (voided.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1 border-t border-line-soft pt-2 text-xs text-muted">
      {voided.map(({ id, on, reason, voidedAt }) => (
        <li key={id} className="wrap-anywhere">
          {`Reached on ${formatDay(on)}, voided on ${formatDay(dayOf(voidedAt))}: `}
          <bdi>{reason}</bdi>
        </li>
      ))}
    </ul>
  )
}

type MovesProps = { id: string; name: string; place: number; count: number }

/** Plain forms, which also work without script. */
function Moves({ id, name, place, count }: MovesProps) {
  if (!useMaySend()) return null
  return (
    <Form method="post" preventScrollReset className="flex">
      <input type="hidden" name="milestoneId" value={id} />
      <Move icon="chevron-up" label={`Move ${name} up`} to={place - 1} count={count} />
      <Move icon="chevron-down" label={`Move ${name} down`} to={place + 1} count={count} />
    </Form>
  )
}

type MoveProps = { icon: IconName; label: string; to: number; count: number }

function Move({ icon, label, to, count }: MoveProps) {
  return (
    <button
      type="submit"
      name="place"
      value={to}
      disabled={to < 1 || to > count}
      aria-label={label}
      title={label}
      className={iconButtonClass('disabled:opacity-35')}
    >
      <Icon name={icon} />
    </button>
  )
}

function IconDialog({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <DialogLink to={to} className={iconButtonClass()} aria-label={label} title={label}>
      <Icon name={icon} />
    </DialogLink>
  )
}
