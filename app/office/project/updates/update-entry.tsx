import type { ProgressUpdate } from '../../../domain/projects/progress-updates.server.ts'
import { Day } from '../../../ui/day.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import { DialogLink } from '../../../ui/route-dialog.tsx'
import { formatDay } from '../../../values/calendar-date.ts'

/** One update: its day, how far the building was, what was written. */
export function UpdateEntry({ update }: { update: ProgressUpdate }) {
  const { id, projectId, datedOn, percent, body } = update
  const at = `/admin-dashboard/projects/${projectId}/updates/${id}`
  const day = formatDay(datedOn)
  return (
    <li className="rounded-card border border-line bg-surface px-(--pad) pt-3 pb-4">
      <div className="flex items-center gap-3">
        <h2 className="text-md font-semibold">
          <Day on={datedOn} />
        </h2>
        <p className="num me-auto text-muted">{percent}% built</p>
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
    </li>
  )
}
