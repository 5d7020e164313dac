import type pg from 'pg'

/** What a copy of the migrated database was when it was made, before any test had it. */
export type Copy = {
  schema: string
  bytes: number
  seeds: Map<string, Seed>
  sequences: Sequence[]
}
type Seed = { digest: string; rows: string }
type Sequence = { name: string; last: string; isCalled: boolean }

/** Past this a table that was emptied is read more slowly than a new one. */
const mostGrown = 12 * 1024 * 1024

/** Changes with whatever is created, altered, granted or analysed, also when it was taken back. */
const schemaNow = `select md5(string_agg(part, ' ' order by part)) as schema from (
  select concat_ws(' ', tableoid, oid, xmin) as part from pg_class where oid >= 16384
    or (relkind = 'r' and relacl is not null)
  union all select concat_ws(' ', tableoid, attrelid, attnum, xmin) from pg_attribute where attrelid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_proc where oid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_constraint where oid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_trigger where oid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_policy
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_attrdef
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_rewrite where oid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_type where oid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_namespace
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_collation where oid >= 16384
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_event_trigger
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_publication
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_statistic_ext
  union all select concat_ws(' ', tableoid, indexrelid, xmin) from pg_index where indexrelid >= 16384
  union all select concat_ws(' ', tableoid, setdatabase, setrole, xmin) from pg_db_role_setting
  union all select concat_ws(' ', tableoid, oid, xmin) from pg_database where datname = current_database()
  union all select 'analysed ' || count(*) from pg_statistic where starelid >= 16384
) parts`

const tables = `select oid::regclass::text as name from pg_class
  where oid >= 16384 and relkind = 'r' and relpersistence <> 't' and pg_relation_size(oid) > 0 order by 1`

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(schemaNow)
  return rows[0]?.schema ?? ''
}

async function bytesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes)
}

async function namesOfTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(tables)
  return rows.map(({ name }) => name)
}

async function seedOf(client: pg.Client, table: string): Promise<Seed & { count: number }> {
  const { rows } = await client.query<Seed & { count: number }>(`select count(*)::int as count,
    coalesce(md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)), '') as digest,
    coalesce(jsonb_agg(to_jsonb(t) order by t.ctid), '[]')::text as rows from ${table} t`)
  return rows[0] ?? { count: 0, digest: '', rows: '[]' }
}

export async function lookAtCopy(client: pg.Client): Promise<Copy> {
  const seeds = new Map<string, Seed>()
  for (const table of await namesOfTables(client)) {
    const { count, ...seed } = await seedOf(client, table)
    if (count > 0) seeds.set(table, seed)
  }
  const { rows: sequences } = await client.query<Sequence>(`select c.oid::regclass::text as name,
    coalesce(s.last_value, s.start_value)::text as last, s.last_value is not null as "isCalled"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_sequences s on s.schemaname = n.nspname and s.sequencename = c.relname`)
  return { schema: await schemaOf(client), bytes: await bytesOf(client), seeds, sequences }
}

/**
 * Takes away what tests wrote since the copy was made, which costs a twentieth of another copy. False when a copy must be
 * made all the same: the schema is another or the tables have grown. Nothing is vacuumed: rows keep the order in which
 * they are written.
 */
export async function emptyCopy(client: pg.Client, copy: Copy): Promise<boolean> {
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  if ((await bytesOf(client)) > copy.bytes + mostGrown) return false
  if ((await schemaOf(client)) !== copy.schema) return false
  await client.query('begin; set local session_replication_role = replica')
  for (const table of await namesOfTables(client)) {
    const seed = copy.seeds.get(table)
    if (seed && (await seedOf(client, table)).digest === seed.digest) continue
    await client.query(`delete from ${table}`)
    if (seed) await writeRows(client, table, seed.rows)
  }
  for (const { name, last, isCalled } of copy.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled])
  await client.query('commit')
  return true
}

async function writeRows(client: pg.Client, table: string, rows: string) {
  const { rows: found } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const columns = found[0]?.columns
  await client.query(
    `insert into ${table} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [rows],
  )
}
