import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * What keeps the data true and apart: functions, triggers, rules, constraints, defaults, unique indexes, views, row policies,
 * rights on tables and functions, and the roles. `state` is a short hash of its definition. Definitions that the server writes out
 * (`exact` is false) differ between its major versions and are compared within one only.
 */
type Wall = { name: string; state: string; exact: boolean }

/** Of every wall its name, its definition, and whether the definition is the same on all versions of PostgreSQL. */
const definitions = `
  select format('function %s', p.oid::regprocedure) as name,
    concat_ws('|', p.prosrc, p.prosecdef, p.provolatile, p.proisstrict, p.proleakproof, p.prokind, p.proretset,
      p.prorettype::regtype, p.proconfig::text, l.lanname, pg_get_userbyid(p.proowner)) as definition,
    true as exact
  from pg_proc p join pg_language l on l.oid = p.prolang join our n on n.oid = p.pronamespace
  where not exists (select from pg_depend e where (e.classid, e.objid, e.deptype) = ('pg_proc'::regclass, p.oid, 'e'))
  union all
  select format('trigger %I on %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid), false
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join our n on n.oid = c.relnamespace where not t.tgisinternal
  union all
  -- From version 18 on NOT NULL is a constraint with a name; the columns say it on all versions.
  select format('constraint %I of %s', k.conname, k.conrelid::regclass), pg_get_constraintdef(k.oid), false
  from pg_constraint k join our n on n.oid = k.connamespace where k.contype in ('p', 'u', 'f', 'c', 'x')
  union all
  select format('unique index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), false
  from pg_index i join pg_class c on c.oid = i.indexrelid join our n on n.oid = c.relnamespace
  where i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  union all
  select format('rule %I on %s', r.rulename, r.ev_class::regclass), pg_get_ruledef(r.oid), false
  from pg_rewrite r join pg_class c on c.oid = r.ev_class join our n on n.oid = c.relnamespace where r.rulename <> '_RETURN'
  union all
  select format('default of %s (%I)', d.adrelid::regclass, a.attname), pg_get_expr(d.adbin, d.adrelid), false
  from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  join pg_class c on c.oid = d.adrelid join our n on n.oid = c.relnamespace
  union all
  select format('view %s', c.oid::regclass), concat_ws('|', pg_get_userbyid(c.relowner), c.reloptions::text, pg_get_viewdef(c.oid)), false
  from pg_class c join our n on n.oid = c.relnamespace where c.relkind in ('v', 'm')
  union all
  select format('policy %I on %s', p.polname, p.polrelid::regclass), concat_ws('|', p.polcmd, p.polpermissive,
      (select string_agg(case when r = 0 then 'public' else pg_get_userbyid(r)::text end, ',' order by 1) from unnest(p.polroles) r),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), false
  from pg_policy p join pg_class c on c.oid = p.polrelid join our n on n.oid = c.relnamespace
  union all
  select format('table %s', c.oid::regclass), concat_ws('|', pg_get_userbyid(c.relowner),
      (select string_agg(concat_ws(' ', a.attname, a.atttypid::regtype, a.attnotnull, a.attidentity, a.attgenerated), ',' order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)), true
  from pg_class c join our n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'f', 'm')
  union all
  select format('%s, which inherits %s', i.inhrelid::regclass, i.inhparent::regclass), '', true
  from pg_inherits i join pg_class c on c.oid = i.inhparent join our n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'f')
  union all
  select format('rights of %s on %s', coalesce(r.rolname, 'public'), g.what),
    string_agg(concat_ws(' ', g.privilege_type, g.is_grantable), ',' order by g.privilege_type), true
  from (
    select c.oid::regclass::text as what, c.relowner as owner, a.grantee, a.privilege_type, a.is_grantable
      from pg_class c join our n on n.oid = c.relnamespace, aclexplode(c.relacl) a where c.relkind in ('r', 'v', 'S', 'm', 'p', 'f')
    union all select format('%s (%I)', c.oid::regclass, t.attname), c.relowner, a.grantee, a.privilege_type, a.is_grantable
      from pg_attribute t join pg_class c on c.oid = t.attrelid join our n on n.oid = c.relnamespace, aclexplode(t.attacl) a
    union all select p.oid::regprocedure::text, p.proowner, a.grantee, a.privilege_type, a.is_grantable
      from pg_proc p join our n on n.oid = p.pronamespace, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where not exists (select from pg_depend e where (e.classid, e.objid, e.deptype) = ('pg_proc'::regclass, p.oid, 'e'))
    union all select 'schema ' || n.nspname, n.nspowner, a.grantee, a.privilege_type, a.is_grantable
      from our o join pg_namespace n on n.oid = o.oid, aclexplode(n.nspacl) a
  ) g left join pg_roles r on r.oid = g.grantee where g.grantee <> g.owner group by 1
  union all
  select format('role %I', r.rolname), concat_ws('|', r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolinherit,
      r.rolcanlogin,
      (select string_agg(distinct concat_ws(' ', g.rolname, m.admin_option, m.inherit_option, m.set_option), ',') from pg_auth_members m join pg_roles g on g.oid = m.roleid
        where m.member = r.oid),
      -- Others may be told it for a pooler (docs/operations.md).
      (select string_agg(c, ',' order by c) from pg_db_role_setting s, unnest(s.setconfig) c
        where s.setrole = r.oid and c like 'search_path=%')), true
  from pg_roles r where r.rolname like 'msingi\\_%'`

