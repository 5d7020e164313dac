import {
  addDays,
  type CalendarDate,
  formatDay,
  isAfter,
  isBefore,
} from '../../values/calendar-date.ts'
import { type Cents, formatAmount, sum } from '../../values/money.ts'
import { inOrderOfDays, mostLines, type NewPlanLine } from '../payment-plans/plan-line.ts'
import { nameKey } from './cells.ts'

/** A field, the problem of its cell, and how to fix it. */
type Refusal = [field: string, says: string, fix?: string | null]

/** The cells of one line. */
type LineCells = {
  agreedOn: CalendarDate
  position: number | null
  label: string | null
  amount: Cents
  dueOn: CalendarDate | null
  milestone: string | null
  days: number | null
  reason: string | null
}

/** Cells that cannot be read are missing in `known`, and in `problems`. */
export type PlanRow = { row: number; known: Partial<LineCells>; problems: readonly unknown[] }

/** What the plan of an investment is compared with; `first` is the day of the first agreement. */
export type PlanFacts = {
  amount: Cents
  project: string
  current: { agreedOn: CalendarDate; first: CalendarDate; lines: NewPlanLine[] } | null
  milestones: { id: string; name: string; reachedOn: CalendarDate | null }[]
  /** Why the investment takes no plan. */
  blocked: Refusal[]
}

export type FilePlan = { agreedOn: CalendarDate; reason: string | null; lines: NewPlanLine[] }

/** The refusals of each row, in their order; without any it is the current plan or a new one. */
export type JudgedPlan = { refusals: Refusal[][]; isCurrent: boolean; plan: FilePlan | null }

/** Judges the rows of one investment's plan as a whole: with a problem in any of them there is none. */
export function judgePlan(
  rows: readonly PlanRow[],
  facts: PlanFacts,
  today: CalendarDate,
): JudgedPlan {
  const dated = rows.find(({ known }) => known.agreedOn)
  const agreedOn = dated?.known.agreedOn
  const order = orderRefusals(rows)
  const inCells = rows.map((row, place) => [
    ...agreementRefusals(row, dated),
    ...dueRefusals(row.known, facts, agreedOn),
    ...(order[place] ?? []),
  ])
  const lines = isWhole(rows, inCells)
    ? inOrderOfDays(inOrder(rows).map((row) => lineOf(row, facts)))
    : null
  if (lines && isTheCurrent(facts.current, agreedOn, lines))
    return { refusals: inCells, isCurrent: true, plan: null }
  const reason = reasonRefusals(rows, facts)
  const refusals = rows.map((row, place) => [
    ...(inCells[place] ?? []),
    ...(place === 0 ? facts.blocked : []),
    ...dayRefusals(row.known, facts, agreedOn, today),
    ...(place === rows.length - 1 ? totalRefusals(rows, facts) : []),
    ...(reason[place] ?? []),
  ])
  if (!isWhole(rows, refusals) || !lines || !agreedOn)
    return { refusals: withOthers(rows, refusals), isCurrent: false, plan: null }
  const given = rows.find(({ known }) => known.reason)?.known.reason ?? null
  return { refusals, isCurrent: false, plan: { agreedOn, reason: given, lines } }
}

const isWhole = (rows: readonly PlanRow[], refusals: Refusal[][]) =>
  rows.every(({ problems }) => problems.length === 0) && refusals.flat().length === 0

const isTheCurrent = (
  current: PlanFacts['current'],
  agreedOn: CalendarDate | undefined,
  lines: NewPlanLine[],
) => current?.agreedOn === agreedOn && textOf(lines) === textOf(inOrderOfDays(current?.lines ?? []))

/** By their positions, where all have one. */
const inOrder = (rows: readonly PlanRow[]) =>
  rows.toSorted((a, b) => (a.known.position ?? 0) - (b.known.position ?? 0))

const textOf = (lines: NewPlanLine[]) =>
  JSON.stringify(lines.map(({ label, amount, due }) => [label, String(amount), due]))

/** The other rows of a plan with a problem are left out with it. */
function withOthers(rows: readonly PlanRow[], refusals: Refusal[][]): Refusal[][] {
  const isFaulty = rows.map((row, place) => row.problems.length > 0 || refusals[place]?.length)
  const says = `Row ${rows[isFaulty.findIndex(Boolean)]?.row} of the same plan has a problem.`
  const why: Refusal = ['position', says, 'A plan is imported as a whole.']
  return refusals.map((refused, place) => (isFaulty[place] ? refused : [why]))
}

function agreementRefusals({ known }: PlanRow, dated: PlanRow | undefined): Refusal[] {
  const day = dated?.known.agreedOn
  if (!day || !known.agreedOn || known.agreedOn === day) return []
  const says = `Row ${dated.row} of the same plan has ${formatDay(day)}.`
  return [['agreedOn', says, 'All lines of a plan have the same day of agreement.']]
}

