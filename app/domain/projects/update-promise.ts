import {
  addDays,
  addMonths,
  type CalendarDate,
  formatDay,
  isBefore,
} from '../../values/calendar-date.ts'
import type { ProjectStatus } from './project.ts'

export const updateIntervals = ['week', 'month', 'quarter'] as const

/** How often a project promises a progress update. */
export type UpdateInterval = (typeof updateIntervals)[number]

export const updateIntervalLabels: Record<UpdateInterval, string> = {
  week: 'Every week',
  month: 'Every month',
  quarter: 'Every quarter',
}

/** `dueOn` is null while there is neither an update nor a publication. */
export type UpdatePromise = {
  every: UpdateInterval
  lastOn: CalendarDate | null
  dueOn: CalendarDate | null
  isOverdue: boolean
}

type Facts = {
  every: UpdateInterval | null
  status: ProjectStatus
  lastOn: CalendarDate | null
  publishedOn: CalendarDate | null
}

/**
 * When the next progress update is due: an interval after the last one, or after the publication. It is overdue from the
 * day after. Null without a promise, and for a completed project.
 */
export function updatePromise(
  { every, status, lastOn, publishedOn }: Facts,
  today: CalendarDate,
): UpdatePromise | null {
  if (every === null || status === 'completed') return null
  const since = lastOn ?? publishedOn
  const dueOn = since && nextAfter(since, every)
  return { every, lastOn, dueOn, isOverdue: dueOn !== null && isBefore(dueOn, today) }
}

function nextAfter(day: CalendarDate, every: UpdateInterval): CalendarDate {
  if (every === 'week') return addDays(day, 7)
  return addMonths(day, every === 'month' ? 1 : 3)
}

/** Days before an update is due from which the office sees it. */
const noticeDays = 3

/** Whether the office sees that an update is due: from three days before, until there is one. */
export function isUpdateNear({ dueOn }: UpdatePromise, today: CalendarDate): boolean {
  return dueOn !== null && !isBefore(addDays(today, noticeDays), dueOn)
}

/** `Last update 3 Nov 2026` and `Next due 3 Dec 2026`, or since when it is overdue. */
export function promiseWords({ lastOn, dueOn, isOverdue }: UpdatePromise): {
  last: string
  next: string | null
} {
  return {
    last: lastOn ? `Last update ${formatDay(lastOn)}` : 'No update yet',
    next: dueOn && `${isOverdue ? 'Overdue since' : 'Next due'} ${formatDay(dueOn)}`,
  }
}
