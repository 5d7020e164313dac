import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { StatementAccount } from '../../app/domain/bank-statements/statement.ts'
import { csvLine } from '../../app/values/csv.ts'

export type TableRow = Record<string, string>

const tableNames = ['investments', 'history', 'lines', 'truth', 'proofs', 'rates'] as const
type TableName = (typeof tableNames)[number]

/** A month as its folder has it. */
export type MonthTables = Record<TableName, TableRow[]> & {
  account: StatementAccount
  statements: { name: string; bytes: Uint8Array }[]
}

const textOf = (value: unknown) =>
  Array.isArray(value) ? value.join(';') : value === null || value === undefined ? '' : `${value}`

function readTable(folder: string, name: TableName, files: readonly string[]): TableRow[] {
  if (files.includes(`${name}.json`)) {
    const rows: Record<string, unknown>[] = JSON.parse(
      readFileSync(join(folder, `${name}.json`), 'utf8'),
    )
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, textOf(value)])),
    )
  }
  if (!files.includes(`${name}.csv`)) return []
  return parse(readFileSync(join(folder, `${name}.csv`)), {
    bom: true,
    columns: true,
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    // The apostrophe that spreadsheets get in front of formulas.
    cast: (text) => text.replace(/^'(?=[=+@-])/, ''),
  })
}

/** The tables of a folder; throws when one that is needed is missing. */
export function readTables(folder: string): MonthTables {
  const files = readdirSync(folder)
  const tables = Object.fromEntries(
    tableNames.map((name) => [name, readTable(folder, name, files)]),
  ) as Record<TableName, TableRow[]>
  const statements = files
    .filter((name) => /^(statement|ORG_).*\.(csv|xlsx|xls|mt940|sta|xml)$/i.test(name))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const account = files.includes('account.json')
    ? JSON.parse(readFileSync(join(folder, 'account.json'), 'utf8'))
    : { number: '', currency: 'KES' }
  for (const name of ['investments', 'truth'] as const)
    if (tables[name].length === 0) throw new Error(`${folder} has no ${name}.csv or ${name}.json`)
  if (tables.lines.length === 0 && statements.length === 0)
    throw new Error(`${folder} has neither lines.csv nor a statement`)
  return { ...tables, account: { profile: null, ...account }, statements }
}

export function writeTables(folder: string, month: MonthTables): void {
  mkdirSync(folder, { recursive: true })
  for (const name of tableNames) {
    const [first] = month[name]
    if (!first) continue
    const columns = Object.keys(first)
    const rows = month[name].map((row) => csvLine(columns.map((column) => row[column] ?? '')))
    writeFileSync(join(folder, `${name}.csv`), csvLine(columns) + rows.join(''))
  }
  for (const { name, bytes } of month.statements) writeFileSync(join(folder, name), bytes)
  const { number, currency } = month.account
  writeFileSync(join(folder, 'account.json'), JSON.stringify({ number, currency }))
}