/** A day, or a milestone of the project; both only where the milestone was reached and the day follows from it. */
function dueRefusals(
  { dueOn, milestone: name, days }: Partial<LineCells>,
  { milestones, project }: PlanFacts,
  agreedOn: CalendarDate | undefined,
): Refusal[] {
  if (name === undefined) return []
  if (name === null) {
    if (dueOn === null) return [['dueOn', 'Enter a due date or a milestone.']]
    return days ? [['days', 'Days are counted from a milestone. Enter its name.']] : []
  }
  const [milestone, ...others] = milestones.filter((known) => nameKey(known.name) === nameKey(name))
  if (!milestone) return [['milestone', `${project} has no milestone of this name.`]]
  if (others.length > 0) return [['milestone', `${project} has several milestones of this name.`]]
  if (!dueOn || days === undefined || !agreedOn) return []
  const { reachedOn } = milestone
  if (!reachedOn) return [['dueOn', 'A line has either a due date or a milestone, not both.']]
  const follows = addDays(reachedOn, days ?? 0)
  const due = isBefore(follows, agreedOn) ? agreedOn : follows
  if (due === dueOn) return []
  const says = `${milestone.name} was reached on ${formatDay(reachedOn)}: this is due on ${formatDay(due)}.`
  return [['dueOn', says, 'Correct the day, or leave it empty.']]
}

/** All lines have their own position, or none has. */
function orderRefusals(rows: readonly PlanRow[]): Refusal[][] {
  const rowOf = new Map<number, number>()
  const isNumbered = rows.some(({ known }) => known.position)
  return rows.map(({ row, known: { position } }, place) => {
    if (place === mostLines) return [['position', `A plan has at most ${mostLines} lines.`]]
    if (position === undefined || !isNumbered) return []
    if (position === null)
      return [['position', 'Other lines of this plan are numbered: enter the number.']]
    const before = rowOf.get(position)
    rowOf.set(position, before ?? row)
    return before === undefined ? [] : [['position', `Line ${position} is in row ${before}.`]]
  })
}

/** The rules of the form about days. */
function dayRefusals(
  { agreedOn, dueOn, milestone }: Partial<LineCells>,
  { current }: PlanFacts,
  ofPlan: CalendarDate | undefined,
  today: CalendarDate,
): Refusal[] {
  if (agreedOn && isAfter(agreedOn, today)) return [['agreedOn', 'This day is in the future.']]
  if (agreedOn && current && isBefore(agreedOn, current.agreedOn)) {
    const says = `The earlier plan was agreed on ${formatDay(current.agreedOn)}.`
    return [['agreedOn', says, 'Enter that day or a later one.']]
  }
  if (!dueOn || !ofPlan || milestone) return []
  const earliest = current && isBefore(current.first, ofPlan) ? current.first : ofPlan
  if (!isBefore(dueOn, earliest)) return []
  return [['dueOn', `This is before the agreement of ${formatDay(earliest)}.`]]
}

function totalRefusals(rows: readonly PlanRow[], { amount }: PlanFacts): Refusal[] {
  const amounts = rows.flatMap(({ known }) => known.amount ?? [])
  const total = sum(amounts)
  if (amounts.length < rows.length || total === amount) return []
  const [lines, whole] = [total, amount].map((cents) => formatAmount(cents, 'when-needed'))
  const says = `The lines of this plan come to ${lines}; the amount of the investment is ${whole}.`
  return [['amount', says, 'An import does not change the amount of an investment.']]
}

/** A plan that replaces another has one reason, in any of its rows. */
function reasonRefusals(rows: readonly PlanRow[], { current }: PlanFacts): Refusal[][] {
  const first = rows.find(({ known }) => known.reason)
  const isMissing = current && !first && rows[0]?.known.reason === null
  const missing = 'This investment has another plan. Enter the reason for the new version.'
  const other = `Row ${first?.row} of the same plan has another reason.`
  return rows.map(({ known: { reason } }, place) => {
    if (isMissing && place === 0) return [['reason', missing]]
    return reason && reason !== first?.known.reason ? [['reason', other]] : []
  })
}

function lineOf({ known }: PlanRow, { milestones }: PlanFacts): NewPlanLine {
  const { label = null, amount, dueOn, milestone: name, days } = known
  const milestone = name ? milestones.find((kept) => nameKey(kept.name) === nameKey(name)) : null
  if (amount && milestone)
    return { label, amount, due: { kind: 'milestone', milestoneId: milestone.id, days: days ?? 0 } }
  if (amount && dueOn) return { label, amount, due: { kind: 'date', on: dueOn } }
  throw new Error('a line with problems was read')
}
