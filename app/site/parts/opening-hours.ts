import type { OpeningHours } from '../../domain/company/company.ts'

const span = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/

/**
 * 24-hour form of the opening hours: `9:00-5:00` becomes `9:00 to 17:00`, because closing comes
 * after opening. Other text, like `closed`, is left out. Both offices use East Africa Time.
 */
export function plainHours(hours: OpeningHours[]): string {
  const spans = hours.flatMap(({ open }) => spanOf(open) ?? [])
  return [[...new Set(spans)].join(' and '), 'East Africa Time'].filter(Boolean).join(', ')
}

function spanOf(open: string): string | null {
  const [, fromHour, fromMinute, toHour, toMinute] = (span.exec(open.trim()) ?? []).map(Number)
  if (
    fromHour === undefined ||
    fromMinute === undefined ||
    toHour === undefined ||
    toMinute === undefined
  )
    return null
  const isAfternoon = toHour < 12 && toHour * 60 + toMinute <= fromHour * 60 + fromMinute
  return `${clockTime(fromHour, fromMinute)} to ${clockTime(isAfternoon ? toHour + 12 : toHour, toMinute)}`
}

const clockTime = (hour: number, minute: number) => `${hour}:${String(minute).padStart(2, '0')}`
