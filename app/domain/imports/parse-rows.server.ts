import { setImmediate } from 'node:timers/promises'
import type { Problem } from './checked.server.ts'
import { type ImportList, importColumns } from './import-list.ts'
import { type ImportRow, isNameOf } from './read-import.ts'
import type { Reading } from './row-reader.ts'

/** A row with what its cells say; `fields` are those that have a problem already. */
export type ReadRow<Value> = ImportRow &
  Omit<Reading<Value>, 'problems'> & { fields: ReadonlySet<string> }

const atATime = 500
const none: ReadonlySet<string> = new Set()

/**
 * Reads the rows of a file, with a problem for each cell that cannot be read or does not fit the others; others get their
 * turn meanwhile. Faulty rows are among what is given back: what can be said of their other cells is said at once.
 */
export async function parseRows<Value>(
  list: ImportList,
  readRow: (cells: Record<string, string>) => Reading<Value>,
  rows: readonly ImportRow[],
): Promise<{ read: ReadRow<Value>[]; problems: Problem[] }> {
  const read: ReadRow<Value>[] = []
  const found: Problem[] = []
  for (const [index, one] of rows.entries()) {
    if (index % atATime === atATime - 1) await setImmediate()
    const { cells } = one
    const { value, known, problems } = readRow(cells)
    const [heading] = value === null && isHead(list, cells) ? importColumns[list].columns : []
    if (heading) {
      const again = problemIn(list, one, heading.field, 'The heading row appears here again.')
      found.push({ ...again, mend: 'Take this row out.' })
      continue
    }
    for (const [field, says] of problems) found.push(problemIn(list, one, field, says))
    read.push({ ...one, value, known, fields: value === null ? new Set(problems.keys()) : none })
  }
  return { read, problems: found }
}

/** Files put together one below the other bring each its head along. */
function isHead(list: ImportList, cells: Record<string, string>): boolean {
  const { columns } = importColumns[list]
  const named = columns.filter(({ field }) => (cells[field] ?? '') !== '')
  return named.length > 1 && named.every((column) => isNameOf(column, cells[column.field] ?? ''))
}

/** A problem with one cell; a column's own explanation tells how to mend it where the sentence does not. */
export function problemIn(
  list: ImportList,
  { row, cells, typed }: ImportRow,
  field: string,
  says: string,
): Problem {
  const column = importColumns[list].columns.find((one) => one.field === field)
  const found = typed?.[field] ?? cells[field] ?? ''
  const mend = /^(Not a|This day|Nobody|No project|Nothing)/.test(says)
    ? (column?.says ?? null)
    : null
  const broken =
    /invisible/.test(says) && found.includes('\n') ? 'There is a line break in this cell.' : null
  return { row, column: column?.name ?? field, found, says, mend: broken ?? mend }
}

/** Problems, or rows, in the order of the file, so that whoever mends it goes through it once. */
export function inOrder<Row extends { row: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.row - b.row)
}
