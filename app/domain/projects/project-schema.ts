import { z } from 'zod'
import type { CalendarDate } from '../../values/calendar-date.ts'
import {
  amount,
  checkbox,
  optionalAmount,
  optionalDay,
  optionalNote,
  optionalPercent,
  optionalText,
  requiredText,
} from '../../values/fields.ts'
import { isPositive } from '../../values/money.ts'
import { projectStatuses } from './project.ts'
import { isSlug } from './slug.ts'
import { wholePercent } from './whole-percent.ts'

const slugWords = 'Use lowercase letters, digits and single hyphens, like twin-towers.'
const mostFeatures = 30
const longestFeature = 120

/** The total value is required and may be 0; an empty progress is 0; unreadable figures are refused. */
const projectFields = {
  name: requiredText(120, 'Name is required'),
  location: requiredText(120, 'Location is required'),
  projectType: optionalText(60),
  status: z.enum(projectStatuses, 'Choose a status.'),
  stageText: optionalText(60),
  description: optionalNote(5000),
  totalValue: amount(),
  target: someAmount('The target must be greater than zero.'),
  unitPrice: someAmount('The price must be greater than zero.'),
  units: wholeNumber(1, 100_000, 'Units must be a whole number above zero.'),
  minimum: someAmount('The minimum must be greater than zero.'),
  annualReturn: optionalPercent(),
  funded: optionalPercent(),
  fundedAsOf: optionalDay(),
  progress: wholePercent(),
  startedOn: optionalDay(),
  completionOn: optionalDay(),
  completionText: optionalText(80),
  tagline: optionalText(160),
  priceText: optionalText(80),
  features: featureLines(),
  featuredRank: wholeNumber(1, 999, 'The position is a whole number from 1 to 999.'),
  published: checkbox(),
  riskText: optionalNote(2000),
  feesText: optionalNote(1000),
  custodyText: optionalNote(1000),
  refundText: optionalNote(1000),
  payoutText: optionalNote(500),
  latitude: coordinate(90),
  longitude: coordinate(180),
}

/** Without an address one is made from the name. */
export const AddProjectSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    slug: optionalText(80).refine((slug) => slug === null || isSlug(slug), slugWords),
    ...projectFields,
    coverAlt: optionalText(300),
    coverTakenOn: optionalDay(),
  })
  .superRefine(wholePlace)
  .superRefine(datesInOrder)
  .superRefine(fundedWithItsDay)

/** `version` is that of the project the form was opened with. */
export const EditProjectSchema = z
  .object({
    version: z.coerce
      .number('Reload the page and try again.')
      .int('Reload the page and try again.'),
    slug: requiredText(80, 'Enter the page address.').refine(
      (slug) => slug === '' || isSlug(slug),
      slugWords,
    ),
    ...projectFields,
  })
  .superRefine(wholePlace)
  .superRefine(datesInOrder)
  .superRefine(fundedWithItsDay)

export type AddProjectInput = z.output<typeof AddProjectSchema>
export type EditProjectInput = z.output<typeof EditProjectSchema>

export type ProjectFacts = Omit<EditProjectInput, 'version' | 'slug'>

type Dates = { startedOn: CalendarDate | null; completionOn: CalendarDate | null }

function datesInOrder({ startedOn, completionOn }: Dates, context: z.RefinementCtx) {
  const message = orderOfDates(startedOn, completionOn)
  if (message !== null) context.addIssue({ code: 'custom', path: ['completionOn'], message })
}

/** The message for a completion before the start; null when the dates are valid. */
export function orderOfDates(
  startedOn: CalendarDate | null,
  completionOn: CalendarDate | null,
): string | null {
  if (!startedOn || !completionOn || completionOn >= startedOn) return null
  return 'The completion date cannot come before the start date.'
}

type Place = { latitude: number | null; longitude: number | null }

function wholePlace(place: Place, context: z.RefinementCtx) {
  const missing = missingCoordinate(place)
  if (missing) context.addIssue({ code: 'custom', path: [missing], message: coordinateMissing })
}

export const coordinateMissing = 'Enter both latitude and longitude, or neither.'

/** The coordinate that lacks where only the other is given; null when the place is whole. */
export function missingCoordinate({ latitude, longitude }: Place): keyof Place | null {
  if ((latitude === null) === (longitude === null)) return null
  return latitude === null ? 'latitude' : 'longitude'
}

function fundedWithItsDay(
  { funded, fundedAsOf }: { funded: unknown; fundedAsOf: CalendarDate | null },
  context: z.RefinementCtx,
) {
  if ((funded === null) === (fundedAsOf === null)) return
  const [path, message] =
    funded === null
      ? ['funded', 'Enter the funded percent, or clear its date.']
      : ['fundedAsOf', 'Enter the date of the funded percent.']
  context.addIssue({ code: 'custom', path: [path ?? 'funded'], message: message ?? '' })
}

function someAmount(zeroMessage: string) {
  return optionalAmount().refine((typed) => typed === null || isPositive(typed), zeroMessage)
}

function wholeNumber(least: number, most: number, message: string) {
  return z.string().transform((text, context) => {
    const figures = text.trim().replaceAll(',', '')
    if (figures === '') return null
    const number = Number(figures)
    if (/^\d{1,9}$/.test(figures) && number >= least && number <= most) return number
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** Decimal degrees of up to seven places. */
function coordinate(most: number) {
  const message = `Enter degrees from -${most} to ${most}, like -1.2921.`
  return z.string().transform((text, context) => {
    const figures = text.trim().replace('−', '-')
    if (figures === '') return null
    const degrees = Number(figures)
    if (/^-?\d{1,3}(\.\d{1,7})?$/.test(figures) && Math.abs(degrees) <= most) return degrees
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** One feature a line; empty lines are left out. */
function featureLines() {
  return optionalNote(5000)
    .transform((text) => (text ?? '').split('\n').map((line) => line.trim()))
    .transform((lines) => lines.filter((line) => line !== ''))
    .refine((lines) => lines.length <= mostFeatures, `Please keep this to ${mostFeatures} lines.`)
    .refine(
      (lines) => lines.every((line) => Array.from(line).length <= longestFeature),
      `Please keep each line to ${longestFeature} characters.`,
    )
}
