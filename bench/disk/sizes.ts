import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Bytes of each table with its indexes, and the positions of the WAL before and after they were looked at. */
type Sizes = { tables: Map<string, number>; walUntil: number; walFrom: number }

/** What is deleted again: jobs, sessions and devices, links, attempts, and the keys of forms. */
const passing =
  /^pgboss\.|^auth\.(session|verification|link|known_device|mail_request|sign_in_attempt|former_address)$|^app\.(command_key|inquiry_post)$/

const isPassing = (table: string) => passing.test(table)

/** Waits until no job and no email is left to do: they belong to what was done before. */
async function settle(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ open: number }>(
      `select (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and data is not null)::integer
         + (select count(*) from app.outbox where state = 'queued')::integer as open`,
    )
    if (rows[0]?.open === 0) return
    await sleep(500)
  }
}

async function walNow(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ wal: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal",
  )
  return rows[0]?.wal ?? 0
}

export async function sizesNow(client: pg.Client): Promise<Sizes> {
  await settle(client)
  const walUntil = await walNow(client)
  // Indexes for searches are filled late; this fills them now.
  await client.query('vacuum')
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('app', 'auth', 'pgboss')`,
  )
  const tables = new Map(rows.map(({ name, bytes }) => [name, bytes]))
  return { tables, walUntil, walFrom: await walNow(client) }
}

export async function rowsOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  )
  return rows[0]?.count ?? 0
}

export type Growth = { forever: number; passing: number; wal: number; largest: [string, number][] }

/** What one act added. Tables grow by whole pages, so that few acts say little. */
export function growthOf(before: Sizes, after: Sizes, acts: number): Growth {
  const grown = [...after.tables].map(([name, bytes]): [string, number] => [
    name,
    (bytes - (before.tables.get(name) ?? 0)) / acts,
  ])
  const sum = (of: [string, number][]) => of.reduce((total, [, bytes]) => total + bytes, 0)
  const lasting = grown.filter(([name]) => !isPassing(name))
  return {
    forever: sum(lasting),
    passing: sum(grown.filter(([name]) => isPassing(name))),
    wal: (after.walUntil - before.walFrom) / acts,
    largest: lasting.toSorted(([, first], [, second]) => second - first).slice(0, 8),
  }
}

/** An office and what it does in a year; its files are those of documents and pictures. */
export type Office = { investors: number; paymentsEach: number; visitsEach: number }

const messagesEach = 24
const documentsEach = 2
/** Of a document as offices scan them. */
const fileBytes = 1_000_000

/** Bytes of data and of files after so many years; `growth` by the name of the act. */
export function officeAfter(
  { investors, paymentsEach, visitsEach }: Office,
  years: number,
  growth: (name: string) => number,
): { database: number; files: number } {
  const each =
    paymentsEach * growth('payment') +
    visitsEach * growth('sign-in') +
    documentsEach * growth('document') +
    messagesEach * growth('message')
  return {
    database: investors * (growth('investor') + years * each),
    files: investors * documentsEach * years * fileBytes,
  }
}
