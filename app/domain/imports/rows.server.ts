import type { z } from 'zod'
import { grouped } from '../../values/grouped.ts'
import { normalized } from '../../values/typed-text.ts'
import { trimmed } from '../../values/visible.ts'
import { readDays } from './cells.ts'
import { type DayReading, type Heading, type ImportChoices, notRead } from './import-list.ts'
import { type CsvRow, csvSeparators, readCsv } from './read-file.server.ts'

/** A column of a file: its heading and others it goes by, what belongs there, and how a cell of it is read. */
export type Column<Read extends z.ZodType = z.ZodType> = {
  names: readonly [string, ...string[]]
  required?: true
  isDay?: true
  says: string
  example: string
  read: Read
}
/** The columns of a list by the field they fill. */
export type Columns = Record<string, Column>

/** What the cells of a row say. */
export type ValueOf<Own extends Columns> = { [Field in keyof Own]: z.output<Own[Field]['read']> }

/** One column, by its headings (its own first) and how its cells are read. */
export const column = <Read extends z.ZodType>(
  names: readonly [string, ...string[]],
  read: Read,
  about: Omit<Column, 'names' | 'read'>,
): Column<Read> => ({ names, read, ...about })

/** How a day and an amount are written in a file, for the explanation of a column. */
export const dayExamples = 'like 2026-03-31 or 31/03/2026'
/** As `dayExamples`, for an amount. */
export const amountExamples = 'like 1250 or 1,250.00'

/** A row with its cells by field, the days as they were typed, and all its cells as the file has them. */
export type ImportRow = {
  row: number
  cells: Record<string, string>
  typed: Record<string, string>
  all: string[]
}

/** A file as rows of one list, with the headings that are not read. */
export type ImportTable = {
  head: string[]
  rows: ImportRow[]
  headings: Heading[]
  notRead: string[]
  days: DayReading
}
/** The rows, or why there are none; with `headings`, choosing their fields helps. */
export type ImportRead =
  | { ok: true; table: ImportTable }
  | { ok: false; message: string; headings?: Heading[] }

const mostRows = 100_000
/** What the file of rows that were left out adds. */
export const reasonHeadings = ['Original row', 'Problems']

/**
 * Reads a file for one list. Its head may name the columns in any order, in capitals or not, with spaces or `_`, or by
 * `choices`; columns that an export has and an import has no use for are left out.
 */
export async function readRows(
  { columns, notRead: unused }: { columns: Columns; notRead: readonly string[] },
  text: string,
  { order = null, fields = new Map() }: ImportChoices,
): Promise<ImportRead> {
  const table = await readCsv(text)
  if (!table.ok) return table
  const { head, rows, separator } = table
  const places = placesOf(columns, [...unused, ...reasonHeadings], head, fields)
  const headings = head.map((name, place) => ({
    name: name.trim(),
    field: places.fields[place] ?? null,
    examples: rows.slice(0, 3).map(({ cells }) => cells[place] ?? ''),
  }))
  const message = headMessage(head, places)
  if (message)
    return { ok: false, message, ...(canChoose(columns, head, rows) ? { headings } : {}) }
  if (rows.length === 0) return { ok: false, message: 'Below the head there is no row.' }
  if (rows.length > mostRows)
    return {
      ok: false,
      message: `At most 100,000 rows at once, these are ${grouped(rows.length)}.`,
    }
  const tooLong = longRows(head.length, rows)
  if (tooLong)
    return { ok: false, message: `${tooLong} a cell that holds a ${csvSeparators[separator]}.` }
  const read = rows.map(({ row, cells }) => ({
    row,
    all: cells,
    typed: {},
    cells: Object.fromEntries(
      Object.keys(columns).map((field) => [
        field,
        trimmed(cells[places.fields.indexOf(field)] ?? ''),
      ]),
    ),
  }))
  const days = Object.keys(columns).filter((field) => columns[field]?.isDay)
  const left = headings.filter(({ name, field }) => name !== '' && field === '')
  return {
    ok: true,
    table: {
      ...{ head, headings, ...readDays(read, days, order) },
      notRead: [...left.map(({ name }) => name), ...withoutHeading(head, rows)],
    },
  }
}

const headingKey = (heading: string) =>
  normalized(heading)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

