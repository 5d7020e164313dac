import { createHash } from 'node:crypto'

/** What stands in the way of one row: the heading of its column, what stands there, why not, and how to mend it. */
export type Problem = {
  row: number
  column: string
  found: string
  says: string
  mend: string | null
}

/** A row as it is shown to whoever decides: its number, what it would be, and more of it in a line. */
export type ShownRow = { row: number; name: string; about: string }

/**
 * What a file would do, found out without writing anything: rows that are ready, rows that are there already and would be
 * left out, and problems, any of which stops the whole. `hold` locks what the answer rests on, until the commit; `write`
 * adds what is ready. Two answers with one fingerprint would write the same.
 */
export type Checked = {
  ready: ShownRow[]
  here: ShownRow[]
  problems: Problem[]
  fingerprint: string
  hold: () => Promise<void>
  write: (importId: string) => Promise<void>
}

/** What tells two answers apart: the values that would be written, and which rows would be left out. */
export function fingerprintOf(values: readonly object[], here: readonly ShownRow[]): string {
  const hash = createHash('sha256')
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  for (const value of values) hash.update(JSON.stringify(value, plain))
  hash.update(`left out: ${here.map(({ row }) => row).join()}`)
  return hash.digest('hex')
}
