import { type CalendarDate, formatMonth, isBefore } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { BasisPoints } from '../../values/percent.ts'
import type { PlacedPicture, ShownPicture } from './picture.ts'
import type { ProjectStatus } from './project.ts'
import type { UpdatePromise } from './update-promise.ts'

export type PublishedProject = {
  slug: string
  name: string
  location: string
  /** For example `Apartments`. */
  projectType: string | null
  status: ProjectStatus
  /** Free text next to the status, without effect. */
  stageText: string | null
  tagline: string | null
  /** Empty when not set. */
  description: string
  features: string[]
  /** The company's wording: `from $35,000 USD`. */
  priceText: string | null
  minimum: Cents | null
  /** Null where a typed-in share would contradict a sold-out project. */
  funded: FundedShare | null
  /** Null once it is completed. */
  invest: InvestOption | null
  /** See `completionWords`. */
  completion: string | null
  cover: ShownPicture | null
}

/** Label and address: Invest Now, or contact when nothing is left. */
export type InvestOption = { words: string; to: string }

/** `asOf` is set for a typed-in share, and null for a computed one. */
export type FundedShare = { share: BasisPoints; asOf: CalendarDate | null }

export type ListedProjectPage = PublishedProject & {
  unitPrice: Cents | null
  units: number | null
  target: Cents | null
  annualReturn: BasisPoints | null
  startedOn: CalendarDate | null
  promise: UpdatePromise | null
  /** What the company wrote about each; null where it wrote nothing. */
  terms: Record<'fees' | 'custody' | 'refunds' | 'payouts', string | null>
  /** The project's own risks, above the company's general warning. */
  riskText: string | null
  place: Place | null
  /** With an active or completed investment; 0 while it is not public. */
  investors: number
  /** The first is the cover. */
  pictures: PlacedPicture[]
}

/** In degrees. */
export type Place = { latitude: number; longitude: number }

/** Public labels for badges. */
export const publicStatusLabels: Record<ProjectStatus, string> = {
  planned: 'Upcoming',
  ongoing: 'Ongoing',
  completed: 'Completed',
}

type Completion = { status: ProjectStatus; text: string | null; on: CalendarDate | null }

/** The expected completion: the text, else the month; a day in the past becomes "to be announced". */
export function completionWords(
  { status, text, on }: Completion,
  today: CalendarDate,
): string | null {
  const words = text ?? (on && formatMonth(on))
  const missed = status !== 'completed' && on !== null && isBefore(on, today)
  return words !== null && missed ? `Planned for ${words}; new date to be announced` : words
}
