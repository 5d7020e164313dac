import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { AdminActor } from '../../platform/database.server.ts'
import { isId } from '../../values/id.ts'
import { type Cents, sum } from '../../values/money.ts'
import type { Problem, ShownRow } from './import-list.ts'
import { type Columns, type ImportRow, isNameOf, type ValueOf } from './rows.server.ts'

/**
 * What a file would do, found out without writing anything: rows that are ready, rows that are there already, and
 * problems. `total` is the money of the ready ones. `hold` locks what the answer rests on, until the commit; `write` adds
 * what is ready. Two answers with one fingerprint would write the same and leave out the same rows.
 */
export type Checked = {
  ready: ShownRow[]
  here: ShownRow[]
  problems: Problem[]
  total: Cents | null
  fingerprint: string
  hold: () => Promise<void>
  write: (importId: string) => Promise<void>
}

/** A list that can be filled: its columns, those of an export that are not read, and what a file would do. */
export type ListImport = {
  columns: Columns
  notRead: readonly string[]
  check: (admin: AdminActor, rows: readonly ImportRow[]) => Promise<Checked>
}

/** A row with what its cells say; `faulty` are the fields that have a problem already. `value` is null while there is one. */
export type ReadRow<Value> = ImportRow & {
  known: Partial<Value>
  value: Value | null
  faulty: ReadonlySet<string>
}

/** A problem between cells: its field, the sentence, and how to fix it. */
export type Refusal = [field: string, says: string, mend?: string]

/** What is known of entries that rows name by their id, and how a row is compared with one. */
type Known<Entry> = {
  entries: ReadonlyMap<string, Entry>
  differs: (cells: Record<string, string>, entry: Entry) => [field: string, recorded: string][]
  shown: (entry: Entry) => Omit<ShownRow, 'row'>
  /** What is said of an id that nothing of ours has. */
  unknown: string
}

/** Writes many rows a thousand at a time, since a statement takes only so many values. */
export async function inBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) await insert(rows.slice(at, at + 1000))
}

/** The refusals whose condition holds, in the order in which they are given. */
export function broken(
  ...rules: [isBroken: unknown, field: string, says: string, mend?: string][]
): Refusal[] {
  return rules.flatMap(([isBroken, ...refusal]) => (isBroken ? [refusal] : []))
}

const atATime = 500

/** The id in a cell of an export, or null. */
export function idIn({ cells }: ImportRow, field: string): string | null {
  const id = (cells[field] ?? '').toLowerCase()
  return isId(id) ? id : null
}

/** What is found out about the rows of one file. */
export class Findings<Own extends Columns, Ready extends object> {
  readonly problems: Problem[] = []
  readonly #columns: Own
  readonly #ready: ShownRow[] = []
  readonly #here: ShownRow[] = []
  readonly #values: Ready[] = []

  constructor(columns: Own) {
    this.#columns = columns
  }

  /** A problem with one cell; a column's own explanation tells how to fix it where no sentence does. */
  refuse({ row, cells, typed }: ImportRow, field: string, says: string, mend?: string) {
    const column = this.#columns[field]
    const found = typed[field] ?? cells[field] ?? ''
    const explained = /^(Not a|This day|Nobody|No project|Nothing)/.test(says) ? column?.says : null
    const broken = /invisible/.test(says) && found.includes('\n')
    this.problems.push({
      ...{ row, column: column?.names[0] ?? field, found, says },
      mend: broken ? 'There is a line break in this cell.' : (mend ?? explained ?? null),
    })
  }

  /** A row that is there already. */
  keep({ row }: ImportRow, shown: Omit<ShownRow, 'row'>) {
    this.#here.push({ row, ...shown })
  }

  /** A row that can be added. */
  add({ row }: ImportRow, value: Ready, shown: Omit<ShownRow, 'row'>) {
    this.#values.push(value)
    this.#ready.push({ row, ...shown })
  }

