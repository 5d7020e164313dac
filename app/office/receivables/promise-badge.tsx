import {
  type PromiseState,
  type PromiseToPay,
  promiseLabels,
  promiseState,
} from '../../domain/receivables/receivable.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'

const tones: Record<PromiseState, BadgeTone> = { open: 'amber', kept: 'green', broken: 'red' }

/** A promise to pay, kept or broken by the calendar. */
export function PromiseLine({ promise, today }: { promise: PromiseToPay; today: CalendarDate }) {
  const state = promiseState(promise, today)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-xs">
      <Badge tone={tones[state]}>{promiseLabels[state]}</Badge>
      <span className="num">
        {promise.amount !== null && `${formatAmount(promise.amount, 'when-needed')} `}by{' '}
        <Day on={promise.on} />
      </span>
    </span>
  )
}
