import { isId } from '../../values/id.ts'
import { trimmed } from '../../values/visible.ts'
import type { Problem, ShownRow } from './checked.server.ts'
import type { ImportList } from './import-list.ts'
import { problemIn } from './parse-rows.server.ts'
import type { ImportRow } from './read-import.ts'

type Known<One> = {
  /** By id, what the rows name that is there. */
  known: ReadonlyMap<string, One>
  /** The cells of a row that say something else than what it names, each with what is recorded. */
  differs: (cells: Record<string, string>, one: One) => [field: string, recorded: string][]
  shown: (one: One) => Omit<ShownRow, 'row'>
  /** What stands beside an id that nothing of ours has. */
  unknown: string
}

/** The id that a row of an export has, so that it is known for what it is; null when the cell holds none. */
export function idIn({ cells }: ImportRow, field: string): string | null {
  const id = (cells[field] ?? '').toLowerCase()
  return isId(id) ? id : null
}

/**
 * Parts the rows of a file by the id that an export gives each: those that are there already, whatever their other cells
 * hold, and the rest, which have none. One that says something else than what it names, names it a second time, or has an
 * id that nothing has, is a problem: it is never taken for something new.
 */
export function knownRows<One>(
  list: ImportList,
  field: string,
  rows: readonly ImportRow[],
  of: Known<One>,
) {
  const rest: ImportRow[] = []
  const here: ShownRow[] = []
  const problems: Problem[] = []
  const rowOf = new Map<string, number>()
  for (const row of rows) {
    const id = idIn(row, field) ?? ''
    const one = of.known.get(id)
    if (!one) {
      if (trimmed(row.cells[field] ?? '') === '') rest.push(row)
      else problems.push(problemIn(list, row, field, of.unknown))
      continue
    }
    const before = rowOf.get(id)
    if (before === undefined) rowOf.set(id, row.row)
    const differs = before === undefined ? of.differs({ ...row.cells, ...row.typed }, one) : []
    const mend =
      'What is recorded does not change by an import: put the recorded value back, or leave the row out.'
    for (const [cell, recorded] of differs) {
      problems.push({ ...problemIn(list, row, cell, `Recorded as ${recorded}.`), mend })
    }
    if (before !== undefined)
      problems.push(problemIn(list, row, field, `It is already in row ${before}.`))
    else if (differs.length === 0) here.push({ row: row.row, ...of.shown(one) })
  }
  return { rest, here, problems, rowOf }
}
