import { type CalendarDate, formatMonth, isBefore } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { BasisPoints } from '../../values/percent.ts'
import type { ShownPicture } from './picture.ts'
import type { ProjectStatus } from './project.ts'

/** What the public site says of a published project, on its lists and on its page. */
export type PublishedProject = {
  slug: string
  name: string
  location: string
  /** What kind of building: `Apartments`. */
  projectType: string | null
  status: ProjectStatus
  /** Free words beside the status on the project's page; they decide nothing. */
  stageText: string | null
  tagline: string | null
  /** Empty when no one has written one. */
  description: string
  features: string[]
  /** As the company words it: `from $35,000 USD`. */
  priceText: string | null
  minimum: Cents | null
  /** Left out where less is said than would be true: something typed in, while nothing is left. */
  funded: FundedShare | null
  /** The button that leads further; null once it is completed. */
  invest: InvestOption | null
  /** In the words to be shown: see `completionWords`. */
  completion: string | null
  cover: ShownPicture | null
}

/** The words of a button and where it leads: Invest Now, or to someone who can be asked when nothing is left. */
export type InvestOption = { words: string; to: string }

/** `asOf` when an admin entered the share, null when it follows from the investments. */
export type FundedShare = { share: BasisPoints; asOf: CalendarDate | null }

/** A published project with all that its own page says. */
export type ListedProjectPage = PublishedProject & {
  unitPrice: Cents | null
  units: number | null
  target: Cents | null
  annualReturn: BasisPoints | null
  startedOn: CalendarDate | null
  /** In their order; the cover is the first. */
  pictures: ShownPicture[]
}

/** The public words for each status, on badges. */
export const publicStatusLabels: Record<ProjectStatus, string> = {
  planned: 'Upcoming',
  ongoing: 'Ongoing',
  completed: 'Completed',
}

type Completion = { status: ProjectStatus; text: string | null; on: CalendarDate | null }

/**
 * When it is complete, as it is shown: the text, else the month of the day. A day that has passed while the project
 * is not completed is no outlook any more, so the words then say that a new one will be announced.
 */
export function completionWords(
  { status, text, on }: Completion,
  today: CalendarDate,
): string | null {
  const words = text ?? (on && formatMonth(on))
  const missed = status !== 'completed' && on !== null && isBefore(on, today)
  return words !== null && missed ? `Planned for ${words}; new date to be announced` : words
}
