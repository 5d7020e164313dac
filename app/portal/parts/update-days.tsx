import {
  promiseWords,
  type UpdatePromise,
  updateIntervalLabels,
} from '../../domain/projects/update-promise.ts'

type Props = { promise: UpdatePromise | null; className?: string }

/** How often a project reports, and when the next update is due. */
export function UpdateDays({ promise, className = '' }: Props) {
  if (!promise) return null
  const { last, next } = promiseWords(promise)
  return (
    <p className={`text-xs text-muted ${className}`}>
      {`Updates ${updateIntervalLabels[promise.every].toLowerCase()}. ${last}. `}
      {promise.isOverdue ? <b className="font-[560] text-negative">{next}</b> : next}
      {next && '.'}
    </p>
  )
}
