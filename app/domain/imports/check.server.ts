import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { isId } from '../../values/id.ts'
import { type Cents, sum } from '../../values/money.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { companyPhoneReader } from '../company/company.server.ts'
import { dayIn } from './cells.ts'
import type { Problem, ShownRow } from './import-list.ts'
import {
  type Cells,
  type Columns,
  columnWords,
  type ImportRow,
  type ImportTable,
  isNameOf,
} from './table.server.ts'

/**
 * `total` is the money of the ready rows. `hold` locks what the result depends on until commit;
 * `write` inserts the ready rows. Equal fingerprints mean equal results.
 */
export type Checked = {
  ready: ShownRow[]
  here: ShownRow[]
  problems: Problem[]
  total: Cents | null
  fingerprint: string
  hold: () => Promise<unknown>
  write: (importId: string) => Promise<void>
}

export type ListImport = Columns & {
  check: (admin: AdminActor, table: ImportTable) => Promise<Checked>
}

/** The cell's field, the problem, and how to fix it. */
export type Refusal = [field: string, says: string, fix?: string | null]

export const broken = (
  ...rules: [isBroken: unknown, field: string, says: string, fix?: string][]
): Refusal[] => rules.flatMap(([isBroken, ...refusal]) => (isBroken ? [refusal] : []))

export type ValueOf<Own extends Cells> = { [Field in keyof Own]: z.output<Own[Field]> }

/** `value` is null while the row has problems. */
export type ReadRow<Value> = ImportRow & {
  known: Partial<Value>
  value: Value | null
  problems: Refusal[]
}

type Shown = Omit<ShownRow, 'row'>

/** Refused, present already, or ready to be added as `value`. */
export type Verdict<Ready> = {
  refusals: Refusal[]
  shown?: Shown | null | undefined
  isHere?: boolean
  value?: Ready | null
}

/** How the rows of a file are judged, in order. */
export type Plan<Value, Ready> = {
  judge: (row: ReadRow<Value>) => Verdict<Ready>
  amountOf?: (ready: Ready) => Cents
  hold: (ready: readonly Ready[]) => Promise<unknown>
  /** At most a thousand rows a call, because a statement limits its parameters. */
  write: (ready: readonly Ready[], importId: string) => Promise<unknown>
}

/** Rows that name existing entries by the id of an export, and how they are compared. */
type Exported<Entry> = {
  entries: readonly Entry[]
  differs: (cells: Record<string, string>, entry: Entry) => [field: string, recorded: string][]
  shown: (entry: Entry) => Shown
}

type List<Own extends Cells, Ready, Entry> = {
  /** Each column's explanation as `columnWords` reads it. */
  words: { [Field in keyof Own]: string }
  cells: (readPhone: PhoneReader) => Own
  notRead: readonly string[]
  exported?: {
    idField: string
    /** The message for an unknown id. */
    unknown: string
    find: (admin: AdminActor, ids: string[], rows: readonly ImportRow[]) => Promise<Exported<Entry>>
  }
  /** `taken` are the existing entries that rows name by id. */
  prepare: (
    admin: AdminActor,
    rows: readonly ReadRow<ValueOf<Own>>[],
    taken: (Entry & { row: number })[],
  ) => Promise<Plan<ValueOf<Own>, Ready>>
}

const atATime = 1000

/** Builds an import from the columns and rules of a list. */
export function listImport<Own extends Cells, Ready, Entry extends { id: string }>(
  list: List<Own, Ready, Entry>,
): ListImport {
  const { notRead } = list
  const words: Columns['words'] = Object.fromEntries(
    Object.entries<string>(list.words).map(([field, text]) => [field, columnWords(text)]),
  )
  return {
    words,
    notRead,
    cells: list.cells(() => null),
    check: async (admin, table) => {
      const cells = list.cells(await companyPhoneReader(admin))
      const out: Outcome<Ready> = { problems: [], here: [], ready: [], values: [] }
      const { rest, taken } = await takeExported(
        admin,
        { words, exported: list.exported },
        table.rows,
        out,
      )
      const read = await readRows({ words, cells, notRead }, { ...table, rows: rest })
      const plan = await list.prepare(admin, read as ReadRow<ValueOf<Own>>[], taken)
      for (const row of read) settle(words, row, plan.judge(row as ReadRow<ValueOf<Own>>), out)
      return answerOf(out, plan)
    },
  }
}

type Outcome<Ready> = Pick<Checked, 'problems' | 'here' | 'ready'> & { values: Ready[] }

/** The result for each row; only the first problem of a field is reported. */
function settle<Ready>(
  words: Columns['words'],
  row: ReadRow<unknown>,
  { refusals, shown, isHere = false, value }: Verdict<Ready>,
  out: Outcome<Ready>,
) {
  for (const refusal of refusals)
    if (!row.problems.some(([field]) => field === refusal[0])) row.problems.push(refusal)
  out.problems.push(...row.problems.map((problem) => problemIn(words, row, problem)))
  if (row.problems.length > 0 || !shown) return
  const line = { row: row.row, ...shown }
  if (isHere) out.here.push(line)
  else if (value) {
    out.values.push(value)
    out.ready.push(line)
  }
}

