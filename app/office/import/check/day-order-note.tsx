import { Link, useSearchParams } from 'react-router'
import { type DayOrder, type DayReading, dayOrders } from '../../../domain/imports/days.ts'
import { Alert } from '../../../ui/alert.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { searchWith } from '../../../ui/search-with.ts'
import { formatDay } from '../../../values/calendar-date.ts'

const words: Record<DayOrder, string> = { 'day-first': 'Day first', 'month-first': 'Month first' }

/** Asks in which order days are written where a file does not show it; else says how they are read, and why. */
export function DayOrderNote({ days, asksOrder }: { days: DayReading; asksOrder: boolean }) {
  const [params] = useSearchParams()
  const { order, shownBy, unclear } = days
  if (!unclear) return null
  const choice = (one: DayOrder) => (
    <Link
      key={one}
      to={searchWith(params, 'days', one) || '?'}
      replace
      className={buttonClass('secondary', 'small')}
    >
      {`${words[one]}: ${formatDay(unclear[one])}`}
    </Link>
  )
  if (asksOrder) {
    return (
      <div className="mb-4 max-w-180">
        <Alert tone="warning">
          <p className="font-[560]">Are the days in this file written day first or month first?</p>
          <p className="mt-1 mb-2 text-xs">{`Row ${unclear.row} has ${unclear.text}. Choose how to read it.`}</p>
          <p className="flex flex-wrap gap-2">{dayOrders.map(choice)}</p>
        </Alert>
      </div>
    )
  }
  if (!order) return null
  const other = dayOrders.find((one) => one !== order)
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-xs text-muted">
      {`Dates are read ${words[order].toLowerCase()}${shownBy ? `, as row ${shownBy.row} shows: ${shownBy.text}` : ''}.`}
      {!shownBy && other && choice(other)}
    </p>
  )
}
