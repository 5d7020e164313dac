import { Link } from 'react-router'
import type { DueLine } from '../../domain/receivables/receivable-lines.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { type CalendarDate, daysBetween } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { investmentsHome } from '../paths.ts'

/** The open payments of an investor, by their day. */
export function DueLines({ lines, today }: { lines: DueLine[]; today: CalendarDate }) {
  if (lines.length === 0) return <p className="text-sm text-muted">Nothing is due.</p>
  return (
    <ul className="divide-y divide-line-soft border-y border-line-soft text-sm">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once and never reordered
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2">
          <span className="min-w-0">
            <Link
              to={`${investmentsHome}/${line.investmentId}`}
              className="font-[560] wrap-anywhere hover:underline"
            >
              <bdi>{line.project}</bdi>
            </Link>
            <span className="block text-xs text-muted wrap-anywhere">
              {line.label ? <bdi>{line.label}</bdi> : 'Next payment'}
              {line.reference && `, ${line.reference}`}
            </span>
          </span>
          <span className="text-end">
            <Amount cents={line.open} show="when-needed" className="font-[560]" />
            <span className="block text-xs text-muted">
              <When line={line} today={today} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function When({ line, today }: { line: DueLine; today: CalendarDate }) {
  const { dueOn, isOverdue, isNearlyPaid, waitsFor } = line
  if (dueOn === null) return <>waiting for {waitsFor ? <bdi>{waitsFor}</bdi> : 'a milestone'}</>
  if (isNearlyPaid)
    return (
      <>
        <Day on={dueOn} />, less than 0.5% missing
      </>
    )
  if (!isOverdue) return <Day on={dueOn} />
  return (
    <>
      <Day on={dueOn} />,{' '}
      <span className="text-negative">{counted(daysBetween(dueOn, today), 'day')} overdue</span>
    </>
  )
}