  /**
   * Reads rows by their columns and by `rules` between cells, which hold also where another cell cannot be read, so that
   * everything is said in one go. Faulty rows are among what is returned. Others get their turn meanwhile.
   */
  async read(
    rows: readonly ImportRow[],
    rules: (known: Partial<ValueOf<Own>>) => Refusal[] = () => [],
  ): Promise<ReadRow<ValueOf<Own>>[]> {
    const read: ReadRow<ValueOf<Own>>[] = []
    for (const [index, row] of rows.entries()) {
      if (index % atATime === atATime - 1) await setImmediate()
      const cells = this.#readCells(row, rules)
      const [heading] = cells.value === null ? this.#headings(row) : []
      if (heading) {
        this.refuse(row, heading, 'The heading row appears here again.', 'Take this row out.')
        continue
      }
      for (const [field, says] of cells.problems) this.refuse(row, field, says)
      read.push({ ...row, ...cells, faulty: new Set(cells.problems.keys()) })
    }
    return read
  }

  #readCells({ cells }: ImportRow, rules: (known: Partial<ValueOf<Own>>) => Refusal[]) {
    const problems = new Map<string, string>()
    const known: Record<string, unknown> = {}
    for (const [field, column] of Object.entries(this.#columns)) {
      const { error, data } = column.read.safeParse(cells[field] ?? '')
      if (error) problems.set(field, error.issues[0]?.message ?? '')
      else known[field] = data
    }
    for (const [field, says] of rules(known as Partial<ValueOf<Own>>)) {
      if (!problems.has(field)) problems.set(field, says)
      delete known[field]
    }
    const value = problems.size === 0 ? (known as ValueOf<Own>) : null
    return { known: known as Partial<ValueOf<Own>>, value, problems }
  }

  /** The fields of a row that repeats the head: files put together bring theirs along. */
  #headings({ cells }: ImportRow): string[] {
    const filled = Object.entries(this.#columns).filter(([field]) => (cells[field] ?? '') !== '')
    const areNames = filled.every(([field, column]) => isNameOf(column, cells[field] ?? ''))
    return filled.length > 1 && areNames ? filled.map(([field]) => field) : []
  }

  /**
   * Takes out the rows that name one of ours by the id that an export gives each. One that says something else than what it
   * names, names it a second time, or has an id that nothing has, is a problem: it is never taken for something new.
   */
  takeKnown<Entry>(rows: readonly ImportRow[], idField: string, known: Known<Entry>) {
    const rest: ImportRow[] = []
    const rowOf = new Map<string, number>()
    const mend =
      'What is recorded does not change by an import: put the recorded value back, or leave the row out.'
    for (const row of rows) {
      const id = idIn(row, idField) ?? ''
      const entry = known.entries.get(id)
      const before = rowOf.get(id)
      if (!entry) {
        if ((row.cells[idField] ?? '') === '') rest.push(row)
        else this.refuse(row, idField, known.unknown)
      } else if (before !== undefined) this.refuse(row, idField, `It is already in row ${before}.`)
      else {
        rowOf.set(id, row.row)
        const differs = known.differs({ ...row.cells, ...row.typed }, entry)
        for (const [field, recorded] of differs)
          this.refuse(row, field, `Recorded as ${recorded}.`, mend)
        if (differs.length === 0) this.keep(row, known.shown(entry))
      }
    }
    return { rest, rowOf }
  }

  /** The answer, in the order of the file. */
  checked(todo: {
    amountOf?: (value: Ready) => Cents
    hold: (values: readonly Ready[]) => Promise<void>
    write: (values: readonly Ready[], importId: string) => Promise<void>
  }): Checked {
    const values = this.#values
    const inOrder = <Row extends { row: number }>(rows: readonly Row[]) =>
      rows.toSorted((a, b) => a.row - b.row)
    const [here, problems] = [inOrder(this.#here), inOrder(this.problems)]
    const hash = createHash('sha256')
    const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
    for (const value of values) hash.update(JSON.stringify(value, plain))
    for (const left of [here, problems])
      hash.update(`left out: ${left.map(({ row }) => row).join()}`)
    return {
      ...{ ready: this.#ready, here, problems, fingerprint: hash.digest('hex') },
      total: todo.amountOf ? sum(values.map(todo.amountOf)) : null,
      hold: () => todo.hold(values),
      write: (importId) => todo.write(values, importId),
    }
  }
}
