import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Manifest, memberOf, type SecretChoice } from './manifest.ts'
import { eachMember } from './read-archive.ts'
import { plainly } from './snapshot.ts'
import { quotedColumns, quotedName, type Table, tablesOf } from './tables.ts'

/**
 * Copies the rows of a backup into the migrated tables, in one transaction. Triggers are off, so that nothing is written
 * twice; foreign keys and indexes are taken away and made again, which checks every reference and needs no order of tables.
 * The owner of the tables may do all of this: no superuser is needed. Row security is not there yet, for COPY bears none.
 */
export async function loadTables(
  client: pg.Client,
  path: string,
  manifest: Manifest,
  choice: SecretChoice,
) {
  await client.query(`begin; ${plainly}`)
  try {
    const tables = await tablesOf(client)
    refuseOtherShape(tables, manifest.tables)
    const putBack = await takeAway(client)
    await client.query(`truncate ${tables.map(quotedName).join(', ')}`)
    await switchTriggers(client, tables, 'disable')
    await copyRows(client, path, manifest.tables)
    for (const counter of manifest.counters) await setCounter(client, counter)
    await endWhatWasOpen(client, choice)
    for (const made of putBack) await client.query(made)
    await switchTriggers(client, tables, 'enable')
    await client.query('commit')
  } catch (fault) {
    await client.query('rollback')
    throw fault
  }
}

/** The migrations are the same, so the tables are, unless somebody changed one of the databases by hand. */
function refuseOtherShape(tables: Table[], expected: Table[]) {
  const shapes = (list: Table[]) =>
    list
      .map((table) => `${table.schema}.${table.name} (${table.columns.toSorted().join(', ')})`)
      .toSorted()
  const here = new Set(shapes(tables))
  const strange = shapes(expected).find((shape) => !here.delete(shape)) ?? [...here][0]
  if (strange) throw new Error(`A table of the backup is none of this version: ${strange}`)
}

/** Removes every foreign key, and every index that no constraint stands on; gives the statements that make them again. */
async function takeAway(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make,
       2 as place
     from pg_constraint c
     where c.contype = 'f' and c.connamespace in ('app'::regnamespace, 'auth'::regnamespace)
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r'
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     order by place`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

async function switchTriggers(client: pg.Client, tables: Table[], to: 'disable' | 'enable') {
  for (const table of tables)
    await client.query(`alter table ${quotedName(table)} ${to} trigger user`)
}

async function copyRows(client: pg.Client, path: string, tables: Manifest['tables']) {
  const members = new Map(tables.map((table) => [memberOf(table), table]))
  await eachMember(path, async (name, open) => {
    const table = members.get(name)
    if (!table) return
    const copy = client.query(
      copyFrom(`copy ${quotedName(table)} (${quotedColumns(table)}) from stdin`),
    )
    await pipeline(await open(), copy)
    if (copy.rowCount !== table.rows) {
      throw new Error(
        `${table.rows} rows of ${table.schema}.${table.name} were backed up, ${copy.rowCount} arrived.`,
      )
    }
  })
}

async function setCounter(
  client: pg.Client,
  { schema, table, column, last, called }: Manifest['counters'][number],
) {
  await client.query(
    "select setval(pg_get_serial_sequence(format('%I.%I', $1::text, $2::text), $3), $4::bigint, $5)",
    [schema, table, column, last, called],
  )
}

/** A link that was used since the backup must not open again: whoever wants one asks again. Invitations stay. */
async function endWhatWasOpen(client: pg.Client, choice: SecretChoice) {
  await client.query(`update auth.link set ended_at = transaction_timestamp()
    where purpose in ('recovery', 'confirmation') and used_at is null and ended_at is null`)
  if (choice === 'same-secret') return
  await client.query(`delete from auth."twoFactor"`)
  await client.query(`update auth."user" set "twoFactorEnabled" = false where "twoFactorEnabled"`)
}
