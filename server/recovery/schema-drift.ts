import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { projectFolder } from '../program.ts'

/** A part that protects data, with a hash of its definition: `trigger seal on`, `app.receipt`. */
type Part = { part: string; object: string; hash: string }

/** pg-boss makes a partition of its statistics for each day. */
const isDaily = `relname ~ '^queue_stats_\\d{8}$'`

/** The product's schemas; `e` are objects of extensions. */
const own = `own as (select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('app', 'auth', 'migrations', 'pgboss')),
  own_function as (select p.oid, prosrc, prosecdef, provolatile, proisstrict, proleakproof, prokind, proretset, prorettype,
      proconfig, prolang, proowner, proacl from pg_proc p join own on own.oid = p.pronamespace
    where not exists (select from pg_depend e where (e.classid, e.objid, e.deptype) = ('pg_proc'::regclass, p.oid, 'e'))),
  own_class as (select c.oid, relkind, relpersistence, relowner, relacl, relrowsecurity, relforcerowsecurity, reloptions
    from pg_class c join own on own.oid = c.relnamespace
    where relkind in ('r', 'p', 'f', 'm', 'v', 'S') and not (nspname = 'pgboss' and ${isDaily}))`

const definitions = `
  select 'schema' as part, nspname::text as object, pg_get_userbyid(nspowner)::text as definition from own
  union all
  select 'function', p.oid::regprocedure::text, concat_ws('|', prosrc, prosecdef, provolatile, proisstrict, proleakproof, prokind,
    proretset, prorettype::regtype, proconfig::text, lanname, pg_get_userbyid(proowner))
  from own_function p join pg_language l on l.oid = p.prolang
  union all
  select case relkind when 'S' then 'sequence' else 'table' end, oid::regclass::text, concat_ws('|', relkind, relpersistence,
    (select string_agg(concat_ws(' ', attname, atttypid::regtype, attnotnull, attidentity, attgenerated), ',' order by attname)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped))
  from own_class c where relkind not in ('v', 'm')
  union all
  select 'view', oid::regclass::text, concat(reloptions::text, pg_get_viewdef(oid)) from own_class where relkind in ('v', 'm')
  union all
  select 'owner of', oid::regclass::text, pg_get_userbyid(relowner)::text from own_class
  union all
  select 'row security of', oid::regclass::text, concat(relrowsecurity, relforcerowsecurity) from own_class
  union all
  select format('%s, which inherits', inhrelid::regclass), inhparent::regclass::text, ''
  from pg_inherits join own_class c on c.oid = inhparent
  where not exists (select from pg_class p join own on own.oid = p.relnamespace
    where p.oid = inhrelid and nspname = 'pgboss' and ${isDaily})
  union all
  select format('default of %I in', attname), adrelid::regclass::text, pg_get_expr(adbin, adrelid)
  from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum join own_class c on c.oid = adrelid
  union all
  -- From version 18 on NOT NULL is a constraint with a name; the columns say it on all versions.
  select format('constraint %I of', conname), conrelid::regclass::text, pg_get_constraintdef(k.oid)
  from pg_constraint k join own on own.oid = connamespace where contype in ('p', 'u', 'f', 'c', 'x')
    and not exists (select from pg_class where oid = conrelid and ${isDaily})
  union all
  select format('unique index %s on', indexrelid::regclass), indrelid::regclass::text, concat_ws('|', pg_get_indexdef(indexrelid), indisvalid)
  from pg_index i join own_class c on c.oid = indrelid
  where indisunique and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('trigger %I on', tgname), tgrelid::regclass::text, pg_get_triggerdef(t.oid)
  from pg_trigger t join own_class c on c.oid = tgrelid where not tgisinternal
  union all
  select format('rule %I on', rulename), ev_class::regclass::text, pg_get_ruledef(r.oid)
  from pg_rewrite r join own_class c on c.oid = ev_class where rulename <> '_RETURN'
  union all
  select format('policy %I on', polname), polrelid::regclass::text, concat_ws('|', polcmd, polpermissive,
    (select string_agg(case when r = 0 then 'public' else pg_get_userbyid(r)::text end, ',' order by 1) from unnest(polroles) r),
    pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from pg_policy p join own_class c on c.oid = polrelid
  union all
  select 'type', t.oid::regtype::text, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)
  from pg_type t join own on own.oid = typnamespace where typtype = 'e'
  union all
  -- A pooler may need other settings of them (docs/operations.md).
  select 'role', rolname::text, concat_ws('|', rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit, rolcanlogin,
    (select string_agg(distinct concat_ws(' ', roleid::regrole, admin_option, inherit_option, set_option), ',') from pg_auth_members where member = r.oid),
    (select string_agg(c, ',' order by c) from pg_db_role_setting, unnest(setconfig) c where setrole = r.oid and c like 'search_path=%'))
  from pg_roles r where rolname like 'msingi\\_%'
  union all
  select concat('rights of ', coalesce(r.rolname, 'public'), ' on', in_it), what,
    string_agg(concat_ws(' ', privilege_type, is_grantable), ',' order by privilege_type)
  from (
    select '' as in_it, oid::regclass::text as what, relowner as owner, relacl as acl from own_class
    union all select format(' %I in', attname), oid::regclass::text, relowner, attacl from pg_attribute join own_class c on c.oid = attrelid
    union all select '', oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner)) from own_function
    union all select ' schema', nspname::text, nspowner, nspacl from own
    union all select ' whatever is made by', defaclrole::regrole::text, defaclrole, defaclacl from pg_default_acl
      where defaclrole::regrole::text like 'msingi\\_%'
    union all select '', 'the database', datdba, datacl from pg_database where datname = current_database()
  ) granted cross join aclexplode(acl) a left join pg_roles r on r.oid = a.grantee
  where a.grantee <> owner and (what <> 'the database' or a.grantee = 0 and privilege_type = 'CREATE') group by 1, 2`

