import { lettersOf } from '../imports/cells.ts'

/** `row` counts as a spreadsheet does. */
export type SheetRow = { row: number; cells: string[] }

/** Headings of a layout by the name of their column, each with its usual spellings in letters and digits. */
type Layout<Column extends string> = {
  required: Partial<Record<Column, string[]>>
  optional: Partial<Record<Column, string[]>>
}

/** A heading row, the position of each column in it, and the rows below. */
export type FoundTable<Column extends string> = {
  headRow: number
  head: string[]
  columns: Partial<Record<Column, number>>
  rows: SheetRow[]
  before: SheetRow[]
}

/** Layouts have lines about the account before their headings. */
const mostRowsBefore = 40

/** A heading as layouts differ in it: without case, blanks, marks and the currency in brackets. */
const headingKey = (heading: string) =>
  lettersOf(heading.replace(/\((?:kshs?|kes|usd|sos|slsh|eur|gbp)\.?\)/i, ''))

/** Searches the first rows for one that has all required headings, in any order. */
export function findTable<Column extends string>(
  rows: readonly SheetRow[],
  { required, optional }: Layout<Column>,
): FoundTable<Column> | null {
  const needed = Object.entries(required) as [Column, string[]][]
  const others = Object.entries(optional) as [Column, string[]][]
  for (const [index, { row, cells }] of rows.slice(0, mostRowsBefore).entries()) {
    const keys = cells.map(headingKey)
    const placeOf = (spellings: string[]) => keys.findIndex((key) => spellings.includes(key))
    if (needed.some(([, spellings]) => placeOf(spellings) < 0)) continue
    const columns: Partial<Record<Column, number>> = {}
    for (const [column, spellings] of [...needed, ...others]) {
      const place = placeOf(spellings)
      if (place >= 0) columns[column] = place
    }
    return {
      headRow: row,
      head: cells,
      columns,
      rows: rows.slice(index + 1),
      before: rows.slice(0, index),
    }
  }
  return null
}

/** The cell of a column with single blanks; empty where the row or the layout does not have it. */
export function cellOf<Column extends string>(
  { columns }: Pick<FoundTable<Column>, 'columns'>,
  { cells }: SheetRow,
  column: Column,
): string {
  const place = columns[column]
  return place === undefined ? '' : (cells[place] ?? '').replace(/\s+/g, ' ').trim()
}

/** Rows under the lines that repeat totals or say where the statement ends. */
export const isFooter = (row: SheetRow): boolean =>
  /\b(totals?|closing balance|end of statement|page \d|disclaimer|generated|printed)\b/i.test(
    row.cells.join(' '),
  )

/** What follows a label in the lines before the heading: `Short Code:,600966` or `Short Code: 600966`. */
export function labelled(before: readonly SheetRow[], label: RegExp): string | null {
  for (const { cells } of before) {
    for (const [place, cell] of cells.entries()) {
      const [found] = label.exec(cell.trim()) ?? []
      if (found === undefined) continue
      const rest = cell
        .trim()
        .slice(found.length)
        .replace(/^[\s:.-]+/, '')
      const next = cells.slice(place + 1).find((text) => text.trim() !== '')
      if (rest !== '') return rest
      if (next) return next.trim()
    }
  }
  return null
}
