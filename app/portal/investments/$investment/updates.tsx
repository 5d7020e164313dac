import type { InvestmentStatus } from '../../../domain/investments/investment.ts'
import type {
  listUpdates,
  ProgressUpdate,
} from '../../../domain/projects/progress-updates.server.ts'
import type { UpdatePromise } from '../../../domain/projects/update-promise.ts'
import { Day } from '../../../ui/day.tsx'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { DeferredPicture } from '../../parts/deferred-picture.tsx'
import { UpdateDays } from '../../parts/update-days.tsx'

type Props = {
  found: Awaited<ReturnType<typeof listUpdates>> | null
  promise: UpdatePromise | null
  status: InvestmentStatus
}

/** Progress updates with pictures, for holders of an active or completed investment. */
export function Updates({ found, promise, status }: Props) {
  if (found === null || found.total === 0) {
    return (
      <Panel title="Project updates">
        <p className="text-muted">{nothingBecause(status)}</p>
        {status !== 'cancelled' && <UpdateDays promise={promise} className="mt-2" />}
      </Panel>
    )
  }
  const { updates, total, page, pageSize } = found
  return (
    <Panel title="Project updates">
      {status !== 'cancelled' && <UpdateDays promise={promise} className="mb-4" />}
      <ol>
        {updates.map((update) => (
          <Update key={update.id} update={update} />
        ))}
      </ol>
      {total > pageSize && <Pagination page={page} pageSize={pageSize} total={total} />}
    </Panel>
  )
}

function nothingBecause(status: InvestmentStatus): string {
  if (status === 'pending')
    return 'Building updates appear here once your first payment is received.'
  if (status === 'cancelled')
    return 'Updates are for current investors. This investment was cancelled.'
  return 'No updates yet. Building progress appears here, with dates and pictures.'
}

const dot =
  'before:absolute before:start-0.5 before:top-1.75 before:size-2 before:rounded-full before:bg-surface before:shadow-[inset_0_0_0_1.5px_var(--text-muted)] first:before:bg-gold first:before:shadow-none'
const line =
  'not-last:after:absolute not-last:after:start-[0.34rem] not-last:after:top-4.25 not-last:after:-bottom-1.25 not-last:after:w-px not-last:after:bg-line'

function Update({ update: { datedOn, percent, body, pictures } }: { update: ProgressUpdate }) {
  return (
    <li className={`relative ps-6 not-last:pb-5 ${dot} ${line}`}>
      <p className="text-xs text-muted">
        <Day on={datedOn} />
      </p>
      <h3 className="num text-sm leading-[1.4] font-[580]">Progress {percent}%</h3>
      <p className="max-w-[72ch] text-sm whitespace-pre-line text-muted wrap-anywhere">
        <bdi>{body}</bdi>
      </p>
      {pictures.length > 0 && (
        <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-2">
          {pictures.map((picture) => (
            <li key={picture.id}>
              <DeferredPicture
                source={picture}
                alt={picture.alt}
                sizes="14rem"
                className="aspect-3/2 w-full rounded-control object-cover"
                frame="rounded-control border border-line"
                opens
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
