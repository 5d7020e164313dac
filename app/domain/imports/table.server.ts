import type { z } from 'zod'
import { grouped } from '../../values/grouped.ts'
import { normalizeText } from '../../values/typed-text.ts'
import { trimmed } from '../../values/visible.ts'
import { dayReadingOf } from './cells.ts'
import { type DayReading, type Heading, type ImportChoices, notRead } from './import-list.ts'
import { type CsvRow, csvSeparators, readCsv } from './read-file.server.ts'

/** `names` are the accepted headings, our own first. */
export type ColumnWords = { names: [string, ...string[]]; says: string; example: string }
/** The parser of each column by its field. */
export type Cells = Record<string, z.ZodType<unknown, string>>
export type Columns = {
  words: Record<string, ColumnWords>
  cells: Cells
  notRead: readonly string[]
}

/** Formats of days, for the explanation of a column. */
export const dayExamples = 'like 2026-03-31 or 31/03/2026'
/** Formats of amounts, for the explanation of a column. */
export const amountExamples = 'like 1250 or 1,250.00'

/** `cells` are by field, `raw` as in the file. */
export type ImportRow = { row: number; cells: Record<string, string>; all: string[] }

export type ImportTable = {
  head: string[]
  rows: ImportRow[]
  headings: Heading[]
  notRead: string[]
  days: DayReading
}
/** With `headings`, choosing their fields may help. */
export type ImportRead =
  | { ok: true; table: ImportTable }
  | { ok: false; message: string; headings?: Heading[] }

const mostRows = 100_000
/** Added to the file of rows that were left out. */
export const reasonHeadings = ['Original row', 'Problems']

const nothing = (text: string) => trimmed(text) === ''
const headingKey = (heading: string) =>
  normalizeText(heading)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

/** Parses a column's explanation, written as `Email, email | Each one once. | amina@example.com`. */
export function columnWords(text: string): ColumnWords {
  const [names = '', says = '', example = ''] = text.split(' | ')
  const [name = '', ...others] = names.split(', ')
  return { names: [name, ...others], says, example }
}

/** Whether a heading names this column, ignoring case, spaces and `_`. */
export const isNameOf = ({ names }: ColumnWords, heading: string): boolean =>
  names.some((name) => headingKey(name) === headingKey(heading))

/** Whether a file needs this column: its cells may not be empty. */
export const isRequired = ({ cells }: Columns, field: string): boolean =>
  cells[field]?.safeParse('').success === false

/** Reads a file for one list. Headings in any order or by `choices`; columns only exports have are ignored. */
export async function readTable(
  columns: Columns,
  text: string,
  { order = null, fields: chosen = new Map() }: ImportChoices,
): Promise<ImportRead> {
  const csv = await readCsv(text)
  if (!csv.ok) return csv
  const { head, rows: lines, separator } = csv
  const fields = fieldsOf(columns, head, chosen)
  const headings = head.map((name, place) => ({
    name: name.trim(),
    field: fields[place] ?? null,
    examples: lines.slice(0, 3).map(({ cells }) => cells[place] ?? ''),
  }))
  const wrong = wrongWithHead(columns, head, fields)
  if (wrong) {
    const { message, canChoose } = wrong
    return { ok: false, message, ...(canChoose && lines.length > 0 && { headings }) }
  }
  const message = wrongWithRows(head.length, lines, csvSeparators[separator])
  if (message) return { ok: false, message }
  const known = Object.keys(columns.cells)
  const rows = lines.map(({ row, cells: all }) => {
    const cells = known.map((field) => [field, trimmed(all[fields.indexOf(field)] ?? '')])
    return { row, all, cells: Object.fromEntries(cells) as Record<string, string> }
  })
  const dayFields = known.filter((field) => columns.cells[field]?.meta()?.isDay)
  const days = rows.flatMap(({ row, cells }) =>
    dayFields.map((field) => ({ row, text: cells[field] ?? '' })),
  )
  return {
    ok: true,
    table: {
      head,
      rows,
      headings,
      notRead: unread(headings, lines),
      days: dayReadingOf(days, order),
    },
  }
}

