import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import { allocate, type Cents, cents, subtract, sum } from '../../values/money.ts'
import { type BasisPoints, hundredPercent } from '../../values/percent.ts'

/** The database takes no more lines. */
export const mostLines = 240

/** When a line is due, relative to the agreement or to a milestone, or on a day. */
export type TemplateDue =
  | { kind: 'date'; on: CalendarDate }
  | { kind: 'months'; months: number }
  | { kind: 'milestone'; milestoneId: string; days: number }

/** Either a percentage or an amount. */
export type TemplateLine = {
  label: string | null
  percent: BasisPoints | null
  amount: Cents | null
  due: TemplateDue
}

export type NewPlanLine = {
  label: string | null
  amount: Cents
  due: Exclude<TemplateDue, { kind: 'months' }>
}

/** What the lines come to: percentages in basis points, and fixed amounts. */
export function totalsOf(lines: Pick<TemplateLine, 'percent' | 'amount'>[]) {
  return {
    percent: lines.reduce((total, { percent }) => total + (percent ?? 0), 0),
    fixed: sum(lines.flatMap(({ amount }) => (amount === null ? [] : [amount]))),
  }
}

/** Percentages that are not 100%, fixed amounts that are not the amount, or a line of less than a cent. */
export type LinesRefused =
  | { refused: 'percent-differs'; percent: number }
  | { refused: 'amount-differs'; total: Cents }
  | { refused: 'too-small' }

/**
 * The lines of a plan over `amount`. Percentages share what fixed amounts leave and come to 100%; without them the fixed
 * amounts are the amount. Odd cents go to the largest remainders.
 */
export function planLinesOf(
  lines: TemplateLine[],
  amount: Cents,
  agreedOn: CalendarDate,
): NewPlanLine[] | LinesRefused {
  const { percent, fixed } = totalsOf(lines)
  if (percent === 0 && fixed !== amount) return { refused: 'amount-differs', total: fixed }
  if (percent !== 0 && percent !== hundredPercent) return { refused: 'percent-differs', percent }
  const left = subtract(amount, fixed)
  if (percent !== 0 && left <= 0n) return { refused: 'amount-differs', total: fixed }
  const weights = lines.map((line) => cents(BigInt(line.percent ?? 0)))
  const shares = percent === 0 ? [] : allocate(left, weights)
  const made = lines.map((line, place) => ({
    label: line.label,
    amount: line.amount ?? shares[place] ?? cents(0n),
    due: dayOfLine(line.due, agreedOn),
  }))
  return made.some((line) => line.amount <= 0n) ? { refused: 'too-small' } : made
}

function dayOfLine(due: TemplateDue, agreedOn: CalendarDate): NewPlanLine['due'] {
  if (due.kind !== 'months') return due
  return { kind: 'date', on: addMonths(agreedOn, due.months) }
}

/** The lines with those that have a day in the order of their days, as they are filled; the others keep their places. */
export function inOrderOfDays<Line extends Pick<NewPlanLine, 'due'>>(
  lines: readonly Line[],
): Line[] {
  const dayOfDated = ({ due }: Line) => (due.kind === 'date' ? due.on : null)
  const dated = lines
    .filter((line) => dayOfDated(line) !== null)
    .toSorted((a, b) => (dayOfDated(a) ?? '').localeCompare(dayOfDated(b) ?? ''))
  return lines.map((line) => (dayOfDated(line) === null ? line : (dated.shift() ?? line)))
}

/** `count` lines a month apart from `firstOn`, equal but for odd cents. */
export function equalMonthlyLines(
  amount: Cents,
  count: number,
  firstOn: CalendarDate,
): NewPlanLine[] {
  const shares = allocate(
    amount,
    Array.from({ length: count }, () => cents(1n)),
  )
  return shares.map((share, place) => ({
    label: null,
    amount: share,
    due: { kind: 'date', on: addMonths(firstOn, place) },
  }))
}

/** The last day from which twenty years of months can be counted. */
export const lastFirstDay = calendarDate('2179-12-31')
