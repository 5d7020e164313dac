import { calendarDate, formatDay } from '../../values/calendar-date.ts'
import { cents, formatAmount } from '../../values/money.ts'
import { basisPoints, formatPercent } from '../../values/percent.ts'
import { formatInstant } from '../../values/relative-time.ts'
import { staffRoleNames, staffRoles } from '../../values/staff-role.ts'
import { fieldLabel } from './audit-words.ts'

export type Fields = Record<string, unknown>
export type Names = ReadonlyMap<string, string>
/** Null is a value that was not there. `id` is the id behind a name. */
export type ChangedField = {
  field: string
  before: string | null
  after: string | null
  id: string | null
}

/** Shown instead of a secret value. */
const hidden = 'changed'
/** Internal columns, which the log does not show. */
const inner = new Set([
  'id',
  'version',
  'updated_at',
  'updatedAt',
  'email_changed_at',
  'pending_before_first_entry',
  'transport',
])

/** The changed fields with formatted values and names instead of ids. */
export function changedFields(
  before: Fields | null,
  after: Fields | null,
  names: Names,
): ChangedField[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns
    .filter((column) => !inner.has(column))
    .flatMap((column) =>
      leaves(
        fieldLabel(column),
        inWords(column, before?.[column]),
        inWords(column, after?.[column]),
      ).map((leaf) => ({
        column,
        ...leaf,
      })),
    )
    .map(({ column, field, was, is }) => ({
      field,
      before: shownValue(column, was, names),
      after: shownValue(column, is, names),
      id: idIn(is) ?? idIn(was),
    }))
    .filter((field) => field.before !== null || field.after !== null)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idIn = (value: unknown) => (typeof value === 'string' && uuid.test(value) ? value : null)

/** Roles read as a sentence, not one line each. */
function inWords(column: string, value: unknown): unknown {
  if (column !== 'second_factor_roles' || !Array.isArray(value)) return value
  return staffRoleNames(staffRoles.filter((role) => value.includes(role)))
}

type Leaf = { field: string; was: unknown; is: unknown }

/** Settings are stored as one value; only the differing parts are shown, named by their path. */
function leaves(field: string, was: unknown, is: unknown): Leaf[] {
  if (!isTree(was) && !isTree(is)) return [{ field, was, is }]
  const keys = new Set([...keysOf(was), ...keysOf(is)])
  return [...keys].flatMap((key) => {
    const [left, right] = [partOf(was, key), partOf(is, key)]
    const place = /^\d+$/.test(key) ? String(Number(key) + 1) : fieldLabel(key)
    return JSON.stringify(left) === JSON.stringify(right)
      ? []
      : leaves(`${field}, ${place.toLowerCase()}`, left, right)
  })
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const keysOf = (value: unknown) => (isTree(value) ? Object.keys(value) : [])
const partOf = (value: unknown, key: string) =>
  isTree(value) && Object.hasOwn(value, key) ? (value as Fields)[key] : undefined

/** Null where there was no value. */
function shownValue(column: string, value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return shownNumber(column, value)
  if (typeof value !== 'string') return String(value)
  if (value === hidden) return 'Changed (not shown)'
  const named = names.get(value)
  if (named !== undefined) return named
  if (/_on$/.test(column) && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return formatDay(calendarDate(value))
  return shownInstant(value) ?? shownInterval(value) ?? value
}

/** Null for anything but an instant between 1900 and 2100: a name may look like a timestamp. */
function shownInstant(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const at = new Date(text)
  const year = at.getUTCFullYear()
  return year > 1900 && year < 2199 ? formatInstant(at) : null
}

function shownNumber(column: string, value: number): string {
  // Exact: amounts stay far below 2^53 cents (values/money.ts).
  if (column.endsWith('_cents')) return formatAmount(cents(BigInt(value)), 'when-needed')
  if (column === 'minor' || column.endsWith('_minor')) return hundredths(value)
  if (column.endsWith('_bp')) return formatPercent(basisPoints(value), 2)
  return column.endsWith('_percent') ? `${value}%` : String(value)
}

/** Of a currency that another column or row states, so without one here. */
const hundredths = (value: number) => formatAmount(cents(BigInt(value)), 'always').replace('$', '')

/** Formats an interval of PostgreSQL, `00:15:00`. */
function shownInterval(value: string): string | null {
  const [, hours, minutes, seconds] = /^(\d{2}):(\d{2}):(\d{2})$/.exec(value) ?? []
  if (!hours) return null
  const parts = [
    [Number(hours), 'h'],
    [Number(minutes), 'min'],
    [Number(seconds), 's'],
  ] as const
  return (
    parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ') || '0 s'
  )
}
