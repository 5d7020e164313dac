import type { ProgressUpdate } from '../../../../domain/projects/progress-updates.server.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Day } from '../../../../ui/day.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { formatDay } from '../../../../values/calendar-date.ts'

export function UpdateEntry({ update }: { update: ProgressUpdate }) {
  const { id, projectId, datedOn, percent, body, isPublic, pictures } = update
  const at = `/admin-dashboard/projects/${projectId}/updates/${id}`
  const day = formatDay(datedOn)
  return (
    <li className="rounded-card border border-line bg-surface px-(--pad) pt-3 pb-4">
      <div className="flex items-center gap-1 max-md:gap-0 max-[19em]:flex-wrap">
        <div className="me-auto flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-md font-semibold whitespace-nowrap">
            <Day on={datedOn} />
          </h2>
          <p className="num text-muted">{percent}% built</p>
          {isPublic && <Badge tone="blue">Public</Badge>}
        </div>
        <DialogLink
          to={`${at}/pictures/new`}
          className={iconButtonClass()}
          aria-label={`Add a picture to the update of ${day}`}
          title="Add a picture"
        >
          <Icon name="image" />
        </DialogLink>
        <DialogLink
          to={`${at}/edit`}
          className={iconButtonClass()}
          aria-label={`Edit the update of ${day}`}
          title="Edit"
        >
          <Icon name="edit" />
        </DialogLink>
        <DialogLink
          to={`${at}/remove`}
          className={iconButtonClass()}
          aria-label={`Remove the update of ${day}`}
          title="Remove"
        >
          <Icon name="trash" />
        </DialogLink>
      </div>
      <p className="mt-1 max-w-[72ch] whitespace-pre-line wrap-anywhere">
        <bdi>{body}</bdi>
      </p>
      {pictures.length > 0 && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
          {pictures.map((picture) => (
            <li key={picture.id} className="relative">
              <Picture
                source={picture}
                alt={picture.alt}
                sizes="12rem"
                className="aspect-3/2 w-full rounded-control object-cover"
              />
              <DialogLink
                to={`${at}/pictures/${picture.id}/remove`}
                className={iconButtonClass('absolute! end-1 top-1 bg-surface text-text')}
                aria-label={`Remove the picture: ${picture.alt}`}
                title="Remove"
              >
                <Icon name="trash" />
              </DialogLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
