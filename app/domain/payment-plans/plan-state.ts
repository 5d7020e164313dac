import { type CalendarDate, daysBetween, formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { milestoneWords } from '../../values/milestone-words.ts'
import { type Cents, isPositive, subtract, sum } from '../../values/money.ts'
import { nothingDueWords } from '../investments/investment.ts'

/** A line of a plan with what it still lacks; `waitsFor` names its milestone, reached or not. */
export type PlanLine = {
  position: number
  label: string | null
  amount: Cents
  open: Cents
  dueOn: CalendarDate | null
  milestone: { id: string; name: string } | null
  daysAfter: number | null
}

/** `days` are those to the due day, or since it. */
export type LineState =
  | { kind: 'paid' }
  | { kind: 'waits'; milestone: string }
  | { kind: 'due'; days: number }
  | { kind: 'overdue'; days: number }

/** Less than half a percent of a line missing counts as paid. */
function lineState(line: PlanLine, today: CalendarDate): LineState {
  if (line.open * 200n < line.amount) return { kind: 'paid' }
  if (line.dueOn === null) return { kind: 'waits', milestone: line.milestone?.name ?? '' }
  const days = daysBetween(today, line.dueOn)
  return days < 0 ? { kind: 'overdue', days: -days } : { kind: 'due', days }
}

/** What was received for a line that is not paid in full; null for none. */
function partlyPaid({ amount, open }: Pick<PlanLine, 'amount' | 'open'>): Cents | null {
  const paid = subtract(amount, open)
  return isPositive(paid) && isPositive(open) ? paid : null
}

/** Days before its day from which a line is announced as due. */
const announcedDays = 30

type Tone = 'green' | 'red' | 'amber' | 'blue' | 'grey'

/** The state in a few words, with the colour of its badge. Nothing is due on a cancelled investment. */
export function stateWords(
  line: PlanLine,
  today: CalendarDate,
  isCancelled = false,
): { words: string; tone: Tone } {
  const state = lineState(line, today)
  if (state.kind === 'paid') return { words: 'Paid', tone: 'green' }
  if (isCancelled) return { words: 'Cancelled', tone: 'grey' }
  if (state.kind === 'waits') return { words: `Waiting for “${state.milestone}”`, tone: 'amber' }
  if (state.kind === 'overdue')
    return { words: `${counted(state.days, 'day')} overdue`, tone: 'red' }
  if (partlyPaid(line) !== null) return { words: 'Partly paid', tone: 'blue' }
  if (state.days === 0) return { words: 'Due today', tone: 'blue' }
  return state.days <= announcedDays
    ? { words: `Due in ${counted(state.days, 'day')}`, tone: 'blue' }
    : { words: 'Not due yet', tone: 'grey' }
}

/** The day of a line, or the milestone it waits for. */
export function lineDay({ dueOn, milestone, daysAfter }: Omit<PlanLine, 'open'>): string {
  const days = daysAfter ?? 0
  if (dueOn === null) return milestone ? milestoneWords(milestone.name, days) : ''
  if (!milestone) return formatDay(dueOn)
  const after =
    days === 0 ? `“${milestone.name}” was reached` : milestoneWords(milestone.name, days)
  return `${formatDay(dueOn)}, ${after}`
}

/** A line as it is shown. */
export type ShownLine = {
  name: string
  day: string
  amount: Cents
  state: { words: string; tone: Tone }
  /** What was received of a line that is not paid in full. */
  paid: Cents | null
}

export function shownLines(
  lines: PlanLine[],
  today: CalendarDate,
  isCancelled: boolean,
): ShownLine[] {
  return lines.map((line) => ({
    name: line.label ?? `Instalment ${line.position}`,
    day: lineDay(line),
    amount: line.amount,
    state: stateWords(line, today, isCancelled),
    paid: partlyPaid(line),
  }))
}

/**
 * What is due and not received, and how much of it since before today. What a nearly paid line lacks is due with the next
 * line, and never overdue: the receivables say the same.
 */
export function owedOf(lines: PlanLine[], today: CalendarDate): { due: Cents; overdue: Cents } {
  const dueLines = lines.filter(({ dueOn }) => dueOn !== null && dueOn <= today)
  const lacking = dueLines.filter((line) => lineState(line, today).kind !== 'paid')
  const overdue = lacking.filter((line) => lineState(line, today).kind === 'overdue')
  const openOf = (some: PlanLine[]) => sum(some.map(({ open }) => open))
  return { due: openOf(lacking.length > 0 ? dueLines : []), overdue: openOf(overdue) }
}

/**
 * What is said instead of a next payment where none has a day: `Waits for “Roof”`; null without a plan, and where an unpaid
 * line has one, as in an archived investment.
 */
export function withoutDayWords(lines: PlanLine[] | undefined, today: CalendarDate): string | null {
  if (!lines) return null
  const milestone = awaitedMilestone(lines, today)
  const isPaid = lines.every((line) => lineState(line, today).kind === 'paid')
  return milestone !== null || isPaid ? nothingDueWords(milestone) : null
}

/** The name of the milestone that the first unpaid line without a day waits for; null for none. */
export function awaitedMilestone(lines: PlanLine[], today: CalendarDate): string | null {
  const states = lines.map((line) => lineState(line, today))
  return states.find((state) => state.kind === 'waits')?.milestone ?? null
}