/** The column's explanation is the fix unless the problem has its own. */
function problemIn(words: Columns['words'], { row, cells }: ImportRow, problem: Refusal): Problem {
  const [field, says, ownFix] = problem
  const column = words[field]
  const found = cells[field] ?? ''
  const isBroken = /invisible/.test(says) && found.includes('\n')
  const isWrongKind = /^(Not a|This day|Nobody|No project|Nothing)/.test(says)
  const fix = ownFix ?? (isWrongKind ? (column?.says ?? null) : null)
  return {
    row,
    column: column?.names[0] ?? field,
    found,
    says,
    fix: isBroken ? 'There is a line break in this cell.' : fix,
  }
}

/** Yields regularly, because files may be large. */
async function readRows({ words, cells }: Columns, { rows, days }: ImportTable) {
  const read: ReadRow<Record<string, unknown>>[] = []
  const fields = Object.entries(cells).map(
    ([field, cell]) => [field, cell, cell.meta()?.isDay === true] as const,
  )
  const readRow = (row: ImportRow) => {
    const known: Record<string, unknown> = {}
    const problems: Refusal[] = []
    for (const [field, cell, isDay] of fields) {
      const text = row.cells[field] ?? ''
      const { data, error } = cell.safeParse(isDay ? dayIn(text, days.order) : text)
      if (error) problems.push([field, error.issues[0]?.message ?? ''])
      else known[field] = data
    }
    const [heading] = problems.length > 0 ? headingsIn(words, row) : []
    if (!heading) return { ...row, known, problems, value: problems.length === 0 ? known : null }
    const again: Refusal = [heading, 'The heading row appears here again.', 'Remove this row.']
    return { ...row, known: {}, problems: [again], value: null }
  }
  for (const [index, row] of rows.entries()) {
    if (index % atATime === atATime - 1) await setImmediate()
    read.push(readRow(row))
  }
  return read
}

/** Fields of a row that repeats the header, as in concatenated files. */
function headingsIn(words: Columns['words'], { cells }: ImportRow): string[] {
  const filled = Object.entries(words).filter(([field]) => (cells[field] ?? '') !== '')
  const areNames = filled.every(([field, column]) => isNameOf(column, cells[field] ?? ''))
  return filled.length > 1 && areNames ? filled.map(([field]) => field) : []
}

const unchanged =
  'An import does not change recorded entries: restore the recorded value, or leave the row out.'

/**
 * Separates rows that name an existing entry by id. A row that differs from its entry, repeats it,
 * or has an unknown id is a problem, never a new entry.
 */
async function takeExported<Entry extends { id: string }>(
  admin: AdminActor,
  {
    words,
    exported,
  }: {
    words: Columns['words']
    exported: List<Cells, unknown, Entry>['exported']
  },
  rows: readonly ImportRow[],
  out: Outcome<unknown>,
) {
  const taken: (Entry & { row: number })[] = []
  if (!exported) return { rest: [...rows], taken }
  const { idField, unknown, find } = exported
  const idIn = ({ cells }: ImportRow) => (cells[idField] ?? '').toLowerCase()
  const named = rows.filter((row) => idIn(row) !== '')
  if (named.length === 0) return { rest: [...rows], taken }
  const { entries, differs, shown } = await find(admin, named.map(idIn).filter(isId), named)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const rowOf = new Map<string, number>()
  for (const row of named) {
    const [id, entry] = [idIn(row), byId.get(idIn(row))]
    const before = rowOf.get(id)
    const problems: Refusal[] = !entry
      ? [[idField, unknown]]
      : before !== undefined
        ? [[idField, `It is already in row ${before}.`]]
        : differs(row.cells, entry).map(([field, was]) => [field, `Recorded as ${was}.`, unchanged])
    out.problems.push(...problems.map((problem) => problemIn(words, row, problem)))
    if (!entry || before !== undefined) continue
    rowOf.set(id, row.row)
    taken.push({ ...entry, row: row.row })
    if (problems.length === 0) out.here.push({ row: row.row, ...shown(entry) })
  }
  return { rest: rows.filter((row) => idIn(row) === ''), taken }
}

/** The result in the order of the file. */
function answerOf<Ready>(out: Outcome<Ready>, plan: Plan<never, Ready>): Checked {
  const { ready, values } = out
  const inOrder = <Row extends { row: number }>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => a.row - b.row)
  const [here, problems] = [inOrder(out.here), inOrder(out.problems)]
  const hash = createHash('sha256')
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  for (const value of values) hash.update(JSON.stringify(value, plain))
  for (const left of [here, problems]) hash.update(`left out: ${left.map(({ row }) => row).join()}`)
  return {
    ready,
    here,
    problems,
    fingerprint: hash.digest('hex'),
    total: plan.amountOf ? sum(values.map(plan.amountOf)) : null,
    hold: () => plan.hold(values),
    write: async (importId) => {
      for (let at = 0; at < values.length; at += atATime)
        await plan.write(values.slice(at, at + atATime), importId)
    },
  }
}