/** Definitions that PostgreSQL rewrites, differently in each major version. */
const inOwnWords = /^(view|default|constraint|unique|trigger|rule|policy) /

async function readSchema(client: pg.Client): Promise<{ major: string; parts: Part[] }> {
  const { rows: parts } = await client.query<Part>(
    `with ${own} select part, object, left(md5(definition), 12) as hash from (${definitions}) d
     order by object collate "C", part collate "C"`,
  )
  const { rows } = await client.query<{ major: string }>(
    "select (current_setting('server_version_num')::integer / 10000)::text as major",
  )
  return { major: rows[0]?.major ?? '', parts }
}

/** The text of db/schema.tsv: PostgreSQL's version, then objects with hashes. In a transaction as the owner. */
export async function describeSchema(client: pg.Client): Promise<string> {
  const { major, parts } = await readSchema(client)
  const objects = Map.groupBy(parts, ({ object }) => object)
  const lines = [...objects].map(([object, its]) =>
    [object, ...its.map(({ part, hash }) => `${hash} ${part}`)].join('\t'),
  )
  return [major, ...lines, ''].join('\n')
}

/**
 * Parts missing, altered or added compared with db/schema.tsv, and the number not compared because
 * of another PostgreSQL version. In a transaction as the owner.
 */
export async function findSchemaDrift(
  client: pg.Client,
): Promise<{ drift: string[]; notCompared: number }> {
  const text = await readFile(join(projectFolder, 'db/schema.tsv'), 'utf8')
  const [major, ...lines] = text.trimEnd().split('\n')
  const expected = new Map(
    lines.flatMap((line) => {
      const [object, ...parts] = line.split('\t')
      return parts.map((part) => [`${part.slice(13)} ${object}`, part.slice(0, 12)])
    }),
  )
  const found = await readSchema(client)
  const drift: string[] = []
  let notCompared = 0
  for (const { part, object, hash } of found.parts) {
    const name = `${part} ${object}`
    const wanted = expected.get(name)
    expected.delete(name)
    // Other roles of the server may have similar names.
    if (wanted === undefined) {
      if (part !== 'role') drift.push(`${name}: not part of this version`)
    } else if (found.major !== major && inOwnWords.test(part)) notCompared += 1
    else if (hash !== wanted) drift.push(`${name}: it was altered`)
  }
  drift.push(...[...expected.keys()].map((name) => `${name}: it is missing`))
  return { drift, notCompared }
}
