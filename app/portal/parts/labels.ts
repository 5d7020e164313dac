import type { ProjectStatus } from '../../domain/projects/project.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { type CalendarDate, daysBetween } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'

/** Investor-facing status labels, which differ from the back office's. */
export const projectBadges: Record<ProjectStatus, { label: string; tone: BadgeTone }> = {
  planned: { label: 'Upcoming', tone: 'blue' },
  ongoing: { label: 'Ongoing', tone: 'green' },
  completed: { label: 'Completed', tone: 'grey' },
}

/** "Due in 13 days", "Due today" or "Overdue by 2 days". */
export function dueIn(
  on: CalendarDate,
  today: CalendarDate,
): { words: string; isOverdue: boolean } {
  const days = daysBetween(today, on)
  if (days === 0) return { words: 'Due today', isOverdue: false }
  const count = counted(Math.abs(days), 'day')
  return days > 0
    ? { words: `Due in ${count}`, isOverdue: false }
    : { words: `Overdue by ${count}`, isOverdue: true }
}

/** For an open request of a project that was completed since. */
export const closedWords =
  'The project is completed, so this cannot become an investment. It expires automatically.'
