import { type CalendarDate, dayOf, formatDay, formatDayShort } from '../values/calendar-date.ts'
import {
  formatInstant,
  formatInstantWithZone,
  relativeDay,
  relativeTime,
} from '../values/relative-time.ts'

/** A calendar day: `12 Nov 2026`, or `12 Nov` where the year is plain from what stands around it. */
export function Day({ on, year = true }: { on: CalendarDate; year?: boolean }) {
  return <time dateTime={on}>{year ? formatDay(on) : formatDayShort(on)}</time>
}

/** How many days ago: Today, Yesterday, 6 days ago. `today` comes from the loader, as does every "now". */
export function RelativeDay({ on, today }: { on: CalendarDate; today: CalendarDate }) {
  return (
    <time dateTime={on} title={formatDay(on)}>
      {relativeDay(on, today)}
    </time>
  )
}

/** How long ago, in the words of W-37, with the full date as its title. */
export function RelativeTime({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatInstantWithZone(at)}>
      {relativeTime(at, now)}
    </time>
  )
}

/** A moment with its time of day in Nairobi: `12 Nov 2026, 14:05`, outside the office with its `zone`. */
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
