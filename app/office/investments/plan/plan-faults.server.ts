import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { agreements } from '../../../domain/payment-plans/agree-plan.server.ts'
import {
  dayIn,
  lineNumbers,
  type PlanFields,
  readShares,
} from '../../../domain/payment-plans/plan-form.ts'
import { type LinesRefused, totalsOf } from '../../../domain/payment-plans/plan-line.ts'
import {
  type MilestoneChoice,
  milestoneChoices,
} from '../../../domain/payment-plans/plan-templates.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { type CalendarDate, formatDay, isAfter, isBefore } from '../../../values/calendar-date.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, formatAmount, parseAmount } from '../../../values/money.ts'
import { basisPoints, formatPercent, hundredPercent } from '../../../values/percent.ts'

/** What is known of an investment when its plan is sent. */
export type PlanFacts = {
  received: Cents
  /** Null without a plan. */
  agreements: { first: CalendarDate; last: CalendarDate } | null
  milestones: MilestoneChoice[]
}

export async function factsForPlan(
  admin: Parameters<typeof agreements>[0],
  { id, received, project }: InvestmentInFull,
): Promise<PlanFacts> {
  return {
    received,
    agreements: await agreements(admin, id),
    milestones: await milestoneChoices(admin, project.id),
  }
}

type Errors = Record<string, string>

export const reasonMissing = 'Enter why the plan changes. The investor sees it.'
export const milestoneUnknown = 'This milestone no longer exists. Choose another.'
export const belowReceived = (received: Cents) =>
  `${formatAmount(received, 'when-needed')} was received. The amount cannot be less.`
export const inTheFuture = (today: CalendarDate) =>
  `This date is in the future. Choose ${formatDay(today)} or earlier.`
export const beforeEarlierPlan = (agreedOn: CalendarDate) =>
  `The earlier plan was agreed on ${formatDay(agreedOn)}. Choose that day or later.`
export const beforeAgreement = (earliest: CalendarDate) =>
  `This is before the agreement of ${formatDay(earliest)}. Choose that day or later.`

/** Why the lines do not come to the amount. */
export function linesRefusal(refused: LinesRefused, amount: Cents): string {
  switch (refused.refused) {
    case 'percent-differs':
      return `The percentages come to ${formatPercent(basisPoints(refused.percent), 2)}. They must add up to 100%.`
    case 'amount-differs':
      return `The lines add up to ${formatAmount(refused.total, 'when-needed')}. They must add up to the amount, ${formatAmount(amount, 'when-needed')}.`
    default:
      return 'A line is less than a cent. Use fewer lines or larger percentages.'
  }
}

/** What the facts refuse in the fields that can be read, so that all messages appear together. */
export function planFaults(typed: PlanFields, facts: PlanFacts): Errors {
  const amount = parseAmount(typed.amount ?? '')
  const known = amount.ok ? amount.amount : null
  // A form that was opened before there was a plan has no field for the reason yet.
  const isReplaced = facts.agreements !== null && typed.planVersion !== '0'
  return {
    ...(known !== null && known < facts.received ? { amount: belowReceived(facts.received) } : {}),
    ...(isReplaced && !typed.reason?.trim() ? { reason: reasonMissing } : {}),
    ...daysRefused(typed, facts),
    ...totalRefused(typed, known),
  }
}

function daysRefused(typed: PlanFields, { agreements: before, milestones }: PlanFacts): Errors {
  const agreedOn = dayIn(typed.agreedOn)
  const today = clock.today()
  const isFuture = agreedOn !== undefined && isAfter(agreedOn, today)
  const earliest = agreedOn && (before?.first ?? agreedOn)
  const errors: Errors = isFuture
    ? { agreedOn: inTheFuture(today) }
    : earlierPlanRefused(agreedOn, before)
  for (const number of lineNumbers(typed)) {
    const [due, milestone] = [typed[`due-${number}`], typed[`milestone-${number}`] ?? '']
    const on = due === 'date' ? dayIn(typed[`on-${number}`]) : undefined
    if (on && earliest && !isFuture && isBefore(on, earliest))
      errors[`on-${number}`] = beforeAgreement(earliest)
    if (due === 'milestone' && isId(milestone) && !milestones.some(({ id }) => id === milestone))
      errors[`milestone-${number}`] = milestoneUnknown
  }
  return errors
}

function earlierPlanRefused(
  agreedOn: CalendarDate | undefined,
  before: PlanFacts['agreements'],
): Errors {
  if (!before || !agreedOn || !isBefore(agreedOn, before.last)) return {}
  return { agreedOn: beforeEarlierPlan(before.last) }
}

/** Says what the lines come to once each share can be read, even where something else cannot. */
function totalRefused(typed: PlanFields, amount: Cents | null): Errors {
  const shares = readShares(typed)
  if (shares.length === 0 || shares.length < lineNumbers(typed).length) return {}
  const { percent, fixed: total } = totalsOf(shares)
  if (percent !== 0 && percent !== hundredPercent)
    return { lines: linesRefusal({ refused: 'percent-differs', percent }, total) }
  return amount !== null && percent === 0 && total !== amount
    ? { lines: linesRefusal({ refused: 'amount-differs', total }, amount) }
    : {}
}
