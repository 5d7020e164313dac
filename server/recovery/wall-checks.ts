import { bossVersion } from '../../db/boss.ts'
import { queues } from '../../db/queues.ts'
import type { Checks } from './contradictions.ts'

/** The roles of db/roles.sql, as SQL. */
const ownRoles = [
  'owner',
  'guest',
  'investor',
  'admin',
  'reactions',
  'web',
  'office',
  'system',
  'auth',
]
  .map((name) => `'msingi_${name}'`)
  .join(', ')
const ownLogins = "'msingi_web', 'msingi_office', 'msingi_system', 'msingi_auth'"
const ownTables = "'app'::regnamespace, 'auth'::regnamespace"
/** Those of the jobs are made by pg-boss. */
const ownSchemas =
  "select oid from pg_namespace where nspname in ('app', 'auth', 'migrations', 'pgboss')"
/** Those whose walls are no list of this version's: what pg-boss needs in its own differs with it. */
const otherSchemas = "select oid from pg_namespace where nspname in ('migrations', 'pgboss')"

/** Whether triggers, foreign keys among them, or row policies are off by a setting, in whichever way it is spelt. */
const isOff = (
  name: string,
  value: string,
) => `(lower(${name}) = 'session_replication_role' and lower(${value}) <> 'origin'
  or lower(${name}) = 'row_security' and lower(${value}) ~ '^(f|fa|fal|fals|false|of|off|n|no|0)$')`

/** What an owner of the database may have switched off or given away: then nothing else would be kept true or apart for long. */
export const wallChecks: Checks = {
  'every trigger is on': `select format('%I on %s', t.tgname, t.tgrelid::regclass) as named from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace in (${ownTables}) and t.tgenabled <> 'O'`,
  'every constraint was checked': `select format('%I of %s', conname, conrelid::regclass) as named from pg_constraint
    where connamespace in (${ownSchemas}) and not convalidated`,
  'no role is kept from triggers or policies': `select distinct concat(coalesce(s.setrole::regrole::text, 'everybody'), ' ', c) as named
    from (select nullif(setrole, 0) as setrole, setdatabase, setconfig from pg_db_role_setting) s, unnest(s.setconfig) c
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (s.setrole is null or s.setrole::regrole::text in (${ownRoles}))
      and ${isOff("split_part(c, '=', 1)", "split_part(c, '=', 2)")}`,
  'every role begins as itself': `select concat(coalesce(r.rolname, 'everybody'), ' ', c) as named
    from pg_db_role_setting s cross join unnest(s.setconfig) c left join pg_roles r on r.oid = s.setrole
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (s.setrole = 0 or r.rolname in (${ownRoles})) and lower(split_part(c, '=', 1)) = 'role'`,
  'the server keeps nobody from triggers or policies': `select format('%s is %s', name, reset_val) as named from pg_settings
    where ${isOff('name', 'reset_val')}`,
  'no role may switch triggers off': `select format('%s may set %s', coalesce(r.rolname, 'everybody'), p.parname) as named
    from pg_parameter_acl p, aclexplode(p.paracl) a left join pg_roles r on r.oid = a.grantee
    where p.parname = 'session_replication_role' and (a.grantee = 0 or r.rolname in (${ownRoles}))`,
  // Whoever installs the product, as whom verify asks, is a member of the roles it makes; superusers need not be.
  'nobody else may act as a role of the product': `select distinct format('%s as %s', m.member::regrole, m.roleid::regrole) as named
    from pg_auth_members m join pg_roles r on r.oid = m.member
    where m.roleid::regrole::text in (${ownRoles}) and r.rolname not in (${ownRoles}) and r.rolname <> session_user and not r.rolsuper
      and r.oid <> (select datdba from pg_database where datname = current_database())`,
  'every table is under row security': `select c.oid::regclass::text as named from pg_class c
    where c.relnamespace in (${ownTables}) and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
  'no crash empties a table': `select c.oid::regclass::text as named from pg_class c
    where c.relnamespace in (${ownSchemas}) and c.relkind in ('r', 'p', 'S') and c.relpersistence <> 'p'`,
  'the product owns what is its own': `select format('schema %I', nspname) as named from pg_namespace
      where oid in (${ownSchemas}) and nspowner <> 'msingi_owner'::regrole
    union all select c.oid::regclass::text from pg_class c
      where c.relkind in ('r', 'p', 'S', 'v', 'm') and c.relnamespace in (${ownSchemas})
        and c.relowner::regrole::text not in ('msingi_owner', 'msingi_auth')
    union all select format('function %s', oid::regprocedure) from pg_proc
      where pronamespace in (${otherSchemas}) and proowner <> 'msingi_owner'::regrole`,
  // What pg-boss makes for them it looks at itself (job-drift.ts).
  'every queue of the jobs is there': `
    select wanted as named from unnest(array[${queues.map(({ name }) => `'${name}'`).join(', ')}]) wanted
      where not exists (select from pgboss.queue q where q.name = wanted and q.table_name = 'job_common' and to_regclass('pgboss.job_common') is not null)
    union all select 'the version' where not exists (select from pgboss.version where version = ${bossVersion})`,
  'nobody else has rights on the jobs or the migrations': `select distinct format('%s on %s', coalesce(r.rolname, 'everybody'), g.what) as named
    from (
      select format('schema %I', nspname) as what, nspowner as owner, nspacl as acl from pg_namespace where oid in (${otherSchemas})
      union all select oid::regclass::text, relowner, relacl from pg_class where relnamespace in (${otherSchemas})
      union all select format('%s (%I)', c.oid::regclass, a.attname), c.relowner, a.attacl from pg_attribute a
        join pg_class c on c.oid = a.attrelid where c.relnamespace in (${otherSchemas})
    ) g, aclexplode(g.acl) a left join pg_roles r on r.oid = a.grantee
    where a.grantee <> g.owner and (a.grantee = 0 or r.rolname not in ('msingi_system', 'msingi_reactions'))`,
  'nothing else happens to the jobs or the migrations': `
    select format('trigger %I on %s', t.tgname, t.tgrelid::regclass) as named from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where c.relnamespace in (${otherSchemas}) and not t.tgisinternal
    union all select format('rule %I on %s', r.rulename, r.ev_class::regclass) from pg_rewrite r
      join pg_class c on c.oid = r.ev_class where c.relnamespace in (${otherSchemas}) and r.rulename <> '_RETURN'
    union all select format('policy %I on %s', p.polname, p.polrelid::regclass) from pg_policy p
      join pg_class c on c.oid = p.polrelid where c.relnamespace in (${otherSchemas})
    union all select format('row security on %s', oid::regclass) from pg_class
      where relnamespace in (${otherSchemas}) and (relrowsecurity or relforcerowsecurity)
    union all select format('function %s', oid::regprocedure) from pg_proc where pronamespace in (${otherSchemas}) and prosecdef`,
  'nothing that the product makes is given away beforehand': `
    select format('%s to %s', d.defaclrole::regrole, coalesce(r.rolname, 'everybody')) as named
    from pg_default_acl d, aclexplode(d.defaclacl) a left join pg_roles r on r.oid = a.grantee
    where d.defaclrole::regrole::text in (${ownRoles}) and a.grantee <> d.defaclrole`,
  'not everybody may make schemas here': `select datname as named from pg_database, aclexplode(datacl) a
    where datname = current_database() and a.grantee = 0 and a.privilege_type = 'CREATE'`,
  'the product can sign in': `select rolname as named from pg_roles
    where rolname in (${ownLogins}) and (rolvaliduntil <= now() or rolconnlimit = 0)`,
}
