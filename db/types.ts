import { sql } from 'kysely'
import { generate, IdentifierNode, PostgresDialect, type PostprocessFunction } from 'kysely-codegen'

/** By PostgreSQL type; `cents` are columns in `_cents`, `int8s` arrays, which arrive as text. */
const columnTypes = {
  cents: 'Cents',
  date: 'CalendarDate',
  int8: 'bigint',
  int8s: 'string',
  interval: 'string',
  jsonb: 'unknown',
  timestamptz: 'Date',
}

const checkedWords = sql<{ column: string; words: string[] }>`
  select concat_ws('.', nspname, relname, attname) as column, array(
    select word[1] from regexp_matches(definition, '''([^'']+)''::text', 'g') as word) as words
  from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
  join pg_attribute on attrelid = conrelid and conkey = array[attnum],
  pg_get_constraintdef(k.oid) as definition where contype = 'c' and definition like '%= ANY (ARRAY[%'`

/** Adds schema facts that kysely-codegen does not read. */
const refineColumns: PostprocessFunction = async ({ db, metadata }) => {
  const { rows } = await checkedWords.execute(db)
  const words = new Map(rows.map((row) => [row.column, row.words]))
  for (const { schema, name, isView, columns } of metadata.tables) {
    for (const column of columns) {
      column.enumValues = words.get(`${schema}.${name}.${column.name}`) ?? null
      if (column.name.endsWith('_cents')) column.dataType = 'cents'
      if (column.isArray && column.dataType === 'int8') column.dataType = 'int8s'
      // A view's columns have no NOT NULL; of ours only instants may be null.
      if (isView) column.isNullable = column.dataType === 'timestamptz'
    }
  }
  return metadata
}

const authDatabase = `
/** The schema \`auth\` as msingi_auth sees it, without its name in front. */
export type AuthDatabase = {
  [Name in keyof Database as Name extends \`auth.\${infer Bare}\` ? Bare : never]: Database[Name]
}
`

/** Kysely's types: a `_cents` column is Cents, a date a CalendarDate, a check on a list of words a union. */
export async function describeDatabase(connectionString: string): Promise<string> {
  const dialect = new PostgresDialect()
  for (const [type, written] of Object.entries(columnTypes))
    Object.assign(dialect.adapter.scalars, { [type]: new IdentifierNode(written) })
  const db = await dialect.introspector.connect({ connectionString, dialect })
  try {
    const types = await generate({
      db,
      dialect,
      defaultSchemas: ['app'],
      includePattern: '{app,auth}.*',
      outFile: null,
      customImports: {
        CalendarDate: '../../values/calendar-date.ts',
        Cents: '../../values/money.ts',
        GeneratedAlways: 'kysely',
      },
      overrides: {
        columns: {
          'due_lines.due_on': 'CalendarDate | null',
          'due_lines.milestone_id': 'string | null',
          'due_lines.waits_for': 'string | null',
          'receipt.number': 'GeneratedAlways<string>',
        },
      },
      postprocess: refineColumns,
    })
    const named = types
      .replaceAll(/^export /gm, '')
      .replace('interface DB ', 'export interface Database ')
    return named + authDatabase
  } finally {
    await db.destroy()
  }
}
