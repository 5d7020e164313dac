import type { InvestmentStatus } from '../../domain/investments/investment.ts'
import type { ProjectStatus } from '../../domain/projects/project.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { type CalendarDate, daysBetween } from '../../values/calendar-date.ts'

/** The portal's word for where a project stands; the back office has its own (decisions §3). */
export const projectBadges: Record<ProjectStatus, { label: string; tone: BadgeTone }> = {
  planned: { label: 'Upcoming', tone: 'blue' },
  ongoing: { label: 'Ongoing', tone: 'green' },
  completed: { label: 'Completed', tone: 'grey' },
}

/** Pending amber, active blue, completed green, cancelled grey, on both sides (decisions §9). */
export const investmentTones: Record<InvestmentStatus, BadgeTone> = {
  pending: 'amber',
  active: 'blue',
  completed: 'green',
  cancelled: 'grey',
}

/** How far away a payment is: "Due in 13 days", "Due today", "Overdue by 2 days". */
export function dueIn(on: CalendarDate, today: CalendarDate): { words: string; isOverdue: boolean } {
  const days = daysBetween(today, on)
  if (days === 0) return { words: 'Due today', isOverdue: false }
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? { words: `Due in ${count}`, isOverdue: false } : { words: `Overdue by ${count}`, isOverdue: true }
}

/** "1 project", "3 projects". */
export function counted(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${one}s`
}
