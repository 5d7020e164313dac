import { businessZone, type CalendarDate, dayOf, daysBetween, formatDay } from './calendar-date.ts'
import { counted } from './counted.ts'

const millisecondsPerMinute = 60_000

/**
 * How long ago an instant was: "Just now", minutes, hours within the same day in Nairobi,
 * "Yesterday", days up to 6, then `12 Nov 2026`. Future instants read "Just now".
 */
export function relativeTime(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / millisecondsPerMinute)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const on = dayOf(at)
  const days = daysBetween(on, dayOf(now))
  if (days > 6) return formatDay(on)
  if (days > 0) return relativeDay(on, dayOf(now))
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`
}

/** How many days ago a day was: "Today", "Yesterday", "N days ago". Future days are written out. */
export function relativeDay(on: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(on, today)
  if (days < 0) return formatDay(on)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : `${days} days ago`
}

/** Constructing a format takes fifty times as long as using it. */
const timeOfDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: businessZone,
  hour: '2-digit',
  minute: '2-digit',
})

/** A moment in Nairobi, for the office: `12 Nov 2026, 14:05`. */
export function formatInstant(at: Date): string {
  return `${formatDay(dayOf(at))}, ${timeOfDay.format(at)}`
}

/** A moment with its zone, for readers elsewhere: `12 Nov 2026, 14:05 EAT`. */
export function formatInstantWithZone(at: Date): string {
  return `${formatInstant(at)} EAT`
}

/** What the zone of `formatInstantWithZone` is, for documents that go to other countries. */
export const timeZoneNote = 'Times are East Africa Time (EAT, UTC+3), Nairobi.'

/** The time until the next attempt, rounded up: `30 seconds`, `12 minutes`. */
export function timeUntil(moment: Date, now: Date): string {
  const seconds = Math.max(Math.ceil((moment.getTime() - now.getTime()) / 1000), 1)
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
}
