import { type CalendarDate, formatDay, isBefore } from '../../values/calendar-date.ts'
import type { ShownPicture } from './picture.ts'

/** Who confirmed that a milestone was reached. */
export type Certifier = { name: string; profession: string; licence: string }

export type MilestonePicture = ShownPicture & { takenOn: CalendarDate }

/** The proof that counts: pictures, a document of the project, or both. */
export type MilestoneReached = {
  id: string
  on: CalendarDate
  certifier: Certifier
  pictures: MilestonePicture[]
}

/** In the order of the project; `reached` is null until then, and again after a void. */
export type Milestone = {
  id: string
  name: string
  plannedOn: CalendarDate | null
  reached: MilestoneReached | null
}

/** The most pictures of one milestone. */
export const milestonePictures = 4

/** `Planned for 30 Jun 2026`; a day that has passed has lost its meaning. */
export function plannedWords(plannedOn: CalendarDate | null, today: CalendarDate): string {
  if (plannedOn === null) return 'Date to be announced'
  const words = `Planned for ${formatDay(plannedOn)}`
  return isBefore(plannedOn, today) ? `${words}; new date to be announced` : words
}
