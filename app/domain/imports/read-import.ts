import { type CsvRow, type CsvSeparator, csvSeparators, readCsv } from '../../values/csv-table.ts'
import { grouped } from '../../values/grouped.ts'
import { normalized } from '../../values/typed-text.ts'
import { trimmed } from '../../values/visible.ts'
import { type DayOrder, type DayReading, readDays } from './days.ts'
import type { ImportColumn } from './import-column.ts'
import { type ImportList, importColumns } from './import-list.ts'

/**
 * One row of a file with its cells by the field they fill; what the file has no column for is empty. `typed` are the days
 * that were written in another order than 2026-03-31, as the file has them.
 */
export type ImportRow = {
  row: number
  cells: Record<string, string>
  typed?: Record<string, string>
}

/** A file as rows of one list, with the headings that are not read; or why it cannot be one. */
export type ImportTable = {
  rows: ImportRow[]
  notRead: string[]
  separator: CsvSeparator
  days: DayReading
}
export type ImportRead = { ok: true; table: ImportTable } | { ok: false; message: string }

/** So many rows are read at once, as the sentence below and the form say. */
const mostRows = 100_000

/**
 * Reads a file for one list. Its head may name the columns in any order, in capitals or not, with spaces or `_`; columns
 * that an export has and an import has no use for are left out. Refused: a head that lacks a column which must be there,
 * an unknown one or one that appears twice, and a row with more cells than the head. `order` is that of its days.
 */
export function readImport(
  list: ImportList,
  text: string,
  order: DayOrder | null = null,
): ImportRead {
  const table = readCsv(text)
  if (!table.ok) return table
  const { head, rows, separator } = table
  const partedBy = head.length === 1 ? /[|:~^]/.exec(head[0] ?? '')?.[0] : undefined
  if (partedBy) {
    return {
      ok: false,
      message: `The cells are parted by ${partedBy}: save it with commas, semicolons or tabs.`,
    }
  }
  const places = placesOf(list, head)
  if ('message' in places) return { ok: false, message: places.message }
  if (rows.length === 0) return { ok: false, message: 'Below the head there is no row.' }
  if (rows.length > mostRows) {
    return {
      ok: false,
      message: `At most 100,000 rows at once, these are ${grouped(rows.length)}.`,
    }
  }
  const tooLong = longRows(head.length, rows)
  if (tooLong)
    return { ok: false, message: `${tooLong} a cell that holds a ${csvSeparators[separator]}.` }
  const fields = importColumns[list].columns.map(
    ({ field }) => [field, places.of.get(field)] as const,
  )
  const read = rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      fields.map(([field, place]) => [
        field,
        place === undefined ? '' : trimmed(cells[place] ?? ''),
      ]),
    ),
  }))
  const daysOf = importColumns[list].columns.filter(({ isDay }) => isDay).map(({ field }) => field)
  const notRead = [...places.notRead, ...withoutHeading(head, rows)]
  return { ok: true, table: { ...readDays(read, daysOf, order), notRead, separator } }
}

/** Every row whose cells go on after the last heading, as the beginning of a sentence; null when there is none. */
function longRows(most: number, rows: readonly CsvRow[]): string | null {
  const long = rows.filter(({ cells }) => cells.slice(most).some((cell) => cell.trim() !== ''))
  const [one, ...others] = long
  if (!one) return null
  if (others.length === 0)
    return `Row ${one.row} has ${one.cells.length} cells, the head ${most}. Put quotes around`
  return `Rows ${listed(long.map(({ row }) => String(row)))} have more cells than the head, which has ${most}. Put quotes around`
}

/** Columns that hold something below an empty heading, by where they are. */
function withoutHeading(head: readonly string[], rows: readonly CsvRow[]): string[] {
  return head.flatMap((heading, place) => {
    const filled =
      heading.trim() === ''
        ? rows.find(({ cells }) => trimmed(cells[place] ?? '') !== '')
        : undefined
    return filled ? [`column ${place + 1}, which has no heading`] : []
  })
}

type Places = { of: Map<string, number>; notRead: string[] } | { message: string }

const plain = (heading: string) =>
  normalized(heading)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

/** Where each field stands. A column goes by its own name before any other. */
function placesOf(list: ImportList, head: string[]): Places {
  const { columns, notRead } = importColumns[list]
  const headings = head.map(plain)
  const twice = headings.findIndex(
    (heading, index) => heading !== '' && headings.indexOf(heading) !== index,
  )
  if (twice !== -1) return { message: `The column ${head[twice]?.trim()} stands there twice.` }
  const of = new Map<string, number>()
  const missing: string[] = []
  for (const { field, name, also = [], required } of columns) {
    const place = [name, ...also]
      .map((one) => headings.indexOf(plain(one)))
      .find((index) => index !== -1)
    if (place !== undefined) of.set(field, place)
    else if (required) missing.push(name)
  }
  const used = new Set(of.values())
  const rest = head
    .filter((heading, index) => heading.trim() !== '' && !used.has(index))
    .map((one) => one.trim())
  const known = new Set([...notRead, ...columns.flatMap(namesOf)].map(plain))
  const unknown = rest.filter((heading) => !known.has(plain(heading)))
  const message = [missingWords(missing), unknownWords(unknown)].filter(Boolean).join(' ')
  return message ? { message } : { of, notRead: rest }
}

/** Whether a heading means this column, in capitals or not, with spaces or `_`. */
export const isNameOf = (column: ImportColumn, heading: string): boolean =>
  namesOf(column).some((name) => plain(name) === plain(heading))

const namesOf = ({ name, also = [] }: ImportColumn) => [name, ...also]

function missingWords(missing: string[]): string {
  if (missing.length === 0) return ''
  return missing.length === 1
    ? `The column ${missing[0]} is missing.`
    : `The columns ${listed(missing)} are missing.`
}

function unknownWords(unknown: string[]): string {
  if (unknown.length === 0) return ''
  const named = listed(unknown.map((one) => (one.length > 60 ? `${one.slice(0, 60)}…` : one)))
  return unknown.length === 1
    ? `Nothing is known of the column ${named}: rename it or take it out.`
    : `Nothing is known of the columns ${named}: rename them or take them out.`
}

/** No sentence grows with the file. */
function listed(names: string[]): string {
  const shown = names.slice(0, 12)
  const more = names.length - shown.length
  const last = more > 0 ? `${more} more` : (shown.pop() ?? '')
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}
