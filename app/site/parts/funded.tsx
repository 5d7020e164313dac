import type { ReactNode } from 'react'
import type { FundedShare } from '../../domain/projects/published-project.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatPercent, hundredPercent } from '../../values/percent.ts'

/** `of` names the target; a manually entered share shows its date. */
export function Funded({
  funded: { share, asOf },
  of = '100% target',
}: {
  funded: FundedShare
  of?: ReactNode
}) {
  const filled = Math.min(share, hundredPercent) / 100
  return (
    <div className="grid gap-2">
      <p className="num flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>
          <b className="font-semibold text-text">{formatPercent(share, 0)}</b> funded
        </span>
        <span>
          of {of}
          {asOf !== null && `, as of ${formatDay(asOf)}`}
        </span>
      </p>
      <div
        aria-hidden="true"
        className="h-0.75 bg-[linear-gradient(var(--line),var(--line))] bg-size-[100%_1px] bg-bottom bg-no-repeat forced-colors:border"
      >
        <div
          className="h-full rounded-t-[2px] bg-positive forced-colors:bg-[Highlight]"
          style={{ inlineSize: `${filled}%` }}
        />
      </div>
    </div>
  )
}
