import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { Problem } from './checked.server.ts'
import { type ImportList, importColumns } from './import-list.ts'
import { type ImportRow, isNameOf } from './read-import.ts'

/** A row that reads well by itself. */
export type ParsedRow<Value> = { row: number; value: Value }

/** A row with a cell that its schema refuses, and the fields that have a problem already. */
export type FaultyRow = ImportRow & { fields: ReadonlySet<string> }

const atATime = 500

/**
 * The rows through their one schema, with a problem for each cell that it refuses; others get their turn meanwhile. Rows
 * that are faulty are given back too: what can be said of their other cells is said at once.
 */
export async function parseRows<Schema extends z.ZodType>(
  list: ImportList,
  schema: Schema,
  rows: readonly ImportRow[],
): Promise<{ parsed: ParsedRow<z.output<Schema>>[]; faulty: FaultyRow[]; problems: Problem[] }> {
  const parsed: ParsedRow<z.output<Schema>>[] = []
  const faulty: FaultyRow[] = []
  const problems: Problem[] = []
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % atATime === atATime - 1) await setImmediate()
    const read = schema.safeParse(cells)
    if (read.success) {
      parsed.push({ row, value: read.data })
      continue
    }
    const [heading] = isHead(list, cells) ? importColumns[list].columns : []
    if (heading) {
      const again = problemIn(list, { row, cells }, heading.field, 'The head of the file stands here once more.')
      problems.push({ ...again, mend: 'Take this row out.' })
      continue
    }
    const seen = new Set<string>()
    for (const { path, message } of read.error.issues) {
      const field = String(path[0])
      if (seen.has(field)) continue
      seen.add(field)
      problems.push(problemIn(list, { row, cells }, field, message))
    }
    faulty.push({ row, cells, fields: seen })
  }
  return { parsed, faulty, problems }
}

/** Files put together one below the other bring each its head along. */
function isHead(list: ImportList, cells: Record<string, string>): boolean {
  const { columns } = importColumns[list]
  const named = columns.filter(({ field }) => (cells[field] ?? '') !== '')
  return named.length > 1 && named.every((column) => isNameOf(column, cells[column.field] ?? ''))
}

/** A problem with one cell; a column's own explanation tells how to mend it where the sentence does not. */
export function problemIn(list: ImportList, { row, cells }: ImportRow, field: string, says: string): Problem {
  const column = importColumns[list].columns.find((one) => one.field === field)
  const found = cells[field] ?? ''
  const mend = /^(Not a|This day|Nobody|No project|Nothing)/.test(says) ? (column?.says ?? null) : null
  const broken = /invisible/.test(says) && found.includes('\n') ? 'There is a line break in this cell.' : null
  return { row, column: column?.name ?? field, found, says, mend: broken ?? mend }
}

/** Rows by the number they have, to look their cells up again. */
export function rowsByNumber(rows: readonly ImportRow[]): (row: number) => ImportRow {
  const byNumber = new Map(rows.map((one) => [one.row, one]))
  return (row) => byNumber.get(row) ?? { row, cells: {} }
}

/** Problems, or rows, in the order of the file, so that whoever mends it goes through it once. */
export function inOrder<Row extends { row: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.row - b.row)
}
