import type { OpeningHours } from '../../domain/company/company.ts'

const span = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/

/**
 * The hours once more so that nobody can mistake morning for evening (W-48): `9:00-5:00` is `9:00 to 17:00`, because
 * nobody closes before they open. Words that are no such span, like `closed`, are left out. East Africa Time is that of
 * both offices.
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
