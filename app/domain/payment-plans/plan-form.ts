import { type CalendarDate, isAfter, parseCalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import { formatAmount, isPositive, parseAmount } from '../../values/money.ts'
import { formatPercent, parsePercent } from '../../values/percent.ts'
import { normalizeText, textFault, textFaultMessages } from '../../values/typed-text.ts'
import { collapseBlanks } from '../../values/visible.ts'
import { lastFirstDay, mostLines, type TemplateDue, type TemplateLine } from './plan-line.ts'

/** The fields of a form by name; `lines` are the numbers of its lines in their order, and `share-3` a field of line 3. */
export type PlanFields = Record<string, string>

/** The numbers of the lines, without repeats and nonsense. */
export function lineNumbers(fields: PlanFields): number[] {
  const numbers = (fields.lines ?? '').slice(0, 10_000).split(',').flatMap(lineNumber)
  return [...new Set(numbers)].slice(0, mostLines + 1)
}

const lineNumber = (text: string) => (/^[1-9]\d{0,5}$/.test(text) ? [Number(text)] : [])

/** The read lines, or messages by field; `lines` has that of all lines. */
export type ReadLines =
  | { ok: true; lines: TemplateLine[] }
  | { ok: false; errors: Record<string, string> }

/** Reads the lines of a form. Whether they come to the amount is for `planLinesOf`. */
export function readLines(fields: PlanFields): ReadLines {
  const errors: Record<string, string> = {}
  const lines = lineNumbers(fields).map((number) => readLine(fields, number, errors))
  if (lines.length === 0) errors.lines = 'Add at least one line.'
  if (lines.length > mostLines) errors.lines = `A plan has at most ${mostLines} lines.`
  const read = lines.filter((line) => line !== null)
  return Object.keys(errors).length === 0 ? { ok: true, lines: read } : { ok: false, errors }
}

/** The shares that can be read, for a running total. */
export function readShares(fields: PlanFields): Pick<TemplateLine, 'percent' | 'amount'>[] {
  return lineNumbers(fields).flatMap((number) => {
    const share = readShare(fields[`share-${number}`] ?? '', () => null)
    return share ? [share] : []
  })
}

/** One line; null with messages in `errors`. */
function readLine(
  fields: PlanFields,
  number: number,
  errors: Record<string, string>,
): TemplateLine | null {
  const typed = (name: string) => fields[`${name}-${number}`] ?? ''
  const refuse = (name: string, message: string) => {
    errors[`${name}-${number}`] = message
    return null
  }
  const label = readLabel(typed('label'), refuse)
  const share = readShare(typed('share'), refuse)
  const due = readDue(typed, refuse)
  return label === undefined || share === null || due === null ? null : { label, ...share, due }
}

type Refuse = (name: string, message: string) => null

const longestLabel = 120

/** Without the schema of other forms, which would be sent to the browser with its library. */
function readLabel(text: string, refuse: Refuse): string | null | undefined {
  const fault = textFault(text, 16 * longestLabel + 1_000)
  const label = fault ? '' : collapseBlanks(normalizeText(text).replace(turning, ''))
  const isLong = fault === 'too-long' || Array.from(label).length > longestLabel
  if (!fault && !isLong && !/\p{Cc}/u.test(label)) return label === '' ? null : label
  refuse(
    'label',
    isLong
      ? `Please keep this to ${longestLabel} characters.`
      : fault
        ? textFaultMessages[fault]
        : 'Please remove the invisible characters.',
  )
  return undefined
}

/** Direction controls, which would reorder following text. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** `10%` is a percentage, anything else an amount. */
function readShare(text: string, refuse: Refuse): Pick<TemplateLine, 'percent' | 'amount'> | null {
  if (textFault(text, 1_000)) return refuse('share', textFaultMessages['too-long'])
  if (text.trim() === '') return refuse('share', 'Enter a percentage like 10%, or an amount.')
  if (text.trim().endsWith('%')) {
    const parsed = parsePercent(text)
    if (!parsed.ok) return refuse('share', parsed.message)
    return parsed.rate > 0
      ? { percent: parsed.rate, amount: null }
      : refuse('share', 'The percentage must be greater than zero.')
  }
  const parsed = parseAmount(text)
  if (!parsed.ok) return refuse('share', parsed.message)
  return isPositive(parsed.amount)
    ? { percent: null, amount: parsed.amount }
    : refuse('share', 'The amount must be greater than zero.')
}

function readDue(typed: (name: string) => string, refuse: Refuse): TemplateDue | null {
  switch (typed('due')) {
    case 'date': {
      const on = readPlanDay(typed('on'))
      return on.ok ? { kind: 'date', on: on.day } : refuse('on', on.message)
    }
    case 'months': {
      const months = wholeNumber(typed('months'), 240)
      if (months !== null) return { kind: 'months', months }
      return refuse('months', 'Enter the months, from 0 to 240.')
    }
    case 'milestone': {
      const [milestoneId, days] = [typed('milestone'), wholeNumber(typed('days') || '0', 365)]
      if (!isId(milestoneId)) refuse('milestone', 'Choose a milestone.')
      if (days === null) refuse('days', 'Enter the days, from 0 to 365.')
      return isId(milestoneId) && days !== null ? { kind: 'milestone', milestoneId, days } : null
    }
    default:
      return refuse('due', 'Choose when it is due.')
  }
}

/** A day from which a plan can be counted. */
export function readPlanDay(text: string): ReturnType<typeof parseCalendarDate> {
  if (textFault(text, 1_000)) return { ok: false, message: textFaultMessages['too-long'] }
  const parsed = parseCalendarDate(text)
  return parsed.ok && isAfter(parsed.day, lastFirstDay)
    ? { ok: false, message: 'Check the year: it should be 2179 or earlier.' }
    : parsed
}

/** The day in a field; undefined for any other text. */
export function dayIn(text: string | undefined): CalendarDate | undefined {
  const read = readPlanDay(text ?? '')
  return read.ok ? read.day : undefined
}

/** A whole number from 0 to `most`; null for anything else. */
export function wholeNumber(text: string, most: number): number | null {
  const digits = text.trim()
  return /^\d{1,4}$/.test(digits) && Number(digits) <= most ? Number(digits) : null
}

type WritableLine = Pick<TemplateLine, 'label' | 'percent' | 'amount' | 'due'>

/** The fields of a form that shows these lines. */
export function fieldsOf(lines: WritableLine[], first = 1): PlanFields {
  const numbered = lines.map((line, place) => [first + place, line] as const)
  return Object.assign(
    { lines: numbered.map(([number]) => number).join(',') },
    ...numbered.map(([number, line]) => fieldsOfLine(number, line)),
  )
}

function fieldsOfLine(number: number, { label, percent, amount, due }: WritableLine): PlanFields {
  const share =
    percent !== null
      ? formatPercent(percent, percent % 100 === 0 ? 0 : 2)
      : formatAmount(amount ?? (0n as never), 'when-needed').slice(1)
  return {
    [`label-${number}`]: label ?? '',
    [`share-${number}`]: share,
    [`due-${number}`]: due.kind,
    [`on-${number}`]: due.kind === 'date' ? due.on : '',
    [`months-${number}`]: due.kind === 'months' ? String(due.months) : '',
    [`milestone-${number}`]: due.kind === 'milestone' ? due.milestoneId : '',
    [`days-${number}`]: due.kind === 'milestone' ? String(due.days) : '',
  }
}

/** The next unused number: those of removed lines are not used again. @internal */
export function unusedNumber(fields: PlanFields): number {
  const used = Object.keys(fields).map((name) => Number(/^[a-z]+-(\d{1,6})$/.exec(name)?.[1] ?? 0))
  return Math.max(0, ...used, ...lineNumbers(fields)) + 1
}

/**
 * The fields after a button for lines was pressed: `add`, `remove-3`, `up-3`, `down-3`; null for any other. A new line is
 * due a month after the one before it.
 */
export function changeLines(fields: PlanFields, act: string): PlanFields | null {
  const numbers = lineNumbers(fields)
  if (act === 'add') {
    const number = unusedNumber(fields)
    const due = fields[`due-${numbers.at(-1)}`] ?? 'months'
    return { ...fields, lines: [...numbers, number].join(','), [`due-${number}`]: due }
  }
  const [, verb, digits] = /^(remove|up|down)-(\d{1,6})$/.exec(act) ?? []
  const place = numbers.indexOf(Number(digits))
  if (verb === undefined) return null
  if (place === -1) return fields
  const line = numbers[place] ?? 0
  const others = numbers.toSpliced(place, 1)
  const to = verb === 'up' ? Math.max(0, place - 1) : place + 1
  const moved = verb === 'remove' ? others : others.toSpliced(to, 0, line)
  return { ...fields, lines: moved.join(',') }
}
