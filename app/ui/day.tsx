import { type CalendarDate, dayOf, formatDay, formatDayShort } from '../values/calendar-date.ts'
import {
  formatInstant,
  formatInstantWithZone,
  relativeDay,
  relativeTime,
} from '../values/relative-time.ts'

/** `12 Nov 2026`, or `12 Nov` without `year`. */
export function Day({ on, year = true }: { on: CalendarDate; year?: boolean }) {
  return <time dateTime={on}>{year ? formatDay(on) : formatDayShort(on)}</time>
}

export function RelativeDay({ on, today }: { on: CalendarDate; today: CalendarDate }) {
  return (
    <time dateTime={on} title={formatDay(on)}>
      {relativeDay(on, today)}
    </time>
  )
}

export function RelativeTime({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatInstantWithZone(at)}>
      {relativeTime(at, now)}
    </time>
  )
}

/** A time in Nairobi: `12 Nov 2026, 14:05`, outside the office with its `zone`. */
export function Moment({
  at,
  time = true,
  zone = false,
}: {
  at: Date
  time?: boolean
  zone?: boolean
}) {
  const words = zone ? formatInstantWithZone(at) : formatInstant(at)
  return <time dateTime={at.toISOString()}>{time ? words : formatDay(dayOf(at))}</time>
}