/** The walls that a database has now, in the order of their names. Needs an open transaction. */
async function wallsOf(client: pg.Client): Promise<Wall[]> {
  // Names are written out whole, and constants in one way.
  await client.query("set local search_path = pg_catalog; set local timezone = 'UTC'")
  await client.query(
    "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local quote_all_identifiers = off",
  )
  const { rows } = await client.query<Wall>(
    `with our as (select oid, nspname from pg_namespace where nspname in ('app', 'auth'))
     select name, left(md5(definition), 12) as state, exact from (${definitions}) d order by name collate "C"`,
  )
  return rows
}

/** The major version of the server, as `18`. */
async function majorVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ major: string }>(
    "select (current_setting('server_version_num')::integer / 10000)::text as major",
  )
  return rows[0]?.major ?? ''
}

/** The text of db/walls.tsv: the version that wrote the definitions out, and a line for each wall. Needs an open transaction. */
export async function describeWalls(client: pg.Client): Promise<string> {
  const walls = await wallsOf(client)
  return [
    await majorVersion(client),
    ...walls.map(({ name, state }) => `${state}\t${name}`),
    '',
  ].join('\n')
}

/**
 * What differs from the walls of db/walls.tsv, in words: what is missing, what was altered, and what was added; and of how
 * many the definitions were not compared, because another version of PostgreSQL wrote them out. Needs an open transaction.
 */
export async function findBreaches(
  client: pg.Client,
): Promise<{ breaches: string[]; notCompared: number }> {
  const [written = '', ...lines] = (await readFile(join(import.meta.dirname, 'walls.tsv'), 'utf8'))
    .trim()
    .split('\n')
  const built = new Map(
    lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t'))]),
  )
  const isSameMajor = (await majorVersion(client)) === written
  const standing = await wallsOf(client)
  const names = new Set(standing.map(({ name }) => name))
  const known = standing.filter(({ name }) => built.has(name))
  const compared = known.filter(({ exact }) => exact || isSameMajor)
  // Whoever runs the server may name a role of theirs as ours are named; what it may do is looked at beside (contradictions.ts).
  const isAdded = ({ name }: Wall) => !built.has(name) && !name.startsWith('role ')
  return {
    breaches: [
      ...[...built.keys()]
        .filter((name) => !names.has(name))
        .map((name) => `${name}: it is missing`),
      ...standing.filter(isAdded).map(({ name }) => `${name}: it is not of this version`),
      ...compared
        .filter(({ name, state }) => built.get(name) !== state)
        .map(({ name }) => `${name}: it was altered`),
    ],
    notCompared: known.length - compared.length,
  }
}
