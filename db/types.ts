import type pg from 'pg'

type Column = {
  schema: string
  relation: string
  name: string
  type: string
  nullable: boolean
  defaulted: boolean
  check: string | null
}

const columnsOf = `
  select n.nspname as schema, c.relname as relation, a.attname as name,
    format_type(a.atttypid, null) as type,
    -- A view's columns know no NOT NULL; of ours only instants may be missing.
    not a.attnotnull and (c.relkind = 'r' or a.atttypid = 'timestamptz'::regtype) as nullable,
    a.atthasdef or a.attidentity <> '' as defaulted,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as check
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname in ('app', 'auth') and c.relkind in ('r', 'v')
  order by n.nspname, c.relname, a.attnum`

const plainTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  integer: 'number',
  bigint: 'bigint',
  date: 'CalendarDate',
  interval: 'string',
  jsonb: 'unknown',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'bigint[]': 'string[]',
  'timestamp with time zone': 'Date',
}

/**
 * The TypeScript types of a migrated database, for Kysely: `Database` as the program's logins see it, `AuthDatabase` as
 * msingi_auth does. A column in `_cents` is Cents, a date a CalendarDate, a check on a list of words their union.
 */
export async function describeDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsOf)
  const relations = Map.groupBy(rows, (column) => `${column.schema}.${column.relation}`)
  const interfaces = [...relations].map(([name, columns]) => describeRelation(name, columns))
  const members = (schema: string, named: (name: string) => string) =>
    [...relations.keys()]
      .filter((name) => name.startsWith(`${schema}.`))
      .map((name) => `  ${named(name)}: ${typeName(name)}`)
  const bare = (name: string) => name.slice(name.indexOf('.') + 1)
  return `// Written by \`npm run database:types\` from the migrated schema; do not edit.
import type { Generated, GeneratedAlways } from 'kysely'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { Cents } from '../values/money.ts'

${interfaces.join('\n\n')}

export interface Database {
${members('app', bare).join('\n')}
  'auth.sign_in_account': AuthSignInAccount
  'auth.account_status': AuthAccountStatus
}

export interface AuthDatabase {
${members('auth', bare).join('\n')}
}
`
}

function describeRelation(name: string, columns: Column[]) {
  const lines = columns.map((column) => {
    const type = column.nullable ? `${valueType(column)} | null` : valueType(column)
    const written =
      column.relation === 'receipt' && column.name === 'number' ? `GeneratedAlways<${type}>` : type
    return `  ${key(column.name)}: ${column.defaulted && written === type ? `Generated<${type}>` : written}`
  })
  return `interface ${typeName(name)} {\n${lines.join('\n')}\n}`
}

function valueType(column: Column): string {
  if (column.name.endsWith('_cents')) return 'Cents'
  if (column.check)
    return [...column.check.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`).join(' | ')
  const known = plainTypes[column.type]
  if (!known)
    throw new Error(
      `No TypeScript type is known for ${column.type} (${column.relation}.${column.name})`,
    )
  return known
}

function typeName(relation: string) {
  const words = relation.replace(/^app\./, '').split(/[._]/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const key = (name: string) => (/^[a-z_]+$/i.test(name) ? name : `'${name}'`)