type Places = {
  /** The field of each heading; '' for one that is not read, null for an unknown one. */
  fields: (string | null)[]
  missing: string[]
  twice: string | undefined
}

/** Whether a heading means this column, in capitals or not, with spaces or `_`. */
export const isNameOf = ({ names }: Column, heading: string): boolean =>
  names.some((name) => headingKey(name) === headingKey(heading))

/** Which field each heading fills: as chosen, else by a column's own name before any other. */
function placesOf(
  columns: Columns,
  unused: readonly string[],
  head: readonly string[],
  chosen: ReadonlyMap<string, string>,
): Places {
  const keys = head.map(headingKey)
  const chosenFields = head.map((heading) => {
    const field = chosen.get(heading.trim())
    return field === notRead || (field && Object.hasOwn(columns, field)) ? field : undefined
  })
  const known = new Set(
    [...unused, ...Object.values(columns).flatMap(({ names }) => names)].map(headingKey),
  )
  const fields = keys.map((key, place): string | null => {
    if (chosenFields[place] === notRead) return ''
    return chosenFields[place] ?? (key === '' || known.has(key) ? '' : null)
  })
  const missing: string[] = []
  for (const [field, { names, required }] of Object.entries(columns)) {
    if (fields.includes(field)) continue
    const free = (name: string) =>
      keys.findIndex((key, at) => key === headingKey(name) && chosenFields[at] === undefined)
    const place = names.map(free).find((at) => at !== -1)
    if (place !== undefined) fields[place] = field
    else if (required) missing.push(names[0])
  }
  const same = (name: string | null | undefined, at: number, all: readonly unknown[]) =>
    Boolean(name) && all.indexOf(name) !== at
  const twice = head[keys.findIndex(same)] ?? head[fields.findIndex(same)]
  return { fields, missing, twice: twice?.trim() }
}

/** Whether a head has enough headings, each of them once, for the columns that must be there. */
function canChoose(columns: Columns, head: readonly string[], rows: readonly CsvRow[]): boolean {
  const headings = head.map(headingKey).filter(Boolean)
  const needed = Object.values(columns).filter(({ required }) => required)
  return (
    rows.length > 0 &&
    headings.length >= needed.length &&
    new Set(headings).size === headings.length
  )
}

/** Why a head will not do, or nothing. */
function headMessage(head: readonly string[], { fields, missing, twice }: Places): string {
  if (twice) return `The column ${twice} stands there twice.`
  const by = head.length === 1 ? /[|:~^]/.exec(head[0] ?? '')?.[0] : undefined
  if (by) return `The cells are parted by ${by}: save it with commas, semicolons or tabs.`
  const unknown = head
    .filter((_, at) => fields[at] === null)
    .map((name) => name.trim().slice(0, 60))
  const columns = (names: string[]) => `column${names.length === 1 ? '' : 's'} ${listed(names)}`
  const sentences = [
    [missing, `The ${columns(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`] as const,
    [unknown, `Nothing is known of the ${columns(unknown)}.`] as const,
  ]
  return sentences.flatMap(([names, sentence]) => (names.length > 0 ? sentence : [])).join(' ')
}

/** Every row whose cells go on after the last heading, as the beginning of a sentence; null when there is none. */
function longRows(most: number, rows: readonly CsvRow[]): string | null {
  const long = rows.filter(({ cells }) => cells.slice(most).some((cell) => cell.trim() !== ''))
  const [first, ...others] = long
  if (!first) return null
  if (others.length === 0)
    return `Row ${first.row} has ${first.cells.length} cells, the head ${most}. Put quotes around`
  return `Rows ${listed(long.map(({ row }) => String(row)))} have more cells than the head, which has ${most}. Put quotes around`
}

/** Columns that hold something below an empty heading, by where they are. */
function withoutHeading(head: readonly string[], rows: readonly CsvRow[]): string[] {
  return head.flatMap((heading, place) =>
    heading.trim() === '' && rows.some(({ cells }) => trimmed(cells[place] ?? '') !== '')
      ? [`column ${place + 1}, which has no heading`]
      : [],
  )
}

/** No sentence grows with the file. */
function listed(names: string[]): string {
  const shown = names.slice(0, 12)
  const more = names.length - shown.length
  const last = more > 0 ? `${more} more` : (shown.pop() ?? '')
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}
