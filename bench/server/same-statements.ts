import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { withCleanup } from '../../server/with-cleanup.ts'
import { readLog } from '../plans/explained.ts'
import { type Figures, figuresOf } from './load.ts'
import type { Payable } from './payments.ts'

/** One statement as the product sent it, its values in text; without values it went as plain text. */
export type Statement = { text: string; values: (string | null)[] }

/** What the log of PostgreSQL holds for a statement: `… execute NAME: TEXT`, then `DETAIL:  Parameters: …` if it had any. */
const entry = /^\d{4}-\d{2}-\d{2} \S+ \S+ \[(\d+)\] (LOG|DETAIL): {2}/m

/**
 * The statements of the one transaction that recorded a payment, in their order, as PostgreSQL logged them while `act` ran.
 * The whole cluster logs in the meantime, so nothing else may be asked of it.
 */
export async function statementsOf(
  dataDir: string,
  client: pg.Client,
  act: () => Promise<void>,
): Promise<Statement[]> {
  const file = join(dataDir, 'postgres.log')
  const tell = async (change: string) => {
    await client.query(`alter system ${change}`)
    await client.query('select pg_reload_conf()')
    await setTimeout(500)
  }
  const from = await withCleanup(
    () => tell("set log_statement = 'all'"),
    () => tell('reset log_statement'),
    async () => {
      const { end } = await readLog(file, 0)
      await act()
      return end
    },
  )
  return transactionWith('insert into "ledger_entry"', (await readLog(file, from)).text)
}

function transactionWith(marker: string, log: string): Statement[] {
  const byProcess = new Map<string, Statement[]>()
  const parts = log.split(new RegExp(entry, 'm'))
  for (let place = 1; place + 2 < parts.length; place += 3) {
    const [process = '', kind, rest = ''] = parts.slice(place, place + 3)
    const own = byProcess.get(process) ?? []
    byProcess.set(process, own)
    const text = rest.replaceAll('\n\t', '\n').trimEnd()
    const last = own.at(-1)
    if (kind === 'DETAIL' && last) last.values = valuesIn(text)
    const [, statement] = /^(?:statement|execute [^:]+): ([\s\S]*)$/.exec(text) ?? []
    if (kind === 'LOG' && statement !== undefined) own.push({ text: statement, values: [] })
  }
  const own = [...byProcess.values()].find((statements) =>
    statements.some(({ text }) => text.startsWith(marker)),
  )
  if (!own) throw new Error('PostgreSQL logged no payment')
  const at = own.findIndex(({ text }) => text.startsWith(marker))
  const from = own.findLastIndex(({ text }, place) => place < at && text.startsWith('begin'))
  const to = own.findIndex(({ text }, place) => place > at && text === 'commit')
  return own.slice(from, to + 1)
}

/** `Parameters: $1 = 'it''s', $2 = NULL`. */
function valuesIn(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  )
}

/** Who and what a transaction is about: every id in its statements that is another one the next time. */
export type About = { key: string; paymentId: string } & Payable

/**
 * The floor of recording a payment: the same statements in the same order, prepared, over as many connections as the product
 * has requests under way, with nothing of the product around them.
 */
export async function repeat(
  url: string,
  statements: Statement[],
  {
    captured,
    next,
    connections,
    times,
  }: { captured: About; next: () => Payable; connections: number; times: number },
): Promise<Figures> {
  const took: number[] = []
  let left = times
  const statementsOf = async () => {
    const client = new pg.Client({ connectionString: url, options: '-c search_path=app' })
    // Told by whatever was being asked.
    client.on('error', () => undefined)
    await client.connect()
    try {
      while (left > 0) {
        left -= 1
        const from = performance.now()
        await once(client, statements, captured, next())
        took.push(performance.now() - from)
      }
    } finally {
      await client.end()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, statementsOf))
  return figuresOf(took, performance.now() - began)
}

/** Sends the statements of one payment on its own connection, about someone else than the one they were logged of. */
export async function once(
  client: pg.Client,
  statements: Statement[],
  captured: About,
  payable: Payable,
): Promise<void> {
  const now: About = { ...payable, key: randomUUID(), paymentId: '' }
  let sequence = ''
  for (const [place, { text, values }] of statements.entries()) {
    const parameters = values.map((value) => value && renamed(value, captured, now))
    if (text.startsWith('insert into "receipt" ')) parameters[columnOf('sequence', text)] = sequence
    const answer =
      values.length === 0
        ? await client.query(text)
        : await client.query({ name: `${place}`, text, values: parameters })
    // What begins the transaction is several statements, and has as many answers.
    const [row] = ('rows' in answer ? answer.rows : []) as { id?: string; last_sequence?: number }[]
    if (text.startsWith('insert into "ledger_entry"')) now.paymentId = row?.id ?? ''
    if (row?.last_sequence !== undefined) sequence = `${row.last_sequence}`
  }
}

/** Which of the values of an insert is this column's. */
function columnOf(name: string, insert: string): number {
  const columns = /\(([^)]*)\)/.exec(insert)?.[1] ?? ''
  return columns.split(', ').indexOf(`"${name}"`)
}

function renamed(value: string, from: About, to: About): string {
  return (Object.keys(from) as (keyof About)[]).reduce(
    (text, name) => text.replaceAll(from[name], to[name]),
    value,
  )
}
