import { open, stat } from 'node:fs/promises'
import type pg from 'pg'

/** A node of a plan as EXPLAIN (ANALYZE, FORMAT JSON) writes it, as far as it is read here. */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** One statement as it was run, with the large tables of which it read more than 10,000 rows in their order of storage. */
export type Explained = { statement: string; wholeTables: string[] }

/** More than this is no longer few. */
const mostRows = 10_000

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
}

/** From the next connection on, PostgreSQL writes the plan of every statement into its log. Answers the large tables. */
export async function explainAll(client: pg.Client): Promise<ReadonlySet<string>> {
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter database msingi set ${name} = '${value}'`)
  }
  // The worker seals the log every ten minutes, in a function with statements for every row: half a gigabyte of plans.
  await client.query(
    'alter role msingi_system in database msingi set auto_explain.log_nested_statements = off',
  )
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${mostRows}`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** What the log says from a place in it on, with the place where it ends now. */
export async function readLog(file: string, from: number): Promise<{ text: string; end: number }> {
  const end = (await stat(file)).size
  const log = await open(file)
  try {
    const { buffer } = await log.read(Buffer.alloc(end - from), 0, end - from, from)
    return { text: buffer.toString(), end }
  } finally {
    await log.close()
  }
}

const endOfPlan = '\n\t}'

/** The statements of a log, each with those of the tables that it read from end to end. */
export function explained(log: string, tables: ReadonlySet<string>): Explained[] {
  return (
    log
      .split(/^\d{4}-\d{2}-\d{2} .*?LOG: {2}duration: [\d.]+ ms {2}plan:$/m)
      .slice(1)
      // A plan that is still being written is of another process: the pages have been answered.
      .filter((entry) => entry.includes(endOfPlan))
      .map((entry) => {
        // The plan alone: what called the statement may follow it.
        const lines = entry.slice(0, entry.indexOf(endOfPlan) + endOfPlan.length)
        const { 'Query Text': statement, Plan: plan } = JSON.parse(lines) as {
          'Query Text': string
          Plan: Node
        }
        return { statement, wholeTables: wholeTables(plan).filter((name) => tables.has(name)) }
      })
  )
}

/** A count may read a whole table: what that costs is held by `bench:lists`. */
function wholeTables(node: Node, isCounted = false): string[] {
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const own =
    !isCounted && node['Node Type'] === 'Seq Scan' && rows > mostRows
      ? [node['Relation Name'] ?? '']
      : []
  return [
    ...own,
    ...(node.Plans ?? []).flatMap((plan) => wholeTables(plan, node['Node Type'] === 'Aggregate')),
  ]
}