/** The field of each heading: as chosen, else by name; '' for none, null for unknown. */
function fieldsOf(
  { words, notRead: unused }: Columns,
  head: readonly string[],
  chosen: ReadonlyMap<string, string>,
): (string | null)[] {
  const keys = head.map(headingKey)
  const columns = Object.entries(words)
  const known = [...unused, ...reasonHeadings, ...columns.flatMap(([, { names }]) => names)]
  const knownKeys = new Set(['', ...known.map(headingKey)])
  const isChosen = head.map((heading) => {
    const field = chosen.get(heading.trim()) ?? ''
    return field === notRead || Object.hasOwn(words, field)
  })
  const fields = keys.map((key, place) => {
    const field = chosen.get(head[place]?.trim() ?? '') ?? ''
    if (isChosen[place]) return field === notRead ? '' : field
    return knownKeys.has(key) ? '' : null
  })
  for (const [field, { names }] of columns) {
    if (fields.includes(field)) continue
    const places = names.map((name) =>
      keys.findIndex((key, at) => key === headingKey(name) && !isChosen[at]),
    )
    const place = places.find((at) => at !== -1)
    if (place !== undefined) fields[place] = field
  }
  return fields
}

type Wrong = { message: string; canChoose: boolean }

/** The problem of a header, and whether choosing fields helps; null when valid. */
function wrongWithHead(
  columns: Columns,
  head: readonly string[],
  fields: readonly (string | null)[],
): Wrong | null {
  const keys = head.map(headingKey)
  const again = (all: readonly (string | null)[]) =>
    all.findIndex((name, at) => name && all.indexOf(name) !== at)
  const twice = head[again(keys)] ?? head[again(fields)]
  const required = Object.keys(columns.cells).filter((field) => isRequired(columns, field))
  const canChoose = again(keys) === -1 && keys.filter(Boolean).length >= required.length
  if (twice) return { message: `The column ${twice.trim()} appears twice.`, canChoose }
  const by = head.length === 1 ? /[|:~^]/.exec(head[0] ?? '')?.[0] : undefined
  if (by) {
    const message = `The cells are separated by ${by}: save it with commas, semicolons or tabs.`
    return { message, canChoose: false }
  }
  const missing = required.filter((field) => !fields.includes(field))
  const unknown = head
    .filter((_, at) => fields[at] === null)
    .map((name) => name.trim().slice(0, 60))
  const named = (names: string[]) => `column${names.length === 1 ? '' : 's'} ${listed(names)}`
  const sentences = [
    missing.length > 0 &&
      `The ${named(missing.map((field) => columns.words[field]?.names[0] ?? ''))} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    unknown.length > 0 && `This list has no such ${named(unknown)}.`,
  ].filter(Boolean)
  return sentences.length > 0 ? { message: sentences.join(' '), canChoose } : null
}

/** The problem of the rows below a header of `most` cells; null when valid. */
function wrongWithRows(most: number, rows: readonly CsvRow[], separator: string): string | null {
  if (rows.length === 0) return 'There are no rows below the headings.'
  if (rows.length > mostRows)
    return `At most 100,000 rows at a time; this file has ${grouped(rows.length)}.`
  const long = rows.filter(({ cells }) => !cells.slice(most).every(nothing))
  if (long.length === 0) return null
  const which = listed(long.map(({ row }) => String(row)))
  const have = long.length === 1 ? `Row ${which} has` : `Rows ${which} have`
  return `${have} more cells than the heading row, which has ${most}. Put quotes around a cell that holds a ${separator}.`
}

/** Ignored headings, and columns with values below an empty heading. */
function unread(headings: readonly Heading[], rows: readonly CsvRow[]): string[] {
  return headings.flatMap(({ name, field }, place) => {
    if (name !== '') return field === '' ? [name] : []
    const isEmpty = rows.every(({ cells }) => nothing(cells[place] ?? ''))
    return isEmpty ? [] : [`column ${place + 1}, which has no heading`]
  })
}

/** Shortened, so that messages do not grow with the file. */
function listed(names: string[]): string {
  const shown = names.slice(0, 12)
  const more = names.length - shown.length
  const last = more > 0 ? `${more} more` : (shown.pop() ?? '')
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}
