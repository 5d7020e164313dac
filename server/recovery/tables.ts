import pg from 'pg'

/** A table and those of its columns that are not computed from others, in their order. */
export type Table = { schema: string; name: string; columns: string[] }

/**
 * What begins anew after a restore: whoever signed out, or was kept out, since the backup must not be in again by an old
 * session or a link that was used; and the mark of the audit log counts the transactions of one server.
 */
const leftOut = ['auth.session', 'auth.verification', 'app.audit_mark']

export const quotedName = ({ schema, name }: Table) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const quotedColumns = ({ columns }: Table) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ')

/** Every table of the product that belongs to a backup; the queue and the list of migrations are no part of it. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('app', 'auth') and c.relkind = 'r' and n.nspname || '.' || c.relname <> all ($1)
     group by 1, 2 order by 1, 2`,
    [leftOut],
  )
  return rows
}

/** Where the numbers of a table's identity column have got to. Ahead of its rows, because numbers are not given back. */
export type Counter = {
  schema: string
  table: string
  column: string
  last: string
  called: boolean
}

export async function countersOf(client: pg.Client): Promise<Counter[]> {
  const { rows } = await client.query<{
    schema: string
    table: string
    column: string
    sequence: string
  }>(
    `select n.nspname::text as schema, c.relname::text as table, a.attname::text as column,
       pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where n.nspname in ('app', 'auth') and c.relkind = 'r' order by 1, 2`,
  )
  const counters: Counter[] = []
  for (const { sequence, ...where } of rows) {
    const { rows: found } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    )
    const [state] = found
    if (!state) throw new Error(`The sequence ${sequence} cannot be read.`)
    counters.push({ ...where, ...state })
  }
  return counters
}
